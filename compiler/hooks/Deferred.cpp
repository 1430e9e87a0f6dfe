//===- Deferred.cpp - Hooks of frames and variables, made later -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deferred.h"

#include "compiler/compat/IR.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

Function *declareForOptimizer(Module &M, StringRef Name,
                              ArrayRef<Type *> Types) {
  LLVMContext &C = M.getContext();
  auto *F =
      Function::Create(FunctionType::get(Type::getVoidTy(C), Types, false),
                       GlobalValue::ExternalLinkage, Name, M);
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::NoFree);
  F->addFnAttr(Attribute::NoCallback);
  // The place in the source is an operand, so calls do not become one.
  F->addFnAttr(Attribute::NoMerge);
  // Functions are inlined where they would be without the tool. Those that
  // remain calls end what is known of the strand's accesses, and variables that
  // they get by reference are in memory, to be announced and checked.
  F->addFnAttr("call-inline-cost", "0");
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (unsigned Operand : {0, 1}) {
    F->addParamAttr(Operand, compat::capturesNothing(C));
    F->addParamAttr(Operand, Attribute::ReadNone);
  }
  return F;
}

static Function *declare(Module &M) {
  if (Function *F = M.getFunction(DeferredName))
    return F;
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C);
  return declareForOptimizer(M, DeferredName, {Ptr, Ptr, Type::getInt64Ty(C)});
}

void DeferredHook::add(IRBuilder<> &B, Function *Hook, Kind K, Value *Address,
                       Value *Extra, GlobalVariable *Base, uint64_t Number,
                       uint64_t Properties) {
  Module &M = *B.GetInsertBlock()->getModule();
  Constant *First = Base;
  if (!First)
    First = ConstantPointerNull::get(B.getPtrTy());
  Constant *What = ConstantStruct::getAnon(
      {Hook, First, B.getInt64(Number), B.getInt64(K), B.getInt64(Properties)});
  auto *Global =
      new GlobalVariable(M, What->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, What, "csi.access");
  B.CreateCall(declare(M), {Global, Address, Extra});
}

std::optional<DeferredHook> DeferredHook::find(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->isDeclaration() || Callee->getName() != DeferredName)
    return std::nullopt;
  return DeferredHook(Call);
}

Constant *DeferredHook::member(Member Which) const {
  return cast<GlobalVariable>(Call->getArgOperand(0))
      ->getInitializer()
      ->getAggregateElement(Which);
}

uint64_t DeferredHook::constant(Member Which) const {
  return cast<ConstantInt>(member(Which))->getZExtValue();
}

void DeferredHook::lower() const {
  IRBuilder<> B(Call);
  Value *Extra = Call->getArgOperand(2);
  SmallVector<Value *, 4> Arguments;
  if (auto *First = dyn_cast<GlobalVariable>(member(Base)))
    Arguments.push_back(
        B.CreateAdd(B.CreateLoad(B.getInt64Ty(), First), member(Number)));
  Arguments.push_back(address());
  if (kind() == FrameEntry || kind() == Variable)
    Arguments.push_back(Extra);
  if (kind() == Variable)
    Arguments.push_back(member(Properties));
  CallInst *New = B.CreateCall(cast<Function>(member(Hook)), Arguments);
  New->setDoesNotThrow();
  Call->eraseFromParent();
  InlineFunctionInfo Info;
  InlineFunction(*New, Info);
}

void lowerDeferredHooks(Module &M) {
  Function *Deferred = M.getFunction(DeferredName);
  if (!Deferred)
    return;
  for (User *U : make_early_inc_range(Deferred->users()))
    if (std::optional<DeferredHook> Hook =
            DeferredHook::find(*cast<Instruction>(U)))
      Hook->lower();
  Deferred->eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// Whether what \p I does needs the frame of its function: a check, which may
/// report, or code that may have frames of its own.
static bool needsFrame(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  return !isa<IntrinsicInst>(Call) && !DeferredHook::find(I);
}

/// Whether nothing needs a frame on the paths from \p First to where \p IsEnd.
static bool isIdle(Instruction &First,
                   function_ref<bool(Instruction &)> IsEnd) {
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock::iterator, 16> Worklist{
      std::next(First.getIterator())};
  while (!Worklist.empty()) {
    BasicBlock::iterator I = Worklist.pop_back_val();
    BasicBlock *BB = I->getParent();
    bool HasEnded = false;
    for (; I != BB->end() && !HasEnded; ++I) {
      if (needsFrame(*I))
        return false;
      HasEnded = IsEnd(*I);
    }
    if (HasEnded)
      continue;
    for (BasicBlock *Next : successors(BB))
      if (Seen.insert(Next).second)
        Worklist.push_back(Next->begin());
  }
  return true;
}

/// Removes what is around calls that have been inlined and had idle frames.
static void removeIdleCalls(Function &F) {
  SmallVector<Instruction *, 16> Idle;
  for (BasicBlock &BB : F) {
    // The hook before a call, if nothing has needed it yet.
    std::optional<DeferredHook> Last;
    for (Instruction &I : BB) {
      auto D = DeferredHook::find(I);
      if (D && D->kind() == DeferredHook::FrameResume && Last &&
          Last->address() == D->address()) {
        Idle.append({Last->call(), &I});
        Last.reset();
      } else if (D && D->kind() == DeferredHook::FrameCall) {
        Last = D;
      } else if (needsFrame(I) || (D && D->isOfFrame())) {
        Last.reset();
      }
    }
  }
  for (Instruction *I : Idle)
    I->eraseFromParent();
}

void removeIdleFrames(Function &F) {
  MapVector<Value *, SmallVector<DeferredHook, 8>> Frames;
  for (Instruction &I : instructions(F))
    if (auto D = DeferredHook::find(I); D && D->isOfFrame())
      Frames[D->address()].push_back(*D);
  for (auto &[Frame, Hooks] : Frames) {
    auto IsExit = [Frame = Frame](Instruction &I) {
      auto D = DeferredHook::find(I);
      return D && D->kind() == DeferredHook::FrameExit && D->address() == Frame;
    };
    if (!all_of(Hooks, [&](DeferredHook D) {
          return D.kind() != DeferredHook::FrameEntry ||
                 isIdle(*D.call(), IsExit);
        }))
      continue;
    for (DeferredHook D : Hooks)
      D.call()->eraseFromParent();
  }
  removeIdleCalls(F);
}

} // namespace tussah
