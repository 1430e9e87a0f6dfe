//===- CleanupSwitches.cpp - Where control goes after a cleanup -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CleanupSwitches.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Whether loads and stores of the whole variable are the only uses of \p Slot.
static bool isPlain(const AllocaInst *Slot) {
  const Type *T = Slot->getAllocatedType();
  return all_of(Slot->users(), [&](const User *U) {
    if (auto *SI = dyn_cast<StoreInst>(U))
      return SI->getPointerOperand() == Slot && !SI->isVolatile() &&
             SI->getValueOperand()->getType() == T;
    if (auto *LI = dyn_cast<LoadInst>(U))
      return !LI->isVolatile() && LI->getType() == T;
    return cast<Instruction>(U)->isLifetimeStartOrEnd();
  });
}

/// The last store to \p Slot in \p Part, which is the beginning of a block.
static const StoreInst *
lastStore(const AllocaInst *Slot,
          iterator_range<BasicBlock::const_iterator> Part) {
  for (const Instruction &I : reverse(Part))
    if (auto *SI = dyn_cast<StoreInst>(&I);
        SI && SI->getPointerOperand() == Slot)
      return SI;
  return nullptr;
}

/// Whether \p Switch, by what \p Load reads from \p Slot, may take its default.
/// Goes back from the load to the stores. That none lies on some way means that
/// nothing has been stored there, and control does not come by that way.
static bool mayTakeDefault(const SwitchInst &Switch, const LoadInst &Load,
                           const AllocaInst *Slot) {
  const BasicBlock *Start = Load.getParent();
  SmallVector<const BasicBlock *, 8> Worklist;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  auto IsCaseOrGoesBack = [&](const BasicBlock *BB,
                              BasicBlock::const_iterator End) {
    const StoreInst *Store = lastStore(Slot, make_range(BB->begin(), End));
    if (!Store) {
      append_range(Worklist, predecessors(BB));
      return true;
    }
    auto *Number = dyn_cast<ConstantInt>(Store->getValueOperand());
    return Number && Switch.findCaseValue(Number) != Switch.case_default();
  };
  if (!IsCaseOrGoesBack(Start, Load.getIterator()))
    return true;
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (Seen.insert(BB).second && !IsCaseOrGoesBack(BB, BB->end()))
      return true;
  }
  return false;
}

void removeDeadDefaults(Function &F) {
  // All cleanups of a function share one variable.
  SmallDenseMap<const AllocaInst *, bool, 2> IsPlain;
  BasicBlock *Unreachable = nullptr;
  for (BasicBlock &BB : F) {
    auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
    auto *Load = Switch ? dyn_cast<LoadInst>(Switch->getCondition()) : nullptr;
    auto *Slot =
        Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
    if (!Slot || isa<UnreachableInst>(Switch->getDefaultDest()->front()))
      continue;
    auto [Known, IsNew] = IsPlain.try_emplace(Slot);
    if (IsNew)
      Known->second = isPlain(Slot);
    if (!Known->second || mayTakeDefault(*Switch, *Load, Slot))
      continue;
    if (!Unreachable) {
      Unreachable = BasicBlock::Create(F.getContext(), "unreachable");
      new UnreachableInst(F.getContext(), Unreachable);
    }
    Switch->getDefaultDest()->removePredecessor(&BB);
    Switch->setDefaultDest(Unreachable);
  }
  if (Unreachable)
    Unreachable->insertInto(&F);
}

} // namespace tussah
