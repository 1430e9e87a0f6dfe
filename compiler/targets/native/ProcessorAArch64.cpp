//===- ProcessorAArch64.cpp - The native target on AArch64 -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessorAArch64.h"

#include "VectorElements.h"
#include "compiler/tasks/Variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tussah::native {

Processor::Registers
ProcessorAArch64::registersFor(CallingConv::ID Convention) const {
  return {Convention == CallingConv::PreserveNone ? 24u : 8u, 8};
}

StructType *ProcessorAArch64::argumentListType(LLVMContext &C) const {
  // std::__va_list: stack, ends of the saved registers, offsets from these.
  Type *I32 = Type::getInt32Ty(C), *Ptr = PointerType::getUnqual(C);
  return StructType::get(Ptr, Ptr, Ptr, I32, I32);
}

/// Emits \p Value, 64 bits, which LLVM does not see.
static Value *emitHidden(IRBuilder<> &B, uint64_t Value) {
  auto *Type = FunctionType::get(B.getInt64Ty(), {B.getInt64Ty()}, false);
  auto *Same = InlineAsm::get(Type, "", "=r,0", /*hasSideEffects=*/true);
  CallInst *Hidden = B.CreateCall(Same, {B.getInt64(Value)});
  Hidden->setDoesNotThrow();
  return Hidden;
}

Value *ProcessorAArch64::emitHiddenZero(IRBuilder<> &B) const {
  // Without an operand: unoptimized, LLVM would compute that before the call in
  // front of it, and keep it in the frame (invariant 2).
  auto *Type = FunctionType::get(B.getInt64Ty(), false);
  auto *Zero =
      InlineAsm::get(Type, "mov $0, xzr", "=r", /*hasSideEffects=*/true);
  CallInst *Hidden = B.CreateCall(Zero);
  Hidden->setDoesNotThrow();
  return Hidden;
}

void ProcessorAArch64::emitForgetCall(IRBuilder<> &B) const {
  auto *Type = FunctionType::get(B.getPtrTy(), {B.getPtrTy()}, false);
  // As on x86-64; but the stack pointer stays a multiple of 16.
  auto *Push =
      InlineAsm::get(Type, "stp xzr, xzr, [sp, #-16]!\n\tadd sp, sp, #16",
                     "={sp},{sp},~{memory}",
                     /*hasSideEffects=*/true);
  B.CreateCall(Push, {B.CreateStackSave()})->setDoesNotThrow();
}

//===----------------------------------------------------------------------===//
// Scalable vectors and matrices
//===----------------------------------------------------------------------===//

static bool isScalable(Type *T) {
  if (auto *Struct = dyn_cast<StructType>(T))
    return any_of(Struct->elements(), isScalable);
  return isa<ScalableVectorType>(T);
}

static bool usesScalable(const Instruction &I) {
  auto *Alloca = dyn_cast<AllocaInst>(&I);
  return isScalable(I.getType()) ||
         (Alloca && isScalable(Alloca->getAllocatedType())) ||
         any_of(I.operands(),
                [](const Use &U) { return isScalable(U->getType()); });
}

const char *ProcessorAArch64::obstacleIn(const Function &F) const {
  // Modes and registers of the thread, which a thief does not have.
  for (Attribute A : F.getAttributes().getFnAttrs())
    if (A.isStringAttribute()) {
      StringRef Kind = A.getKindAsString();
      // aarch64_new_za, aarch64_inout_zt0 and so on.
      if (Kind.starts_with("aarch64_pstate_sm") ||
          (Kind.starts_with("aarch64_") &&
           (Kind.ends_with("_za") || Kind.ends_with("_zt0"))))
        return "uses streaming mode or the matrix state of SME";
    }
  // They are addressed by x19, or relative to the stack pointer.
  for (const Instruction &I : instructions(F))
    if (usesScalable(I))
      return "uses vectors of SVE, whose size is not known";
  return nullptr;
}

void ProcessorAArch64::prepare(Function &F) const {
  // The vectorizer of loops would make them.
  Attribute Features = F.getFnAttribute("target-features");
  if (!Features.isValid() || !Features.getValueAsString().contains("+sve"))
    return;
  for (const Instruction &I : instructions(F))
    if (usesScalable(I))
      return; // an error later
  F.addFnAttr("target-features", (Features.getValueAsString() + ",-sve").str());
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

namespace {
/// A variable, and its place among those that are moved.
struct Variable {
  AllocaInst *Alloca;
  uint64_t Size;
  size_t Number; ///< in the order of the code
  uint64_t Offset;
};
} // namespace

static SmallVector<Variable, 8> smallestFirst(Function &F) {
  SmallVector<Variable, 8> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && Alloca->isStaticAlloca()) {
      uint64_t Size = sizeOf(*Alloca).getFixedValue();
      Variables.push_back(
          {Alloca, alignTo(Size, std::max(Alloca->getAlign(), Align(8))),
           Variables.size(), 0});
    }
  llvm::sort(Variables, [](const Variable &A, const Variable &B) {
    return std::tie(A.Size, A.Number) < std::tie(B.Size, B.Number);
  });
  return Variables;
}

/// Moves \p Moved into memory that is allocated when \p F begins, and whose
/// size, \p Size, LLVM does not know.
static void moveVariables(Function &F, ArrayRef<Variable> Moved,
                          uint64_t Size) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  AllocaInst *Memory =
      B.CreateAlloca(B.getInt8Ty(), emitHidden(B, Size), "variables");
  Memory->setAlignment(Align(FrameAlign));
  for (const Variable &V : Moved) {
    Value *Place =
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, V.Offset);
    Place->takeName(V.Alloca);
    V.Alloca->replaceAllUsesWith(Place);
    V.Alloca->eraseFromParent();
  }
}

/// LLVM warns when it emits this, if x19 is a base pointer.
static CallBase *emitUseOfBasePointer(Function &F) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto *Type = FunctionType::get(B.getVoidTy(), false);
  // It does not look at what is empty.
  auto *Use = InlineAsm::get(Type, " ", "~{x19}", /*hasSideEffects=*/true);
  CallInst *Call = B.CreateCall(Use);
  Call->setDoesNotThrow();
  return Call;
}

CallBase *ProcessorAArch64::makeVariablesSmall(Function &F) const {
  replaceElementAccesses(F);
  // LLVM takes a base pointer, x19, where variables have 256 bytes and more;
  // those that its own code needs count, too.
  constexpr uint64_t Most = 96;
  uint64_t Kept = 0, Size = 0;
  SmallVector<Variable, 8> Moved;
  for (Variable &V : smallestFirst(F)) {
    if (Kept + V.Size <= Most) {
      Kept += V.Size;
      continue;
    }
    V.Offset = alignTo(Size, Align(FrameAlign));
    Size = V.Offset + V.Size;
    Moved.push_back(V);
  }
  if (!Moved.empty())
    moveVariables(F, Moved, alignTo(Size, Align(FrameAlign)));
  return emitUseOfBasePointer(F);
}

} // namespace tussah::native
