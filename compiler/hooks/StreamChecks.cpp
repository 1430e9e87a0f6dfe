//===- StreamChecks.cpp - Checks of loops that may leave early ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop in which the strand does not end may access an array step by step, and
// leave when it likes: a merge, a partition, a search. Two values are the bytes
// that an access of it has touched so far, [low, high). One more access makes
// them wider, if it touches them or what is next to them. Else they are checked
// as one range, and begin again. What is left is checked where the loop is
// left. Only what is accessed is checked, and in the same strand, as nothing
// ends that before; and other strands find it, as these begin to be in series
// only when it ends.
//
//===----------------------------------------------------------------------===//

#include "CheckedLoops.h"
#include "Checks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace tussah {

/// More than a loop has registers for are slower than checks.
static constexpr size_t MostStreams = 12;

namespace {

class StreamMaker {
public:
  StreamMaker(Loop &L, LoopInfo &LI, ScalarEvolution &SE)
      : L(L), LI(LI), SE(SE) {}

  /// Adds the variables that it makes to \p Made.
  void run(SmallVectorImpl<AllocaInst *> &Made);

private:
  bool isSuitable() const;
  bool isStream(CheckCall Check) const;
  bool makesSteps(const Value *V, SmallPtrSetImpl<const Value *> &Seen) const;
  void make(CheckCall Check, SmallVectorImpl<AllocaInst *> &Made);

  Loop &L;
  LoopInfo &LI;
  ScalarEvolution &SE;
};

} // namespace

bool StreamMaker::isSuitable() const {
  if (!L.getLoopPreheader() || !L.hasDedicatedExits())
    return false;
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  // It ends somewhere, and no exception leaves it.
  if (Exits.empty())
    return false;
  for (const BasicBlock *BB : Exits)
    if (BB->isEHPad())
      return false;
  return keepsChecks(L);
}

/// Whether \p V goes from one iteration to the next in steps, as far as can be
/// seen: it is made of what the loop does not change, and of itself.
bool StreamMaker::makesSteps(const Value *V,
                             SmallPtrSetImpl<const Value *> &Seen) const {
  if (L.isLoopInvariant(V) || !Seen.insert(V).second)
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  // Steps of one or none.
  if (!I || V->getType()->isIntegerTy(1))
    return I;
  unsigned First = 0;
  switch (I->getOpcode()) {
  case Instruction::Mul:
  case Instruction::Shl:
    if (!isa<ConstantInt>(I->getOperand(1)))
      return false;
    break;
  case Instruction::Select:
    First = 1;
    break;
  case Instruction::PHI:
  case Instruction::GetElementPtr:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Or:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
    break;
  default:
    return false;
  }
  for (unsigned Operand = First; Operand != I->getNumOperands(); ++Operand)
    if (!makesSteps(I->getOperand(Operand), Seen))
      return false;
  return true;
}

bool StreamMaker::isStream(CheckCall Check) const {
  if (Check.isAtomic() || Check.isRange() || !Check.hasRangeHook() ||
      L.isLoopInvariant(Check.address()))
    return false;
  SmallPtrSet<const Value *, 16> Seen;
  if (!makesSteps(Check.address(), Seen))
    return false;
  // Steps over what is between are better checked one by one.
  const auto *A = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Check.address()));
  if (!A)
    return true;
  const auto *Step = dyn_cast<SCEVConstant>(A->getStepRecurrence(SE));
  return Step && Step->getAPInt().abs().ule(Check.size());
}

void StreamMaker::make(CheckCall Check, SmallVectorImpl<AllocaInst *> &Made) {
  BasicBlock *Header = L.getHeader();
  Function &F = *Header->getParent();
  IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
  Type *I64 = Entry.getInt64Ty();
  AllocaInst *Low = Entry.CreateAlloca(I64), *High = Entry.CreateAlloca(I64);
  Made.append({Low, High});
  Constant *Most = ConstantInt::get(I64, ~UINT64_C(0));
  IRBuilder<> Before(L.getLoopPreheader()->getTerminator());
  Before.CreateStore(Most, Low);
  Before.CreateStore(ConstantInt::get(I64, 0), High);

  auto CheckBytes = [&](Instruction *Where) {
    IRBuilder<> B(Where);
    Value *From = B.CreateLoad(I64, Low), *To = B.CreateLoad(I64, High);
    Instruction *Then = SplitBlockAndInsertIfThen(
        B.CreateICmpULT(From, To), Where->getIterator(), /*Unreachable=*/false,
        /*BranchWeights=*/nullptr,
        /*DTU=*/nullptr, &LI);
    IRBuilder<> C(Then);
    Check.makeBytes(Then, C.CreateIntToPtr(From, C.getPtrTy()),
                    C.CreateSub(To, From));
  };

  Instruction *At = Check.call();
  IRBuilder<> B(At);
  B.SetCurrentDebugLocation(At->getDebugLoc());
  Value *Begin = B.CreatePtrToInt(Check.address(), I64);
  Value *End = B.CreateAdd(Begin, B.getInt64(Check.size()));
  Value *From = B.CreateLoad(I64, Low), *To = B.CreateLoad(I64, High);
  Value *Touches =
      B.CreateAnd(B.CreateICmpULE(Begin, To), B.CreateICmpUGE(End, From));
  Instruction *Wider, *Anew;
  MDNode *Likely = MDBuilder(F.getContext()).createLikelyBranchWeights();
  SplitBlockAndInsertIfThenElse(Touches, At->getIterator(), &Wider, &Anew,
                                Likely, /*DTU=*/nullptr, &LI);
  IRBuilder<> W(Wider);
  W.CreateStore(W.CreateBinaryIntrinsic(Intrinsic::umin, From, Begin), Low);
  W.CreateStore(W.CreateBinaryIntrinsic(Intrinsic::umax, To, End), High);
  CheckBytes(Anew);
  IRBuilder<> N(Anew);
  N.CreateStore(Begin, Low);
  N.CreateStore(End, High);

  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    CheckBytes(&*Exit->getFirstInsertionPt());
  At->eraseFromParent();
}

void StreamMaker::run(SmallVectorImpl<AllocaInst *> &Made) {
  if (!isSuitable())
    return;
  SmallVector<CheckCall, 16> Streams;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto Check = CheckCall::find(I); Check && isStream(*Check))
        Streams.push_back(*Check);
  if (Streams.size() > MostStreams)
    return;
  for (CheckCall Check : Streams)
    make(Check, Made);
}

/// The outermost loops that have streams.
static void makeStreams(Loop &L, LoopInfo &LI, ScalarEvolution &SE,
                        SmallVectorImpl<AllocaInst *> &Made) {
  size_t Before = Made.size();
  StreamMaker(L, LI, SE).run(Made);
  if (Made.size() != Before)
    return;
  for (Loop *Inner : L)
    makeStreams(*Inner, LI, SE, Made);
}

void makeStreamChecks(Function &F, FunctionAnalysisManager &FAM) {
  if (!hasChecks(F))
    return;
  auto [DT, LI, SE] = simplifyLoops(F, FAM);
  SmallVector<AllocaInst *, 16> Made;
  for (Loop *L : LI)
    makeStreams(*L, LI, SE, Made);
  if (!Made.empty()) {
    DominatorTree Changed(F);
    PromoteMemToReg(Made, Changed);
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}

} // namespace tussah
