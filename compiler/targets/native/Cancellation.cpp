//===- Cancellation.cpp - Checks of the native target -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cancellation.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah::native {

static MDNode *unlikely(LLVMContext &C) {
  return MDBuilder(C).createUnlikelyBranchWeights();
}

/// The check at the beginning of \p Task, if it has only this one, and no tasks
/// of its own.
static CallBase *checkOf(Function &Task) {
  CallBase *Check = nullptr;
  for (Instruction &I : instructions(Task)) {
    if (isCallOf(I, rep::Frame) || (Check && isCallOf(I, rep::Cancelled)))
      return nullptr;
    if (isCallOf(I, rep::Cancelled) && I.getParent()->isEntryBlock())
      Check = cast<CallBase>(&I);
  }
  if (!Check)
    return nullptr;
  for (Instruction &I : Task.getEntryBlock()) {
    if (&I == Check)
      return Check;
    // What comes first would be done by the parent, too.
    if (!isa<AllocaInst>(I) && I.mayHaveSideEffects() && !isa<StoreInst>(I))
      return nullptr;
  }
  return nullptr;
}

/// A copy of \p Task, which begins with \p Check, without it.
static Function *copyWithoutCheck(Function &Task, CallBase *Check) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Task, Map);
  Copy->setName(Task.getName() + ".unchecked");
  auto *CopiedCheck = cast<CallBase>(Map[Check]);
  CopiedCheck->replaceAllUsesWith(ConstantInt::getFalse(Copy->getContext()));
  eraseCall(CopiedCheck);
  for (BasicBlock &BB : *Copy)
    ConstantFoldTerminator(&BB);
  removeUnreachableBlocks(*Copy);
  for (BasicBlock &BB : make_early_inc_range(*Copy))
    MergeBlockIntoPredecessor(&BB);
  return Copy;
}

/// Lets \p Spawn spawn \p Unchecked if it is not cancelled, and call its task
/// if it is: what is left then is to make the result zero.
static void checkBefore(CallBase *Spawn, Function *Unchecked) {
  Function &F = *Spawn->getFunction();
  Function *Task = SpawnCall(Spawn).helper();
  SmallVector<Value *, 8> Args(SpawnCall(Spawn).captures());
  BasicBlock *Head = Spawn->getParent();
  BasicBlock *Spawns = SplitBlock(Head, Spawn->getIterator());
  BasicBlock *Next;
  if (auto *II = dyn_cast<InvokeInst>(Spawn))
    Next = SplitEdge(Spawns, II->getNormalDest());
  else
    Next = SplitBlock(Spawns, Spawn->getNextNode());
  BasicBlock *Skips = BasicBlock::Create(F.getContext(), "cancelled", &F, Next);
  Head->getTerminator()->eraseFromParent();
  IRBuilder<> B(Head);
  B.SetCurrentDebugLocation(Spawn->getDebugLoc());
  Value *Cancelled =
      B.CreateCall(getOrInsertRep(*F.getParent(), rep::Cancelled));
  B.CreateCondBr(Cancelled, Skips, Spawns, unlikely(F.getContext()));
  B.SetInsertPoint(Skips);
  CallInst *Call = B.CreateCall(Task, Args);
  Call->setCallingConv(Task->getCallingConv());
  // It finds itself cancelled again (runtime/scheduler/cancel.h).
  Call->setDoesNotThrow();
  B.CreateBr(Next);
  constexpr unsigned HelperArg = 2;
  Spawn->setArgOperand(HelperArg, Unchecked);
}

void checkBeforeSpawns(Module &M) {
  DenseMap<Function *, Function *> Copies;
  for (CallBase *Spawn : callsOf(M, rep::Spawn)) {
    Function *Task = SpawnCall(Spawn).helper();
    // Unoptimized, a spawn is the call of its task anyway; and who destroys the
    // arguments is the task.
    if (Spawn->getFunction()->hasOptNone() ||
        !isa<ConstantPointerNull>(SpawnCall(Spawn).storage()))
      continue;
    auto [It, IsNew] = Copies.try_emplace(Task);
    if (IsNew)
      if (CallBase *Check = checkOf(*Task))
        It->second = copyWithoutCheck(*Task, Check);
    if (It->second)
      checkBefore(Spawn, It->second);
  }
}

/// Replaces \p Call by what scope_is_cancelled does first, and a call for the
/// rest.
static void lowerCheck(CallBase *Call, RuntimeCalls &Runtime) {
  LLVMContext &C = Call->getContext();
  BasicBlock *Before = Call->getParent();
  IRBuilder<> B(Call);
  Value *Scope = Runtime.Abi.emit(B, "scope");
  Instruction *InScope =
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(Scope), Call->getIterator(),
                                /*Unreachable=*/false, unlikely(C));
  B.SetInsertPoint(InScope);
  Value *MustAsk =
      Runtime.Abi.emit(B, "must_ask", {B.CreateIntToPtr(Scope, B.getPtrTy())});
  Value *Changed = B.CreateIsNotNull(MustAsk);
  Instruction *Asks = SplitBlockAndInsertIfThen(
      Changed, InScope->getIterator(), /*Unreachable=*/false, unlikely(C));
  BasicBlock *Compares = cast<Instruction>(Changed)->getParent();
  B.SetInsertPoint(Asks);
  Value *Answer = B.CreateIsNotNull(B.CreateCall(Runtime.cancelled()));
  B.SetInsertPoint(InScope);
  PHINode *Inside = B.CreatePHI(B.getInt1Ty(), 2);
  Inside->addIncoming(B.getFalse(), Compares);
  Inside->addIncoming(Answer, Asks->getParent());
  B.SetInsertPoint(Call);
  PHINode *Cancelled = B.CreatePHI(B.getInt1Ty(), 2);
  Cancelled->addIncoming(B.getFalse(), Before);
  Cancelled->addIncoming(Inside, InScope->getParent());
  Call->replaceAllUsesWith(Cancelled);
  eraseCall(Call);
}

void lowerCancellation(Module &M, RuntimeCalls &Runtime) {
  for (CallBase *Call : callsOf(M, rep::Cancelled))
    lowerCheck(Call, Runtime);
  for (CallBase *Call : callsOf(M, rep::Scope)) {
    IRBuilder<> B(Call);
    Call->replaceAllUsesWith(
        B.CreateIntToPtr(Runtime.Abi.emit(B, "scope"), B.getPtrTy()));
    eraseCall(Call);
  }
}

} // namespace tussah::native
