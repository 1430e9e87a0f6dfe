//===- Memory.cpp - Local memory of functions that spawn -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "VariableSizes.h"
#include "compiler/tasks/Variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah::native {

void emitEscape(Value *Variable, IRBuilder<> &B) {
  auto *Type = FunctionType::get(B.getVoidTy(), {B.getPtrTy()}, false);
  auto *Nothing = InlineAsm::get(Type, "", "*m", /*hasSideEffects=*/true);
  CallInst *Call = B.CreateCall(Nothing, {Variable});
  Call->addParamAttr(
      0, Attribute::get(B.getContext(), Attribute::ElementType, B.getInt8Ty()));
  Call->setDoesNotThrow();
}

static void eraseLifetimes(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (I.isLifetimeStartOrEnd())
      I.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Over-aligned variables
//===----------------------------------------------------------------------===//

static void alignByHand(AllocaInst *Alloca, Instruction *AfterAllocas) {
  uint64_t Size = sizeOf(*Alloca).getFixedValue();
  uint64_t Alignment = Alloca->getAlign().value();
  IRBuilder<> B(Alloca);
  auto *Bytes = ArrayType::get(B.getInt8Ty(), Size + Alignment - FrameAlign);
  AllocaInst *Memory =
      B.CreateAlloca(Bytes, nullptr, Alloca->getName() + ".memory");
  Memory->setAlignment(Align(FrameAlign));
  B.SetInsertPoint(AfterAllocas);
  Value *Last = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory,
                                             Alignment - FrameAlign);
  Value *Aligned =
      B.CreateIntrinsic(Intrinsic::ptrmask, {B.getPtrTy(), B.getInt64Ty()},
                        {Last, B.getInt64(-static_cast<int64_t>(Alignment))});
  Aligned->takeName(Alloca);
  Alloca->replaceAllUsesWith(Aligned);
  Alloca->eraseFromParent();
}

static void alignVariables(Function &F) {
  SmallVector<AllocaInst *, 4> OverAligned;
  BasicBlock &Entry = F.getEntryBlock();
  for (Instruction &I : make_early_inc_range(Entry)) {
    auto *Alloca = dyn_cast<AllocaInst>(&I);
    if (!Alloca)
      continue;
    Alloca->moveBefore(Entry, Entry.getFirstInsertionPt());
    if (Alloca->getAlign().value() > FrameAlign)
      OverAligned.push_back(Alloca);
  }
  Instruction *AfterAllocas = &*Entry.getFirstNonPHIOrDbgOrAlloca();
  for (AllocaInst *Alloca : OverAligned)
    alignByHand(Alloca, AfterAllocas);
}

//===----------------------------------------------------------------------===//
// The stack pointer
//===----------------------------------------------------------------------===//

/// Adds the registers that pass a value of type \p T to the counters, or more.
/// Returns false if it may not be passed in registers.
static bool addRegisters(Type *T, unsigned &Integers, unsigned &Vectors) {
  constexpr unsigned VectorBits = 128;
  unsigned Bits = T->getPrimitiveSizeInBits().getKnownMinValue();
  if (T->isPointerTy() || (T->isIntegerTy() && Bits <= 64))
    ++Integers;
  else if (T->isFloatTy() || T->isDoubleTy())
    ++Vectors;
  else if (isa<FixedVectorType>(T) && T->getScalarSizeInBits() >= 8 &&
           Bits % VectorBits == 0)
    Vectors += Bits / VectorBits;
  else
    return false;
  return true;
}

bool needStack(const Processor &Machine, Type *Result,
               iterator_range<User::const_op_iterator> Args,
               CallingConv::ID Convention) {
  Processor::Registers Most = Machine.registersFor(Convention);
  // The address of a large result is one more argument.
  unsigned Integers = Result->isAggregateType() || Result->isVectorTy();
  unsigned Vectors = 0;
  for (const Value *Arg : Args)
    if (!addRegisters(Arg->getType(), Integers, Vectors))
      return true;
  return Integers > Most.Integers || Vectors > Most.Vectors;
}

/// True if \p Call may pass arguments on the stack.
static bool passesOnStack(const Processor &Machine, const CallBase &Call) {
  if (isa<IntrinsicInst>(Call) || Call.isInlineAsm())
    return false;
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Call.isPassPointeeByValueArgument(I))
      return true;
  return needStack(Machine, Call.getType(), Call.args(), Call.getCallingConv());
}

/// Emits an alloca of a size that LLVM does not know to be 0.
static void emitDynamicAlloca(const Processor &Machine, Instruction *At) {
  IRBuilder<> B(At);
  Value *Size = Machine.emitHiddenZero(B);
  emitEscape(B.CreateAlloca(B.getInt8Ty(), Size), B);
}

/// Emits such allocas, where \p F needs them.
static void moveStackPointer(Function &F, RuntimeCalls &Runtime) {
  SmallVector<CallBase *, 16> Calls, ExceptionCalls;
  bool MayMove = Runtime.Machine.movesForFramePointer();
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      Calls.push_back(Call);
      if (Call->getCalledFunction() == Runtime.exception())
        ExceptionCalls.push_back(Call);
      MayMove |= passesOnStack(Runtime.Machine, *Call);
    }
  if (ExceptionCalls.empty())
    return;
  if (!MayMove) {
    // What a link-time optimizer inlined might pass arguments on the stack.
    for (CallBase *Call : Calls)
      Call->setIsNoInline();
    return;
  }
  for (CallBase *Call : ExceptionCalls)
    emitDynamicAlloca(Runtime.Machine, Call->getNextNode());
}

CallBase *keepStackPointer(Function &F, RuntimeCalls &Runtime) {
  moveStackPointer(F, Runtime);
  bool Moves = any_of(instructions(F), [](const Instruction &I) {
    auto *Alloca = dyn_cast<AllocaInst>(&I);
    return Alloca && !Alloca->isStaticAlloca();
  });
  return Moves ? Runtime.Machine.makeVariablesSmall(F) : nullptr;
}

AllocaInst *prepareMemory(Function &F, RuntimeCalls &Runtime) {
  eraseLifetimes(F);
  AllocaInst *Top = prepareVariableSizes(F, Runtime);
  alignVariables(F);
  return Top;
}

} // namespace tussah::native
