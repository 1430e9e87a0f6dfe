//===- Places.cpp - Where results of spawned calls go ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parent evaluates the left side of an assignment after the arguments of
// the spawned call, and marks the place; what clang computes of the place
// before, it computes from a call that stands for it. For an assignment of a
// structure in C that is where its members are, and, with a sanitizer, whether
// it may be written. Both move behind the mark.
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "Markers.h"
#include "Representation.h"
#include "compiler/compat/Branches.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tussah {

/// Computes the parts of \p Address where they are used. Clang computes the
/// target of a structure's assignment before the value in C, and so before the
/// place that it is a part of.
static void sinkParts(Instruction &Address) {
  for (User *U : make_early_inc_range(Address.users())) {
    auto *Part = dyn_cast<GetElementPtrInst>(U);
    if (!Part || Part->getPointerOperand() != &Address)
      continue;
    sinkParts(*Part);
    for (Use &PartUse : make_early_inc_range(Part->uses())) {
      auto *I = cast<Instruction>(PartUse.getUser());
      auto *PN = dyn_cast<PHINode>(I);
      Instruction *Before =
          PN ? PN->getIncomingBlock(PartUse)->getTerminator() : I;
      Instruction *Copy = Part->clone();
      Copy->insertBefore(Before->getIterator());
      PartUse.set(Copy);
    }
    Part->eraseFromParent();
  }
}

namespace {

/// Moves the checks of one place behind its mark.
class CheckSinker {
public:
  CheckSinker(CallBase &Placed, CallBase &Mark)
      : Placed(Placed), Mark(Mark), Dominators(*Mark.getFunction()) {}

  /// True if there was a check.
  bool run();

private:
  void collect();
  Value *behindMark(Value *V);
  void sink(compat::CondBrInst &Check);

  CallBase &Placed, &Mark;
  DominatorTree Dominators;
  /// What is computed from the place before the mark, and the branches that
  /// depend on it.
  SetVector<Instruction *> Early;
  SmallVector<compat::CondBrInst *, 4> Checks;
  DenseMap<Value *, Value *> Late;
};

} // namespace

void CheckSinker::collect() {
  Early.insert(&Placed);
  for (unsigned N = 0; N < Early.size(); ++N)
    for (User *U : Early[N]->users()) {
      auto *I = cast<Instruction>(U);
      if (Dominators.dominates(&Mark, I))
        continue;
      if (auto *Check = dyn_cast<compat::CondBrInst>(I))
        Checks.push_back(Check);
      else if (!I->mayReadOrWriteMemory() && !I->isTerminator())
        Early.insert(I);
    }
  // Checks are one behind another.
  sort(Checks, [&](const Instruction *A, const Instruction *B) {
    return A != B && Dominators.dominates(A, B);
  });
}

/// \p V, computed again from the place itself if it was computed before.
Value *CheckSinker::behindMark(Value *V) {
  if (V == &Placed)
    return Mark.getArgOperand(0);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Early.contains(I))
    return V;
  if (Value *Known = Late.lookup(V))
    return Known;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(behindMark(Operand));
  Copy->insertBefore(Mark.getIterator());
  return Late[V] = Copy;
}

/// One way of \p Check goes on, the other one reports, and may go on then.
void CheckSinker::sink(compat::CondBrInst &Check) {
  BasicBlock *Next = Check.getSuccessor(0), *Report = Check.getSuccessor(1);
  if (succ_empty(Next) || Next->getSingleSuccessor() == Report)
    std::swap(Next, Report);
  auto *Late = cast<compat::CondBrInst>(Check.clone());
  Late->setCondition(behindMark(Check.getCondition()));
  for (Instruction &I : *Report)
    for (Use &Operand : I.operands())
      Operand.set(behindMark(Operand));
  BasicBlock *Before = Mark.getParent();
  BasicBlock *Behind = SplitBlock(Before, &Mark);
  Late->replaceSuccessorWith(Next, Behind);
  ReplaceInstWithInst(Before->getTerminator(), Late);
  if (Report->getSingleSuccessor() == Next) {
    Next->removePredecessor(Report);
    Report->getTerminator()->replaceSuccessorWith(Next, Behind);
  }
  ReplaceInstWithInst(&Check, compat::UncondBrInst::Create(Next));
}

bool CheckSinker::run() {
  collect();
  for (compat::CondBrInst *Check : Checks)
    sink(*Check);
  Early.remove(&Placed);
  // Optimizations of clang may have given the code behind the mark values that
  // were there before.
  for (Instruction *I : Early)
    for (Use &U : make_early_inc_range(I->uses()))
      if (!Early.contains(cast<Instruction>(U.getUser())))
        U.set(behindMark(I));
  for (Instruction *I : Early)
    I->dropAllReferences();
  for (Instruction *I : Early)
    I->eraseFromParent();
  return !Checks.empty();
}

/// True if a sanitizer looks at \p Address, or at a part of it. The values of
/// other programs only go to memory.
static bool isChecked(const Instruction &Address) {
  return any_of(Address.users(), [](const User *U) {
    if (const auto *Part = dyn_cast<GetElementPtrInst>(U))
      return isChecked(*Part);
    return isa<CmpInst, CastInst>(U) ||
           (isa<IntrinsicInst>(U) &&
            cast<IntrinsicInst>(U)->getIntrinsicID() == Intrinsic::objectsize);
  });
}

bool resolvePlaces(ArrayRef<BasicBlock *> Blocks) {
  SmallDenseMap<Value *, CallBase *, 4> Marks;
  SmallVector<CallBase *, 4> All, Uses;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if (isCallOf(I, marker::Place)) {
        All.push_back(cast<CallBase>(&I));
        Marks[I.getOperand(1)] = All.back();
      } else if (isCallOf(I, marker::Placed)) {
        Uses.push_back(cast<CallBase>(&I));
      }
  bool Changed = false;
  for (CallBase *Use : Uses) {
    CallBase *Mark = Marks.lookup(Use->getArgOperand(0));
    if (!Mark)
      Use->getContext().emitError(Use, "tussah: malformed place markers");
    sinkParts(*Use);
    if (Mark && isChecked(*Use))
      Changed |= CheckSinker(*Use, *Mark).run();
    Use->replaceAllUsesWith(Mark ? Mark->getArgOperand(0)
                                 : PoisonValue::get(Use->getType()));
  }
  for (CallBase *Marker : concat<CallBase *>(All, Uses))
    Marker->eraseFromParent();
  return Changed;
}

} // namespace tussah
