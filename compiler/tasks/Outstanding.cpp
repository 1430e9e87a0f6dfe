//===- Outstanding.cpp - Which frames may have running tasks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outstanding.h"
#include "Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah {

static bool isSync(const Instruction &I) {
  return isCallOf(I, rep::Sync) || isCallOf(I, rep::SyncUnwind);
}

void OutstandingTasks::transfer(const Instruction &I, FrameSet &State) {
  if (isCallOf(I, rep::Spawn))
    State.insert(I.getOperand(0));
  else if (isSync(I))
    State.erase(I.getOperand(0));
}

OutstandingTasks::OutstandingTasks(const Function &F) {
  SmallVector<const BasicBlock *, 32> Worklist{&F.getEntryBlock()};
  In[&F.getEntryBlock()];
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    FrameSet State = In[BB];
    for (const Instruction &I : *BB)
      transfer(I, State);
    for (const BasicBlock *Succ : successors(BB)) {
      auto [It, IsNew] = In.try_emplace(Succ);
      bool Changed = IsNew;
      for (const Value *Frame : State)
        Changed |= It->second.insert(Frame).second;
      if (Changed)
        Worklist.push_back(Succ);
    }
  }
}

const OutstandingTasks::FrameSet &
OutstandingTasks::atEntry(const BasicBlock &BB) const {
  auto It = In.find(&BB);
  return It == In.end() ? Empty : It->second;
}

void eraseRedundantSyncs(Function &F) {
  OutstandingTasks Analysis(F);
  SmallVector<CallBase *, 8> Redundant;
  for (BasicBlock &BB : F) {
    OutstandingTasks::FrameSet State = Analysis.atEntry(BB);
    for (Instruction &I : BB) {
      if (isSync(I) && !State.contains(I.getOperand(0)))
        Redundant.push_back(cast<CallBase>(&I));
      OutstandingTasks::transfer(I, State);
    }
  }
  for (CallBase *Sync : Redundant) {
    if (auto *II = dyn_cast<InvokeInst>(Sync))
      changeToCall(II)->eraseFromParent();
    else
      Sync->eraseFromParent();
  }
  if (!Redundant.empty())
    EliminateUnreachableBlocks(F);
}

} // namespace tussah
