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
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace tussah::native {

using BlockSet = SmallPtrSet<BasicBlock *, 8>;

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

/// Those of \p Returns, blocks, behind which \p I is used after it was computed
/// before.
static SmallVector<BasicBlock *, 4> crossedBy(const Instruction &I,
                                              const BlockSet &Returns) {
  SmallVector<const BasicBlock *, 16> Rest;
  for (const Use &U : I.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    if (!Phi && User->getParent() == I.getParent())
      continue; // behind I, which dominates it
    Rest.push_back(Phi ? Phi->getIncomingBlock(U) : User->getParent());
  }
  SmallVector<BasicBlock *, 4> Crossed;
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (!Rest.empty()) {
    const BasicBlock *BB = Rest.pop_back_val();
    if (BB == I.getParent() || !Seen.insert(BB).second)
      continue;
    if (Returns.contains(const_cast<BasicBlock *>(BB)))
      Crossed.push_back(const_cast<BasicBlock *>(BB));
    append_range(Rest, predecessors(BB));
  }
  return Crossed;
}

/// The result of an assembly that has the value of \p I, where \p B inserts.
static CallInst *same(Instruction &I, IRBuilderBase &B) {
  auto *Type = FunctionType::get(I.getType(), {I.getType()}, false);
  // Without side effects: it need not stay where it is, and may be deleted.
  CallInst *Same = B.CreateCall(InlineAsm::get(Type, "", "=r,0", false), {&I});
  Same->setDoesNotThrow();
  Same->setDoesNotAccessMemory();
  return Same;
}

/// Lets all users of \p I get its value from an assembly. A debugger finds a
/// variable with this value behind the spawn too.
static void hideAtDefinition(Instruction &I) {
  auto Place = I.getInsertionPointAfterDef();
  assert(Place && "no expression ends a block");
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): as asserted
  IRBuilder<> B(I.getParent(), *Place);
  B.SetCurrentDebugLocation(I.getDebugLoc());
  CallInst *Same = same(I, B);
  I.replaceAllUsesWith(Same);
  Same->setArgOperand(0, &I);
}

/// Lets users of \p I behind the spawns that return to \p Returns get its value
/// from an assembly in front of each. What lives across a call is stored into
/// the frame where it is defined: at \p I itself that would be in each
/// iteration of a loop that seldom spawns.
static void hideAtSpawns(Instruction &I, ArrayRef<BasicBlock *> Returns) {
  SmallVector<Use *, 8> Uses(make_pointer_range(I.uses()));
  SSAUpdater Values;
  Values.Initialize(I.getType(), I.getName());
  Values.AddAvailableValue(I.getParent(), &I);
  for (BasicBlock *Return : Returns) {
    Instruction *Spawn = Return->getSinglePredecessor()->getTerminator();
    IRBuilder<> B(Spawn);
    CallInst *Same = same(I, B);
    Values.AddAvailableValue(Spawn->getParent(), Same);
    Uses.push_back(&Same->getArgOperandUse(0));
  }
  for (Use *U : Uses) {
    auto *User = cast<Instruction>(U->getUser());
    // What is in the same block is behind I, and in front of the spawn.
    if (isa<PHINode>(User) || User->getParent() != I.getParent())
      Values.RewriteUse(*U);
  }
}

/// Whether a loop may compute \p I again without one of the spawns that return
/// to \p Returns in between.
static bool repeatsWithout(ArrayRef<BasicBlock *> Returns, Instruction &I,
                           const LoopInfo &Loops) {
  const Loop *Around = Loops.getLoopFor(I.getParent());
  SmallPtrSet<const BasicBlock *, 8> Seen;
  for (BasicBlock *Return : Returns)
    Seen.insert(Return->getSinglePredecessor());
  if (!Around || Seen.contains(I.getParent()))
    return false;
  SmallVector<const BasicBlock *, 16> Rest(successors(I.getParent()));
  while (!Rest.empty()) {
    const BasicBlock *BB = Rest.pop_back_val();
    if (BB == I.getParent())
      return true;
    if (Around->contains(BB) && Seen.insert(BB).second)
      append_range(Rest, successors(BB));
  }
  return false;
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
  SmallVector<std::pair<Instruction *, SmallVector<BasicBlock *, 4>>, 16>
      Values;
  for (Instruction &I : instructions(F))
    if (isCounted(I.getType(), DL) && isExpression(I) &&
        dependsOnIteration(&I, Loops))
      if (SmallVector<BasicBlock *, 4> Crossed = crossedBy(I, Returns);
          !Crossed.empty())
        Values.emplace_back(&I, std::move(Crossed));
  for (auto &[I, Crossed] : Values)
    if (repeatsWithout(Crossed, *I, Loops))
      hideAtSpawns(*I, Crossed);
    else
      hideAtDefinition(*I);
}

} // namespace tussah::native
