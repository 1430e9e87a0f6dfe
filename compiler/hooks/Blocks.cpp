//===- Blocks.cpp - Basic blocks as tools see them ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "compiler/compat/Branches.h"

#include "LibraryFunctions.h"
#include "compiler/tasks/Representation.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tussah {

/// Bits of bb_prop_t.
static constexpr uint64_t IsLandingPad = 1;
static constexpr unsigned CountShift = 32;

static bool endsStrand(const Instruction &I) {
  return isCallOf(I, rep::Spawn) || isCallOf(I, rep::Sync) ||
         isCallOf(I, rep::SyncUnwind) || isCallOf(I, rep::ParFor);
}

/// The variable that \p I loads or stores, if it does no more than that.
static const AllocaInst *accessedVariable(const Instruction &I) {
  const Value *Address = getLoadStorePointerOperand(&I);
  return Address && !I.isVolatile() ? dyn_cast<AllocaInst>(Address) : nullptr;
}

/// Whether \p I does something in a program that is compiled without
/// optimization of more than variables.
static bool isCounted(const Instruction &I, AccessFinder &Finder) {
  if (isa<PHINode, AllocaInst, LandingPadInst, ExtractValueInst,
          InsertValueInst, FreezeInst, ResumeInst, UnreachableInst>(I))
    return false;
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return !Cast->isNoopCast(I.getDataLayout());
  if (isa<compat::UncondBrInst>(I))
    return false;
  if (const AllocaInst *Variable = accessedVariable(I))
    return !Finder.isPrivate(*Variable);
  if (isa<IntrinsicInst>(I))
    return !I.isDebugOrPseudoInst() && !isa<AssumeInst>(I) &&
           !I.isLifetimeStartOrEnd() && !isa<NoAliasScopeDeclInst>(I);
  auto *Call = dyn_cast<CallBase>(&I);
  return !Call || Call->isInlineAsm() || isForHooks(*Call);
}

static Block describe(BasicBlock &BB, AccessFinder &Finder) {
  uint64_t Count = 0;
  for (const Instruction &I : BB)
    Count += isCounted(I, Finder);
  Instruction *Exit = BB.getTerminatingMustTailCall();
  if (!Exit)
    Exit = BB.getTerminator();
  if (Instruction *Last = Exit->getPrevNode(); Last && endsStrand(*Last))
    Exit = Last;
  // Variables stay together.
  Instruction *Entry = &*BB.getFirstNonPHIOrDbgOrAlloca();
  if (isa<LandingPadInst>(Entry))
    Entry = Entry->getNextNode();
  return {Entry, Exit,
          (BB.isLandingPad() ? IsLandingPad : 0) | Count << CountShift};
}

SmallVector<Block, 16> splitBlocks(Function &F, AccessFinder &Finder) {
  SmallVector<Instruction *, 16> Ends;
  for (Instruction &I : instructions(F))
    if (endsStrand(I) && !I.isTerminator())
      Ends.push_back(&I);
  for (Instruction *I : Ends)
    SplitBlock(I->getParent(), I->getNextNode());
  SmallVector<Block, 16> Blocks;
  for (BasicBlock &BB : F)
    Blocks.push_back(describe(BB, Finder));
  return Blocks;
}

} // namespace tussah
