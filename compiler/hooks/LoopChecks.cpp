//===- LoopChecks.cpp - One check for all accesses of a loop --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop in which the strand does not end, and that is left only at its end, so
// that it makes each of its checks as often as it runs. A check at an address
// that stays the same moves in front of it; those at addresses of which each is
// as far from the one before become one check of a range. In nested loops, the
// inner go first, and their ranges are moved, too.
//
// Checks come before their accesses, in the same strand. What is executed
// between does not end, or else the program is stuck.
//
//===----------------------------------------------------------------------===//

#include "CheckedLoops.h"
#include "Checks.h"

#include "compiler/compat/Expander.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

namespace {

class LoopMover {
public:
  LoopMover(Loop &L, DominatorTree &DT, ScalarEvolution &SE)
      : L(L), DT(DT), SE(SE),
        Expander(SE, *L.getHeader()->getModule(), "check") {}

  void run();

private:
  bool isSuitable() const;
  /// Whether each run of the loop, or each of its iterations, executes \p BB.
  bool isExecuted(const BasicBlock *BB) const;
  bool move(CheckCall Check);
  bool makeRange(CheckCall Check);
  bool joinRanges(CheckCall Check, const SCEVAddRecExpr *Address);
  bool exchangeRanges(CheckCall Check, const SCEVAddRecExpr *Address);
  /// Computes \p S, whose type is to be \p T, in front of the loop. Null if
  /// that is not possible.
  Value *expand(const SCEV *S, Type *T);
  /// The number of iterations, in 64 bits; null if it is not known before.
  const SCEV *tripCount();

  Loop &L;
  DominatorTree &DT;
  ScalarEvolution &SE;
  compat::Expander Expander;
  Instruction *Before = nullptr;
};

} // namespace

bool LoopMover::isSuitable() const {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!L.getLoopPreheader() || !Latch || L.getExitingBlock() != Latch)
    return false;
  return keepsChecks(L);
}

bool LoopMover::isExecuted(const BasicBlock *BB) const {
  // In an inner loop it may be executed more often than once.
  return DT.dominates(BB, L.getLoopLatch());
}

Value *LoopMover::expand(const SCEV *S, Type *T) {
  if (!SE.isLoopInvariant(S, &L) || !Expander.isSafeToExpandAt(S, Before))
    return nullptr;
  return Expander.expandCodeFor(S, T, Before);
}

const SCEV *LoopMover::tripCount() {
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Taken) ||
      SE.getTypeSizeInBits(Taken->getType()) > 64)
    return nullptr;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  // That of the whole memory does not happen.
  return SE.getAddExpr(SE.getNoopOrZeroExtend(Taken, I64), SE.getOne(I64));
}

/// Moves a check with operands that stay the same.
bool LoopMover::move(CheckCall Check) {
  CallBase *Call = Check.call();
  SmallVector<std::pair<unsigned, Value *>, 3> Operands;
  for (unsigned I = 0; I != Call->arg_size(); ++I) {
    Value *Operand = Call->getArgOperand(I);
    if (L.isLoopInvariant(Operand))
      continue;
    if (!SE.isSCEVable(Operand->getType()))
      return false;
    Value *Moved = expand(SE.getSCEV(Operand), Operand->getType());
    if (!Moved)
      return false;
    Operands.push_back({I, Moved});
  }
  for (auto [I, Moved] : Operands)
    Call->setArgOperand(I, Moved);
  Call->moveBefore(*Before->getParent(), Before->getIterator());
  return true;
}

/// Makes of a check that each iteration makes, a stride behind the one before,
/// one check.
bool LoopMover::makeRange(CheckCall Check) {
  if (!Check.hasRangeHook())
    return false;
  const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Check.address()));
  if (!Address || Address->getLoop() != &L || !Address->isAffine())
    return false;
  if (Check.isRange())
    return joinRanges(Check, Address) || exchangeRanges(Check, Address);
  const SCEV *Count = tripCount();
  if (!Count)
    return false;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Step = Address->getStepRecurrence(SE);
  if (SE.getTypeSizeInBits(Step->getType()) != 64)
    return false;
  Value *NewStride = expand(Step, I64);
  Value *NewCount = expand(Count, I64);
  Value *NewAddress = expand(Address->getStart(), Check.address()->getType());
  if (!NewStride || !NewCount || !NewAddress)
    return false;
  Check.makeRange(Before, NewAddress, NewCount, NewStride);
  return true;
}

/// Makes one range of those that each iteration checks, if each begins where
/// the one before ends.
bool LoopMover::joinRanges(CheckCall Check, const SCEVAddRecExpr *Address) {
  const SCEV *Count = SE.getSCEV(Check.count());
  const SCEV *Stride = SE.getSCEV(Check.stride());
  const SCEV *Times = tripCount();
  if (!Times || !SE.isLoopInvariant(Count, &L) ||
      Address->getStepRecurrence(SE) != SE.getMulExpr(Count, Stride))
    return false;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  Value *NewStride = expand(Stride, I64);
  Value *NewCount = expand(SE.getMulExpr(Count, Times), I64);
  Value *NewAddress = expand(Address->getStart(), Check.address()->getType());
  if (!NewStride || !NewCount || !NewAddress)
    return false;
  Check.makeRange(Before, NewAddress, NewCount, NewStride);
  return true;
}

/// Makes a range of the first accesses of the ranges that each iteration
/// checks, one of the second, and so on, if these are few: the columns of a
/// matrix.
bool LoopMover::exchangeRanges(CheckCall Check, const SCEVAddRecExpr *Address) {
  constexpr uint64_t Most = 16;
  const auto *Count = dyn_cast<ConstantInt>(Check.count());
  const SCEV *Step = Address->getStepRecurrence(SE);
  const auto *Constant = dyn_cast<SCEVConstant>(Step);
  const SCEV *Times = tripCount();
  if (!Count || Count->getValue().ugt(Most) || !Constant || !Times ||
      Constant->getAPInt().abs().ugt(Check.size()))
    return false;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  Value *Stride = expand(SE.getSCEV(Check.stride()), I64);
  Value *NewStride = expand(Step, I64);
  Value *NewCount = expand(Times, I64);
  Value *First = expand(Address->getStart(), Check.address()->getType());
  if (!Stride || !NewStride || !NewCount || !First)
    return false;
  for (uint64_t I = 0; I != Count->getZExtValue(); ++I) {
    IRBuilder<> B(Before);
    Value *At = B.CreatePtrAdd(First, B.CreateMul(Stride, B.getInt64(I)));
    Check.makeRange(Before, At, NewCount, NewStride);
  }
  return true;
}

void LoopMover::run() {
  if (!isSuitable())
    return;
  Before = L.getLoopPreheader()->getTerminator();
  SmallVector<CheckCall, 16> Checks;
  for (BasicBlock *BB : L.blocks())
    if (isExecuted(BB))
      for (Instruction &I : *BB)
        if (auto Check = CheckCall::find(I))
          Checks.push_back(*Check);
  for (CheckCall Check : Checks) {
    if (Check.isAtomic() || move(Check))
      continue;
    if (makeRange(Check))
      Check.call()->eraseFromParent();
  }
}

void moveChecksOutOfLoops(Function &F, FunctionAnalysisManager &FAM) {
  if (!hasChecks(F))
    return;
  auto [DT, LI, SE] = simplifyLoops(F, FAM);
  SmallVector<Loop *, 8> Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops))
    LoopMover(*L, DT, SE).run();
  FAM.invalidate(F, PreservedAnalyses::none());
}

} // namespace tussah
