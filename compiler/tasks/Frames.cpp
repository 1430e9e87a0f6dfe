//===- Frames.cpp - Where the frames of tasks are -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"
#include "Representation.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Whether control may come back to \p BB. Cycles that are not natural loops
/// (goto) are not in LoopInfo.
static bool isInCycle(BasicBlock *BB, DominatorTree &DT, LoopInfo &LI) {
  return LI.getLoopFor(BB) || any_of(successors(BB), [&](BasicBlock *Succ) {
           return isPotentiallyReachable(Succ, BB, nullptr, &DT, &LI);
         });
}

BasicBlock::iterator framePoint(Function &F, DominatorTree &DT, LoopInfo &LI,
                                ArrayRef<Use *> Users) {
  BasicBlock *BB = nullptr;
  for (Use *U : Users) {
    auto *User = cast<Instruction>(U->getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    BasicBlock *B = Phi ? Phi->getIncomingBlock(*U) : User->getParent();
    if (DT.isReachableFromEntry(B))
      BB = BB ? DT.findNearestCommonDominator(BB, B) : B;
  }
  BasicBlock *Entry = &F.getEntryBlock();
  if (!BB)
    BB = Entry;
  while (Loop *L = LI.getLoopFor(BB))
    BB = DT.getNode(L->getHeader())->getIDom()->getBlock();
  if (BB != Entry && isInCycle(BB, DT, LI))
    BB = Entry;
  while (BB != Entry && BB->isEHPad())
    BB = DT.getNode(BB)->getIDom()->getBlock();
  if (BB == Entry)
    return BB->getFirstNonPHIOrDbgOrAlloca();
  return BB->getFirstInsertionPt();
}

PreservedAnalyses FramePlacementPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  // The users of tussah.frame are those of the whole module, which may have
  // thousands.
  if (!F.getParent()->getFunction(rep::Frame))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (CallBase *Call : callsIn(F, rep::Frame)) {
    // What was inlined may have lost its spawns to constants. Who has a frame
    // is taken for one who spawns.
    if (MayMove && Call->use_empty() && isa<CallInst>(Call)) {
      Call->eraseFromParent();
      Changed = true;
      continue;
    }
    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    BasicBlock *BB = Call->getParent();
    if (!DT.isReachableFromEntry(BB) || !isInCycle(BB, DT, LI))
      continue;
    if (!MayMove) {
      for (Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop())
        L->setLoopAlreadyUnrolled();
      continue;
    }
    SmallVector<Use *, 8> Users;
    for (Use &Use : Call->uses())
      Users.push_back(&Use);
    BasicBlock::iterator To = framePoint(F, DT, LI, Users);
    Call->moveBefore(*To->getParent(), To);
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace tussah
