//===- Cancellation.cpp - Tasks that need not start -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cancellation.h"
#include "Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tussah {

/// The variable of the header, in C and in C++.
static constexpr StringLiteral Marks[] = {"__tussah_cancellation",
                                          "_ZL21__tussah_cancellation"};
static constexpr StringLiteral Flag = "tussah.cancellation";

void takeCancellationMark(Module &M) {
  for (StringRef Mark : Marks) {
    GlobalVariable *Variable = M.getNamedGlobal(Mark);
    if (!Variable)
      continue;
    removeFromUsedLists(
        M, [&](Constant *C) { return C->stripPointerCasts() == Variable; });
    Variable->removeDeadConstantUsers();
    if (Variable->use_empty())
      Variable->eraseFromParent();
    M.setModuleFlag(Module::Max, Flag, 1);
  }
}

bool isCancellable(const Module &M) { return M.getModuleFlag(Flag) != nullptr; }

/// True if the result of \p Call is only stored, perhaps as a part of a larger
/// or smaller value, or not used at all.
static bool isOnlyStored(const Value *Call) {
  return all_of(Call->uses(), [](const Use &U) {
    const User *By = U.getUser();
    if (isa<StoreInst>(By))
      return U.getOperandNo() != StoreInst::getPointerOperandIndex();
    return isa<ExtractValueInst, InsertValueInst, TruncInst, ZExtInst,
               SExtInst>(By) &&
           isOnlyStored(By);
  });
}

static bool canBeSkipped(const CallBase &Call) {
  return !Call.hasStructRetAttr() && !Call.doesNotReturn() &&
         isOnlyStored(&Call);
}

/// Emits a branch behind what \p Head has now: to \p Skipped if the task is
/// cancelled, else to \p Next.
static void emitCheck(BasicBlock *Head, BasicBlock *Skipped, BasicBlock *Next,
                      const DebugLoc &Loc) {
  IRBuilder<> B(Head);
  B.SetCurrentDebugLocation(Loc);
  Value *Cancelled =
      B.CreateCall(getOrInsertRep(*Head->getModule(), rep::Cancelled));
  B.CreateCondBr(Cancelled, Skipped, Next);
}

/// Gives \p Call, the first instruction of its block, a way around it.
static void skipCall(MarkedRegion &R, CallBase *Call) {
  BasicBlock *Head = Call->getParent();
  BasicBlock *Made = SplitBlock(Head, Call->getIterator());
  BasicBlock *Next;
  if (auto *II = dyn_cast<InvokeInst>(Call))
    Next = SplitEdge(Made, II->getNormalDest());
  else
    Next = SplitBlock(Made, Call->getNextNode());
  Head->getTerminator()->eraseFromParent();
  emitCheck(Head, Next, Made, Call->getDebugLoc());
  R.Task.insert(Made);
  R.Task.insert(Next);
  if (Call->use_empty())
    return;
  IRBuilder<> B(Next, Next->begin());
  PHINode *Result = B.CreatePHI(Call->getType(), 2);
  Call->replaceAllUsesWith(Result);
  Result->addIncoming(Call, Made);
  Result->addIncoming(Constant::getNullValue(Call->getType()), Head);
}

/// Lets the spawned block of \p R be left at once.
static void skipBlock(MarkedRegion &R) {
  BasicBlock *Head = R.TaskEntry;
  BasicBlock *Rest = SplitBlock(Head, Head->getFirstNonPHIIt());
  BasicBlock *Skipped =
      BasicBlock::Create(Head->getContext(), "cancelled", Head->getParent());
  IRBuilder<>(Skipped).CreateBr(R.Join);
  Head->getTerminator()->eraseFromParent();
  emitCheck(Head, Skipped, Rest, R.Begin->getDebugLoc());
  R.Task.insert(Rest);
  R.Task.insert(Skipped);
}

void skipIfCancelled(MarkedRegion &R) {
  // A spawned call is the first thing that its task does.
  if (R.Prepare.empty()) {
    skipBlock(R);
    return;
  }
  auto *Call = cast<CallBase>(&*R.TaskEntry->getFirstNonPHIIt());
  if (canBeSkipped(*Call))
    skipCall(R, Call);
}

} // namespace tussah
