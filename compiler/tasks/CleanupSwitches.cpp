//===- CleanupSwitches.cpp - Where control goes after a cleanup -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CleanupSwitches.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tussah {

/// Whether loads and stores of the whole variable are the only uses of \p Slot.
/// Strands that run at the same time may use an atomic one, in any order.
static bool isPlain(const AllocaInst *Slot) {
  const Type *T = Slot->getAllocatedType();
  return all_of(Slot->users(), [&](const User *U) {
    if (auto *SI = dyn_cast<StoreInst>(U))
      return SI->getPointerOperand() == Slot && SI->isSimple() &&
             SI->getValueOperand()->getType() == T;
    if (auto *LI = dyn_cast<LoadInst>(U))
      return LI->isSimple() && LI->getType() == T;
    return cast<Instruction>(U)->isLifetimeStartOrEnd();
  });
}

namespace {

/// The ways of numbers from the stores to a variable to the switches by it.
class NumberWays {
  /// What a block does with the variable.
  struct Part {
    /// Its last store.
    const StoreInst *Store = nullptr;
    /// Its terminator, if that is a switch by the value at the block's end.
    SwitchInst *Switch = nullptr;
  };
  MapVector<const BasicBlock *, Part> Parts;
  /// Blocks that pass the value at their start on, at last to a switch.
  SmallPtrSet<const BasicBlock *, 32> Passing;
  SmallPtrSet<const SwitchInst *, 16> TakesDefault;

  void findPassing();
  void follow(const ConstantInt *Number, ArrayRef<const BasicBlock *> Sources);

public:
  explicit NumberWays(AllocaInst *Slot);

  /// The switches with a default that no number takes.
  SmallVector<SwitchInst *, 8> withoutDefault() const;
};

} // namespace

NumberWays::NumberWays(AllocaInst *Slot) {
  MapVector<const BasicBlock *, SmallVector<Instruction *, 2>> Accesses;
  for (User *U : Slot->users())
    if (isa<LoadInst, StoreInst>(U))
      Accesses[cast<Instruction>(U)->getParent()].push_back(
          cast<Instruction>(U));
  for (auto &[BB, Ordered] : Accesses) {
    sort(Ordered, [](const Instruction *A, const Instruction *B) {
      return A->comesBefore(B);
    });
    Part &P = Parts[BB];
    for (Instruction *I : Ordered)
      if (auto *SI = dyn_cast<StoreInst>(I))
        P = {SI, nullptr};
      else if (auto *Switch = dyn_cast<SwitchInst>(I->getNextNode());
               Switch && Switch->getCondition() == I)
        P.Switch = Switch;
  }
  findPassing();
  // A null stands for all numbers that are not known.
  MapVector<const ConstantInt *, SmallVector<const BasicBlock *, 4>> Sources;
  for (auto &[BB, P] : Parts)
    if (P.Store)
      Sources[dyn_cast<ConstantInt>(P.Store->getValueOperand())].push_back(BB);
  for (auto &[Number, Blocks] : Sources)
    follow(Number, Blocks);
}

void NumberWays::findPassing() {
  SmallVector<const BasicBlock *, 16> Worklist;
  for (auto &[BB, P] : Parts)
    if (P.Switch)
      Worklist.push_back(BB);
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (!Parts.lookup(BB).Store && Passing.insert(BB).second)
      append_range(Worklist, predecessors(BB));
  }
}

/// Follows \p Number from the ends of \p Sources, which store it. A switch by
/// it has one way on: ways that share a cleanup part again behind it.
void NumberWays::follow(const ConstantInt *Number,
                        ArrayRef<const BasicBlock *> Sources) {
  SmallVector<const BasicBlock *, 16> Worklist(Sources);
  SmallPtrSet<const BasicBlock *, 16> Seen;
  auto GoTo = [&](const BasicBlock *BB) {
    if (Passing.contains(BB) && Seen.insert(BB).second)
      Worklist.push_back(BB);
  };
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    const SwitchInst *Switch = Parts.lookup(BB).Switch;
    if (Switch && Number) {
      auto Case = Switch->findCaseValue(Number);
      if (Case == Switch->case_default())
        TakesDefault.insert(Switch);
      GoTo(Case->getCaseSuccessor());
      continue;
    }
    if (Switch)
      TakesDefault.insert(Switch);
    for (const BasicBlock *Successor : successors(BB))
      GoTo(Successor);
  }
}

SmallVector<SwitchInst *, 8> NumberWays::withoutDefault() const {
  SmallVector<SwitchInst *, 8> Result;
  for (auto &[BB, P] : Parts)
    if (P.Switch && !TakesDefault.contains(P.Switch) &&
        !isa<UnreachableInst>(P.Switch->getDefaultDest()->front()))
      Result.push_back(P.Switch);
  return Result;
}

void removeDeadDefaults(Function &F) {
  // All cleanups of a function share one variable.
  SmallSetVector<AllocaInst *, 2> Slots;
  for (BasicBlock &BB : F)
    if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
      if (auto *Load = dyn_cast<LoadInst>(Switch->getCondition()))
        if (auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand()))
          Slots.insert(Slot);
  BasicBlock *Unreachable = nullptr;
  for (AllocaInst *Slot : Slots) {
    if (!isPlain(Slot))
      continue;
    for (SwitchInst *Switch : NumberWays(Slot).withoutDefault()) {
      if (!Unreachable) {
        Unreachable = BasicBlock::Create(F.getContext(), "unreachable", &F);
        new UnreachableInst(F.getContext(), Unreachable);
      }
      Switch->getDefaultDest()->removePredecessor(Switch->getParent());
      Switch->setDefaultDest(Unreachable);
    }
  }
}

} // namespace tussah
