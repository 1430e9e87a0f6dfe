//===- Lifetimes.cpp - Where variables end --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

static bool isIntrinsic(const User *U, Intrinsic::ID ID) {
  auto *II = dyn_cast<IntrinsicInst>(U);
  return II && II->getIntrinsicID() == ID;
}

/// The stacksave whose stack \p Restore brings back, or null if that is not
/// seen. Without optimization the pointer is in a variable.
static const Instruction *saveOf(const IntrinsicInst &Restore) {
  const Value *Saved = Restore.getArgOperand(0);
  if (auto *Load = dyn_cast<LoadInst>(Saved))
    for (const User *U : Load->getPointerOperand()->users())
      if (auto *Store = dyn_cast<StoreInst>(U))
        Saved = Store->getValueOperand();
  auto *Save = dyn_cast<IntrinsicInst>(Saved);
  return Save && Save->getIntrinsicID() == Intrinsic::stacksave ? Save
                                                                : nullptr;
}

namespace {

/// Variables that get their memory while the function runs.
class DynamicVariables {
public:
  DynamicVariables(Function &F, ArrayRef<AllocaInst *> Variables);
  void findEnds(ArrayRef<Instruction *> FunctionEnds,
                SmallVectorImpl<LifetimeEnd> &Found);

private:
  /// The last stack that was saved before \p Variable: that of its block.
  const Instruction *lastSave(const AllocaInst &Variable) const;

  DominatorTree Tree;
  SmallVector<AllocaInst *, 4> Dynamic;
  SmallVector<const Instruction *, 4> Saves;
  SmallVector<IntrinsicInst *, 4> Restores;
};

} // namespace

DynamicVariables::DynamicVariables(Function &F,
                                   ArrayRef<AllocaInst *> Variables) {
  for (AllocaInst *Variable : Variables)
    if (!Variable->isStaticAlloca())
      Dynamic.push_back(Variable);
  if (Dynamic.empty())
    return;
  Tree.recalculate(F);
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (isIntrinsic(&I, Intrinsic::stacksave))
        Saves.push_back(&I);
      else if (isIntrinsic(&I, Intrinsic::stackrestore))
        Restores.push_back(cast<IntrinsicInst>(&I));
}

const Instruction *
DynamicVariables::lastSave(const AllocaInst &Variable) const {
  const Instruction *Last = nullptr;
  for (const Instruction *Save : Saves)
    if (Tree.dominates(Save, &Variable) &&
        (!Last || Tree.dominates(Last, Save)))
      Last = Save;
  return Last;
}

void DynamicVariables::findEnds(ArrayRef<Instruction *> FunctionEnds,
                                SmallVectorImpl<LifetimeEnd> &Found) {
  for (AllocaInst *Variable : Dynamic) {
    const Instruction *Save = lastSave(*Variable);
    auto Add = [&](Instruction *Where) {
      if (Tree.dominates(Variable, Where))
        Found.push_back({Where, Variable});
    };
    if (!Save) {
      // Of alloca in the source.
      for_each(FunctionEnds, Add);
      continue;
    }
    for (IntrinsicInst *Restore : Restores)
      if (saveOf(*Restore) == Save)
        Add(Restore);
  }
}

SmallVector<LifetimeEnd, 16> findLifetimeEnds(Function &F,
                                              ArrayRef<AllocaInst *> Variables,
                                              ArrayRef<Instruction *> Ends) {
  SmallVector<LifetimeEnd, 16> Found;
  for (Argument &A : F.args())
    if (A.hasByValAttr())
      for (Instruction *End : Ends)
        Found.push_back({End, &A});
  for (AllocaInst *Variable : Variables) {
    if (!Variable->isStaticAlloca())
      continue;
    bool HasMarkers = false;
    for (User *U : Variable->users()) {
      HasMarkers |= cast<Instruction>(U)->isLifetimeStartOrEnd();
      if (isIntrinsic(U, Intrinsic::lifetime_end))
        Found.push_back({cast<Instruction>(U), Variable});
    }
    if (!HasMarkers)
      for (Instruction *End : Ends)
        Found.push_back({End, Variable});
  }
  DynamicVariables(F, Variables).findEnds(Ends, Found);
  return Found;
}

void eraseLoneEnds(ArrayRef<AllocaInst *> Variables) {
  for (AllocaInst *Variable : Variables) {
    if (any_of(Variable->users(), [](const User *U) {
          return isIntrinsic(U, Intrinsic::lifetime_start);
        }))
      continue;
    for (User *U : make_early_inc_range(Variable->users()))
      if (isIntrinsic(U, Intrinsic::lifetime_end))
        cast<Instruction>(U)->eraseFromParent();
  }
}

} // namespace tussah
