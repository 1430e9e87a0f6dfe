//===- Views.cpp - Reducers on the native runtime -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"

#include "compiler/tasks/Representation.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tussah::native {

/// Makes what follows \p Call a block of its own, and returns it.
static BasicBlock *splitBehind(CallBase *Call) {
  BasicBlock *Head = Call->getParent();
  if (isa<CallInst>(Call)) {
    BasicBlock *Rest =
        Head->splitBasicBlock(std::next(Call->getIterator()), "viewed");
    Head->getTerminator()->eraseFromParent();
    return Rest;
  }
  BasicBlock *Normal = cast<InvokeInst>(Call)->getNormalDest();
  auto *Rest = BasicBlock::Create(Call->getContext(), "viewed",
                                  Head->getParent(), Normal);
  BranchInst::Create(Normal, Rest)->setDebugLoc(Call->getDebugLoc());
  Normal->replacePhiUsesWith(Head, Rest);
  return Rest;
}

/// Replaces \p Call by a call of \p Callee, which is left out in leftmost
/// strands. There the result is \p Leftmost, if there is one.
static void lower(CallBase *Call, Function *Callee, Value *Leftmost,
                  RuntimeCalls &Runtime) {
  BasicBlock *Head = Call->getParent();
  BasicBlock *Rest = splitBehind(Call);
  auto *Slow =
      BasicBlock::Create(Call->getContext(), "views", Head->getParent(), Rest);
  IRBuilder<> B(Slow);
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  SmallVector<Value *, 6> Args(Call->args());
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(Call)) {
    New = B.CreateInvoke(Callee, Rest, Invoke->getUnwindDest(), Args);
    Invoke->getUnwindDest()->replacePhiUsesWith(Head, Slow);
  } else {
    New = B.CreateCall(Callee, Args);
    B.CreateBr(Rest);
  }

  B.SetInsertPoint(Head);
  Value *Views = Runtime.loadViews(B);
  B.CreateCondBr(B.CreateICmpEQ(Views, B.getInt64(0)), Rest, Slow);
  if (Leftmost) {
    B.SetInsertPoint(Rest, Rest->begin());
    PHINode *Phi = B.CreatePHI(Call->getType(), 2, "view");
    Phi->addIncoming(Leftmost, Head);
    Phi->addIncoming(New, Slow);
    Call->replaceAllUsesWith(Phi);
  }
  Call->eraseFromParent();
}

void lowerViews(Module &M, RuntimeCalls &Runtime) {
  for (CallBase *Call : callsOf(M, rep::View))
    lower(Call, Runtime.view(), Call->getArgOperand(0), Runtime);
  for (CallBase *Call : callsOf(M, rep::ReducerBegin))
    lower(Call, Runtime.reducersBegin(), nullptr, Runtime);
  for (CallBase *Call : callsOf(M, rep::ReducerEnd))
    lower(Call, Runtime.reducersEnd(), nullptr, Runtime);
}

} // namespace tussah::native
