//===- LastSpawns.cpp - The last spawn before a sync is a call ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LastSpawns.h"

#include "CallSpawn.h"
#include "Remarks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-last-spawns", cl::init(true), cl::Hidden,
            cl::desc("call tasks that are spawned right before a sync"));

/// What may be between the spawn and the sync, on one way, and on how many
/// blocks. Without optimization even a little takes some instructions.
static constexpr unsigned MostInstructions = 24, MostBlocks = 6;

/// True if other threads cannot have waited for \p I, and it takes no time.
static bool isNothing(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return false;
  auto *Call = dyn_cast<CallBase>(&I);
  return !Call || I.isLifetimeStartOrEnd() || isa<AssumeInst>(I) ||
         (isa<IntrinsicInst>(I) && Call->doesNotAccessMemory());
}

static bool isSyncOf(const Instruction &I, const Value *Frame) {
  return (isCallOf(I, rep::Sync) || isCallOf(I, rep::SyncUnwind)) &&
         I.getOperand(0) == Frame;
}

/// True if on all ways from \p From in \p BB there is nothing before a sync of
/// \p Frame.
static bool onlySyncFollows(const BasicBlock &BB,
                            BasicBlock::const_iterator From, const Value *Frame,
                            unsigned Instructions, unsigned Blocks) {
  for (const Instruction &I : make_range(From, BB.end())) {
    if (isSyncOf(I, Frame))
      return true;
    if (isa<DbgInfoIntrinsic>(I) || isa<PHINode>(I))
      continue;
    if (!isNothing(I) || Instructions-- == 0)
      return false;
  }
  if (isa<UnreachableInst>(BB.getTerminator()))
    return true;
  return Blocks > 0 && succ_size(&BB) > 0 &&
         all_of(successors(&BB), [&](const BasicBlock *Next) {
           return onlySyncFollows(*Next, Next->begin(), Frame, Instructions,
                                  Blocks - 1);
         });
}

static bool isLast(const SpawnCall &Spawn) {
  const CallBase *Call = Spawn.call();
  const BasicBlock *BB = Call->getParent();
  BasicBlock::const_iterator From = std::next(Call->getIterator());
  if (auto *Invoke = dyn_cast<InvokeInst>(Call)) {
    BB = Invoke->getNormalDest();
    From = BB->begin();
  }
  return onlySyncFollows(*BB, From, Spawn.frame(), MostInstructions,
                         MostBlocks);
}

PreservedAnalyses LastSpawnsPass::run(Module &M, ModuleAnalysisManager &) {
  SmallSetVector<Function *, 8> Changed;
  for (CallBase *Call : callsOf(M, rep::Spawn)) {
    SpawnCall Spawn(Call);
    if (!Enabled || !mayDecideIn(*Call->getFunction()) || !canCallTask(Spawn) ||
        !isLast(Spawn))
      continue;
    CallBase *Task = callTask(Spawn);
    remarkDone(*Task, "LastSpawn",
               [] { return "called, not spawned: only the sync follows"; });
    Changed.insert(Task->getFunction());
  }
  for (Function *F : Changed)
    forgetTasks(*F);
  return Changed.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tussah
