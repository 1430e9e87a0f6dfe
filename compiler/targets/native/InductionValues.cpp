//===- InductionValues.cpp - Values of loops that live across spawns -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that lives across a spawn is needed on both ways from it: where the
// call returns, and where a thief enters. So it is computed before the call.
//
// Loop strength reduction, in code generation, does not keep that. It computes
// what depends on a loop's counter anew for its users, also for those behind
// the loop: once for the normal way, once for the thief's. Machine sinking then
// moves the first of the two, which only the normal way needs now, behind the
// call and so before the test of the mark; and because no register survives the
// call it works on memory, `addq $4, -8(%rbp)`. If the continuation is stolen
// the frame is the thief's, which has counted already.
//
// Such a value passes through an assembly of no instructions here, of which
// nothing is known but that it gives a result. Then there is only one of it.
//
//===----------------------------------------------------------------------===//

#include "InductionValues.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah::native {

using BlockSet = SmallPtrSet<const BasicBlock *, 8>;

/// Where the spawns of \p F return to.
static BlockSet returnsOfSpawns(Function &F, RuntimeCalls &Runtime) {
  BlockSet Blocks;
  for (BasicBlock &BB : F)
    if (auto *II = dyn_cast<InvokeInst>(BB.getTerminator())) {
      LandingPadInst *Pad = II->getLandingPadInst();
      if (Pad->getNumClauses() > 0 && Pad->getClause(0) == Runtime.spawnTag())
        Blocks.insert(II->getNormalDest());
    }
  return Blocks;
}

/// Whether code generation may compute \p I in another place, or twice.
static bool isExpression(const Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->doesNotAccessMemory() && !Call->isConvergent();
  return isa<PHINode, BinaryOperator, CastInst, GetElementPtrInst, SelectInst,
             FreezeInst, CmpInst, ExtractValueInst>(I);
}

/// Whether scalar evolution, on which the reduction relies, describes values of
/// type \p Ty, and a register holds one.
static bool isCounted(const Type *Ty, const DataLayout &DL) {
  return Ty->isPointerTy() ||
         (Ty->isIntegerTy() && DL.isLegalInteger(Ty->getIntegerBitWidth()));
}

/// Whether \p V is computed from a value that differs from one iteration of a
/// loop to the next.
static bool dependsOnIteration(Instruction *V, const LoopInfo &Loops) {
  SmallVector<Instruction *, 16> Rest{V};
  SmallPtrSet<Instruction *, 16> Seen;
  while (!Rest.empty()) {
    Instruction *I = Rest.pop_back_val();
    if (!isExpression(*I) || !Seen.insert(I).second)
      continue;
    if (isa<PHINode>(I) && Loops.isLoopHeader(I->getParent()))
      return true;
    for (Value *Operand : I->operands())
      if (auto *OperandInst = dyn_cast<Instruction>(Operand))
        Rest.push_back(OperandInst);
  }
  return false;
}

/// Whether \p I is used behind one of \p Places, blocks, after it was computed
/// before.
static bool livesAcross(const Instruction &I, const BlockSet &Places) {
  SmallVector<const BasicBlock *, 16> Rest;
  for (const Use &U : I.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    if (!Phi && User->getParent() == I.getParent())
      continue; // behind I, which dominates it
    Rest.push_back(Phi ? Phi->getIncomingBlock(U) : User->getParent());
  }
  BlockSet Seen;
  while (!Rest.empty()) {
    const BasicBlock *BB = Rest.pop_back_val();
    if (BB == I.getParent() || !Seen.insert(BB).second)
      continue;
    if (Places.contains(BB))
      return true;
    append_range(Rest, predecessors(BB));
  }
  return false;
}

/// Lets all users of \p I get its value from an assembly.
static void hide(Instruction &I) {
  auto Place = I.getInsertionPointAfterDef();
  assert(Place && "no expression ends a block");
  IRBuilder<> B(I.getParent(), *Place);
  B.SetCurrentDebugLocation(I.getDebugLoc());
  auto *Type = FunctionType::get(I.getType(), {I.getType()}, false);
  // Without side effects: it need not stay where it is, and may be deleted.
  CallInst *Same = B.CreateCall(InlineAsm::get(Type, "", "=r,0", false), {&I});
  Same->setDoesNotThrow();
  Same->setDoesNotAccessMemory();
  I.replaceAllUsesWith(Same);
  Same->setArgOperand(0, &I);
}

void hideInductionValues(Function &F, RuntimeCalls &Runtime) {
  if (F.hasOptNone())
    return;
  BlockSet Returns = returnsOfSpawns(F, Runtime);
  if (Returns.empty())
    return;
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  const DataLayout &DL = F.getParent()->getDataLayout();
  SmallVector<Instruction *, 16> Values;
  for (Instruction &I : instructions(F))
    if (isCounted(I.getType(), DL) && isExpression(I) &&
        dependsOnIteration(&I, Loops) && livesAcross(I, Returns))
      Values.push_back(&I);
  for (Instruction *I : Values)
    hide(*I);
}

} // namespace tussah::native
