//===- AdjacentChecks.cpp - One check for accesses side by side -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of one block, of one line of the source, that are all loads or all
// stores, at addresses one directly behind the other, become one where the
// first of them is: if the block is executed, so are all, in the same strand.
// One line, because a report names it.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// More are not one access of a tool.
static constexpr uint64_t MostBytes = 256;

namespace {

struct Part {
  CheckCall Check;
  int64_t Offset;
};

/// What checks must have in common: whether they are stores, and the line, with
/// the function it was inlined from.
using Key = std::tuple<unsigned, unsigned, const void *, const void *>;

/// Checks whose addresses differ by constants, which offsets are: from that of
/// the first one.
struct Neighbours {
  const SCEV *First;
  SmallVector<Part, 4> Parts;
};

class Joiner {
public:
  Joiner(Function &F, ScalarEvolution &SE) : F(F), SE(SE) {}

  void run();

private:
  void add(CheckCall Check);
  void joinAll();

  Function &F;
  ScalarEvolution &SE;
  MapVector<Key, SmallVector<Neighbours, 4>> Found;
};

} // namespace

/// Makes one of \p Parts, sorted, where the first of them is executed.
static void join(ArrayRef<Part> Parts) {
  const Part &Front = Parts.front();
  const Part *Earliest = &Front;
  for (const Part &P : Parts)
    if (P.Check.call()->comesBefore(Earliest->Check.call()))
      Earliest = &P;
  uint64_t Size =
      Parts.back().Offset + Parts.back().Check.size() - Front.Offset;
  IRBuilder<> B(Earliest->Check.call());
  Value *Address = Earliest->Check.address();
  // That of the first part may not have been computed yet.
  if (int64_t Offset = Front.Offset - Earliest->Offset)
    Address = B.CreatePtrAdd(Address, B.getInt64(uint64_t(Offset)));
  Earliest->Check.makeLarger(Front.Check, Address, Size);
  for (const Part &P : Parts)
    P.Check.call()->eraseFromParent();
}

/// Joins those of \p Parts, of one block, that lie side by side.
static void joinParts(SmallVectorImpl<Part> &Parts) {
  llvm::sort(Parts,
             [](const Part &A, const Part &B) { return A.Offset < B.Offset; });
  SmallVector<SmallVector<Part, 4>, 4> Groups;
  for (const Part &P : Parts) {
    if (!Groups.empty()) {
      const Part &Last = Groups.back().back();
      int64_t Begin = Groups.back().front().Offset;
      if (Last.Offset + int64_t(Last.Check.size()) == P.Offset &&
          uint64_t(P.Offset - Begin) + P.Check.size() <= MostBytes) {
        Groups.back().push_back(P);
        continue;
      }
    }
    Groups.push_back({P});
  }
  for (const auto &Group : Groups)
    if (Group.size() > 1)
      join(Group);
}

void Joiner::joinAll() {
  for (auto &[K, Groups] : Found)
    for (Neighbours &Group : Groups)
      if (Group.Parts.size() > 1)
        joinParts(Group.Parts);
  Found.clear();
}

void Joiner::add(CheckCall Check) {
  // Each group is compared with.
  constexpr size_t MostGroups = 16;
  const DILocation *L = Check.call()->getDebugLoc();
  Key K{unsigned(Check.isStore()), L ? L->getLine() : 0,
        L ? L->getScope()->getSubprogram() : nullptr,
        L ? L->getInlinedAt() : nullptr};
  const SCEV *Address = SE.getSCEV(Check.address());
  SmallVectorImpl<Neighbours> &Groups = Found[K];
  for (Neighbours &Group : Groups) {
    const auto *Offset =
        dyn_cast<SCEVConstant>(SE.getMinusSCEV(Address, Group.First));
    if (!Offset)
      continue;
    Group.Parts.push_back({Check, Offset->getAPInt().getSExtValue()});
    return;
  }
  if (Groups.size() < MostGroups)
    Groups.push_back({Address, {{Check, 0}}});
}

void Joiner::run() {
  for (BasicBlock &BB : F) {
    for (Instruction &I : BB) {
      std::optional<CheckCall> Check = CheckCall::find(I);
      if (!Check) {
        if (endsChecks(I) || !isGuaranteedToTransferExecutionToSuccessor(&I))
          joinAll();
        continue;
      }
      if (!Check->isAtomic() && !Check->isRange() && Check->hasRangeHook())
        add(*Check);
    }
    joinAll();
  }
}

void joinAdjacentChecks(Function &F, FunctionAnalysisManager &FAM) {
  // Checks have been removed.
  FAM.invalidate(F, PreservedAnalyses::none());
  Joiner(F, FAM.getResult<ScalarEvolutionAnalysis>(F)).run();
}

} // namespace tussah
