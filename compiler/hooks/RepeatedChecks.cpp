//===- RepeatedChecks.cpp - Checks that a strand has made already ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check is left out if on each path to it, in the same strand, there is one
// that covers its bytes, and is a store or both are loads. What is in parallel
// with the second is with the first, which conflicts with no less. A value that
// is an address has been the same since it was computed, so an address that is
// made again, in a loop, is not checked yet: the path to where it is made has
// no check of it.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Functions with more are left as they are.
static constexpr size_t MostChecks = 20000;

namespace {

/// What a check covers: `Size` bytes at `Base` plus `Offset`.
struct Covered {
  CheckCall Check;
  const Value *Base;
  int64_t Offset;
  uint64_t Size;
  /// Those of the same base.
  SmallVector<unsigned, 4> CoveredBy;
};

class RepetitionFinder {
public:
  explicit RepetitionFinder(Function &F) : Order(&F) {}

  void run();

private:
  void collect();
  void compare();
  void solve();
  void remove();
  /// Changes \p Made, the checks made so far, by what \p BB does. Adds those
  /// that are repeated to \p Repeated, if it is not null.
  void execute(BasicBlock &BB, BitVector &Made,
               SmallVectorImpl<CheckCall> *Repeated) const;

  ReversePostOrderTraversal<Function *> Order;
  SmallVector<Covered, 32> Checks;
  DenseMap<const Instruction *, unsigned> Numbers;
  DenseMap<const BasicBlock *, BitVector> AtEnd;
};

} // namespace

void RepetitionFinder::collect() {
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      std::optional<CheckCall> Check = CheckCall::find(I);
      if (!Check || Check->isAtomic() || Check->isRange())
        continue;
      const DataLayout &DL = I.getModule()->getDataLayout();
      APInt Offset(DL.getIndexTypeSizeInBits(Check->address()->getType()), 0);
      const Value *Base = Check->address()->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true);
      Numbers[&I] = Checks.size();
      Checks.push_back(
          {*Check, Base, Offset.getSExtValue(), Check->size(), {}});
    }
}

void RepetitionFinder::compare() {
  DenseMap<const Value *, SmallVector<unsigned, 4>> Groups;
  for (unsigned I = 0; I != Checks.size(); ++I)
    Groups[Checks[I].Base].push_back(I);
  for (auto &[Base, Group] : Groups)
    for (unsigned I : Group)
      for (unsigned J : Group) {
        Covered &A = Checks[I];
        const Covered &B = Checks[J];
        if (B.Offset <= A.Offset &&
            A.Offset + int64_t(A.Size) <= B.Offset + int64_t(B.Size) &&
            (B.Check.isStore() || !A.Check.isStore()))
          A.CoveredBy.push_back(J);
      }
}

void RepetitionFinder::execute(BasicBlock &BB, BitVector &Made,
                               SmallVectorImpl<CheckCall> *Repeated) const {
  for (Instruction &I : BB) {
    if (endsChecks(I))
      Made.reset();
    auto Known = Numbers.find(&I);
    if (Known == Numbers.end())
      continue;
    const Covered &C = Checks[Known->second];
    if (Repeated &&
        any_of(C.CoveredBy, [&](unsigned By) { return Made.test(By); }))
      Repeated->push_back(C.Check);
    Made.set(Known->second);
  }
}

void RepetitionFinder::solve() {
  for (BasicBlock *BB : Order)
    AtEnd[BB] = BitVector(Checks.size(), true);
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (BasicBlock *BB : Order) {
      BitVector Made(Checks.size(), !pred_empty(BB));
      for (const BasicBlock *Before : predecessors(BB))
        if (auto Known = AtEnd.find(Before); Known != AtEnd.end())
          Made &= Known->second;
      execute(*BB, Made, nullptr);
      if (Made == AtEnd[BB])
        continue;
      AtEnd[BB] = std::move(Made);
      Changes = true;
    }
  }
}

void RepetitionFinder::remove() {
  SmallVector<CheckCall, 32> Repeated;
  for (BasicBlock *BB : Order) {
    BitVector Made(Checks.size(), !pred_empty(BB));
    for (const BasicBlock *Before : predecessors(BB))
      if (auto Known = AtEnd.find(Before); Known != AtEnd.end())
        Made &= Known->second;
    execute(*BB, Made, &Repeated);
  }
  for (CheckCall Check : Repeated)
    Check.call()->eraseFromParent();
}

void RepetitionFinder::run() {
  collect();
  if (Checks.size() < 2 || Checks.size() > MostChecks)
    return;
  compare();
  solve();
  remove();
}

void removeRepeatedChecks(Function &F) { RepetitionFinder(F).run(); }

} // namespace tussah
