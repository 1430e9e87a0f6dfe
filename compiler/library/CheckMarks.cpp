//===- CheckMarks.cpp - Whether a front end's marks make sense ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckMarks.h"

#include "compiler/tasks/MarkedRegion.h"
#include "compiler/tasks/Markers.h"
#include "compiler/tasks/Outstanding.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tussah {

namespace {

class MarkChecker {
  raw_ostream &OS;
  bool Ok = true;

public:
  explicit MarkChecker(raw_ostream &OS) : OS(OS) {}

  bool run(Module &M);

private:
  void fail(const Function &F, const Twine &What) {
    OS << "function '" << F.getName() << "': " << What << '\n';
    Ok = false;
  }
  void checkFunction(Function &F);
  void checkRegion(const MarkedRegion &R, const BlockSet &Blocks);
  void checkControl(const MarkedRegion &R, const BlockSet &Blocks,
                    StringRef Kind);
};

} // namespace

/// True if control comes to the end of \p R through its entry, and in no other
/// way. Blocks from which it never gets there may be shared with others.
static bool isClosed(const MarkedRegion &R, const BlockSet &Blocks) {
  BlockSet Reaching;
  SmallVector<BasicBlock *, 16> Worklist{R.Join};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    for (BasicBlock *Pred : predecessors(BB)) {
      if (Pred == R.Begin->getParent() && (BB == R.Join || BB == R.Entry))
        continue;
      if (!Blocks.contains(Pred))
        return false;
      if (Reaching.insert(Pred))
        Worklist.push_back(Pred);
    }
  }
  return Reaching.contains(R.Entry);
}

/// One message for a region, whatever else follows from the first mistake.
void MarkChecker::checkControl(const MarkedRegion &R, const BlockSet &Blocks,
                               StringRef Kind) {
  const Function &F = *R.Join->getParent();
  BasicBlock *Head = R.Begin->getParent();
  auto Leaves = [](const BasicBlock *BB) {
    return isa<ReturnInst, ResumeInst>(BB->getTerminator());
  };
  if (Blocks.contains(Head) || any_of(Blocks, Leaves))
    return fail(F, Kind + " returns or jumps out; it has to go on to its end");
  if (any_of(Blocks, [](const BasicBlock *BB) {
        return isa<InvokeInst>(BB->getTerminator());
      }))
    return fail(F,
                Kind + " handles exceptions; let it call a function that does");
  if (!isClosed(R, Blocks))
    fail(F, "the end of " + Kind +
                " has to be reached from its begin, and only from "
                "there");
}

void MarkChecker::checkRegion(const MarkedRegion &R, const BlockSet &Blocks) {
  StringRef Kind = R.IsLoop ? "the body of a parallel loop" : "a task";
  const Function &F = *R.Join->getParent();
  checkControl(R, Blocks, Kind);
  // No other use of a task's value can be dominated by it.
  if (!R.Join->phis().empty())
    fail(F, "a PHI where " + Kind +
                " ends, for a value that it computes; store that to memory");
  if (R.Begin->getArgOperand(0) != R.End->getArgOperand(0))
    fail(F, Kind + " begins and ends with different sync regions");
}

/// What is wrong with the sync region that the mark \p I belongs to, which must
/// be known at compile time. Empty if \p I is all right, or no mark.
static StringRef whyBadRegion(const Instruction &I) {
  for (StringRef Name : {marker::TaskBegin, marker::TaskEnd, marker::LoopBegin,
                         marker::LoopEnd, marker::Sync, marker::RegionOpen})
    if (isCallOf(I, Name)) {
      auto *Region = dyn_cast<ConstantInt>(I.getOperand(0));
      if (!Region)
        return "the number of a sync region is not constant";
      // Such a task would be called, without a word.
      if (Region->equalsInt(marker::CalledRegion))
        return "the number of a sync region is 4294967295, which has another "
               "meaning";
    }
  return "";
}

void MarkChecker::checkFunction(Function &F) {
  // A front end may emit something behind a way out of a block. It would seem
  // to lead into tasks.
  if (!F.isDeclaration())
    EliminateUnreachableBlocks(F);
  for (Instruction &I : instructions(F))
    if (StringRef Why = whyBadRegion(I); !Why.empty()) {
      fail(F, Why);
      break;
    }
  SmallPtrSet<Instruction *, 4> LoopIndices;
  SmallPtrSet<Instruction *, 4> Ends;
  for (Instruction &I : instructions(F)) {
    if (isCallOf(I, marker::LoopIndex))
      LoopIndices.insert(&I);
    if (isCallOf(I, marker::TaskEnd) || isCallOf(I, marker::LoopEnd))
      Ends.insert(&I);
  }
  for (Instruction &I : instructions(F)) {
    if (!isBegin(I))
      continue;
    std::optional<MarkedRegion> R = matchRegion(cast<CallBase>(&I));
    if (!R) {
      fail(F, "a task or parallel loop has no end, or more than one entry");
      continue;
    }
    Ends.erase(R->End);
    BlockSet Blocks = blocksOf(*R);
    checkRegion(*R, Blocks);
    for (Instruction *Index : to_vector(LoopIndices))
      if (R->IsLoop && Blocks.contains(Index->getParent()))
        LoopIndices.erase(Index);
  }
  if (!LoopIndices.empty())
    fail(F, "the index of a parallel loop outside of its body");
  // It may be that of a begin which has been complained about.
  if (Ok && !Ends.empty())
    fail(F, "the end of a task or parallel loop that has no begin");
}

bool MarkChecker::run(Module &M) {
  for (Function &F : M)
    checkFunction(F);
  return Ok;
}

bool checkMarks(Module &M, raw_ostream &OS) { return MarkChecker(OS).run(M); }

/// A call that may leave \p F by an exception while tasks are outstanding; null
/// if there is none.
static const CallInst *findEscape(const Function &F) {
  OutstandingTasks Analysis(F);
  for (const BasicBlock &BB : F) {
    OutstandingTasks::FrameSet State = Analysis.atEntry(BB);
    for (const Instruction &I : BB) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (Call && !State.empty() && !Call->doesNotThrow() &&
          !isCallOf(I, rep::Sync) && !isCallOf(I, rep::SyncUnwind))
        return Call;
      OutstandingTasks::transfer(I, State);
    }
  }
  return nullptr;
}

/// True if \p F has a landing pad with handlers from which an exception of a
/// task goes past them.
static bool passesHandlers(Function &F) {
  return any_of(callsIn(F, rep::SyncUnwind), [](const CallBase *Sync) {
    auto *Exception = dyn_cast<ExtractValueInst>(Sync->getArgOperand(1));
    auto *Pad = Exception
                    ? dyn_cast<LandingPadInst>(Exception->getAggregateOperand())
                    : nullptr;
    return isa<CallInst>(Sync) && Pad && Pad->getNumClauses() != 0;
  });
}

bool checkUnwinding(Module &M, raw_ostream &OS) {
  bool Ok = true;
  for (Function &F : M) {
    if (passesHandlers(F)) {
      OS << "function '" << F.getName()
         << "': an exception of a task would pass the handler of a landing pad "
            "that syncs; give the sync a landing pad of its own\n";
      Ok = false;
    }
    if (F.doesNotThrow() || callsIn(F, rep::Spawn).empty())
      continue;
    const CallInst *Call = findEscape(F);
    if (!Call)
      continue;
    OS << "function '" << F.getName() << "': ";
    if (isCallOf(*Call, rep::Spawn))
      OS << "a task may throw where it starts";
    else if (StringRef Name = Call->getCalledOperand()->getName();
             !Name.empty())
      OS << "a call of '" << Name << "' may throw";
    else
      OS << "an indirect call may throw";
    OS << " while others are not finished; make it an invoke whose landing "
          "pad syncs, or the function nounwind\n";
    Ok = false;
  }
  return Ok;
}

} // namespace tussah
