//===- Outline.cpp - From markers to tasks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "Cancellation.h"
#include "Captures.h"
#include "CleanupSwitches.h"
#include "Extract.h"
#include "InitFlags.h"
#include "KeptMemory.h"
#include "MarkedRegion.h"
#include "Markers.h"
#include "Outstanding.h"
#include "Reducers.h"
#include "Representation.h"
#include "SeparateVariables.h"
#include "SyncRegions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah {

static bool hasMarkers(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return any_of(marker::All,
                  [&](StringRef Name) { return isCallOf(I, Name); });
  });
}

/// Gives the conversions of a narrow marker's result their no-wrap flag: the
/// value of a loop's control variable fits its type.
static void lowerNarrow(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isCallOf(I, marker::Narrow))
      continue;
    bool IsSigned = !cast<ConstantInt>(I.getOperand(1))->isZero();
    for (User *U : I.users())
      if (auto *Trunc = dyn_cast<TruncInst>(U)) {
        Trunc->setHasNoSignedWrap(IsSigned);
        Trunc->setHasNoUnsignedWrap(!IsSigned);
      }
    I.replaceAllUsesWith(I.getOperand(0));
    I.eraseFromParent();
  }
}

/// Removes code that clang emits but that never runs: in a constexpr function,
/// what only constant evaluation executes; and what follows a return, if it
/// declares an array of variable length or has a label. It may hold markers
/// without their counterparts, and dominators mean nothing there.
static void removeDeadCode(Function &F) {
  removeDeadDefaults(F);
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
  EliminateUnreachableBlocks(F);
}

/// Outlines the region that \p Begin begins, and adds its function to \p
/// Functions. Returns false if other regions have to be outlined before.
/// Reports what cannot be outlined on the context.
static bool outlineRegion(CallBase *Begin, KnownVariables &Known,
                          SmallVectorImpl<Function *> &Functions) {
  Function &F = *Begin->getFunction();
  std::optional<MarkedRegion> R = matchRegion(Begin);
  if (!R) {
    F.getContext().emitError(Begin, "tussah: malformed task markers in '" +
                                        F.getName() + "'");
    Begin->replaceAllUsesWith(ConstantInt::get(Begin->getType(), 1));
    Begin->eraseFromParent();
    return true;
  }
  // Ways that lead nowhere may be shared by regions.
  if (holdsBegin(blocksOf(*R)))
    return false;
  splitRegion(*R);
  if (!R->IsLoop && isCancellable(*F.getParent()))
    skipIfCancelled(*R);
  CallInst *Storage = placeVariables(*R, Known);
  if (Function *Task = extractTask(*R, Storage))
    Functions.push_back(Task);
  return true;
}

/// Outlines all tasks of \p F, innermost first, and then turns what is left of
/// the markers in it and in its tasks into the representation.
static void outlineFunction(Function &F, bool KeepsShared) {
  SmallVector<Function *, 8> Functions{&F};
  removeDeadCode(F);
  lowerNarrow(F);
  lowerInitMarkers(F);
  lowerReducerMarkers(F);
  lowerLeaves(F);
  RegionMap Regions = regionsOf(F);
  KnownVariables Known;
  Known.KeepsShared = KeepsShared;
  Known.takeOuterMarkers(F, Regions);
  takeAllocaMarkers(F, Regions);
  separateVariables(F, Regions);
  SmallVector<WeakVH, 8> Begins = beginsInnermostFirst(F, Regions);
  size_t Left;
  do {
    Left = Begins.size();
    erase_if(Begins, [&](const WeakVH &Begin) {
      return !Begin || outlineRegion(cast<CallBase>(Begin), Known, Functions);
    });
  } while (!Begins.empty() && Begins.size() < Left);
  for (Function *G : Functions) {
    lowerSyncRegions(*G);
    eraseRedundantSyncs(*G);
    lowerKeptMemory(*G);
  }
}

PreservedAnalyses OutlinePass::run(Module &M, ModuleAnalysisManager &) {
  takeCancellationMark(M);
  if (none_of(marker::All, [&](StringRef Name) { return M.getFunction(Name); }))
    return PreservedAnalyses::all();
  SmallVector<Function *, 32> Marked;
  for (Function &F : M)
    if (hasMarkers(F))
      Marked.push_back(&F);
  // Its notes take each function for one of the source, and are not valid if
  // one has no line.
  if (!Marked.empty() && M.getNamedMetadata("llvm.gcov"))
    M.getContext().emitError(
        "gcov cannot count tasks; use -fprofile-instr-generate "
        "-fcoverage-mapping instead of --coverage");
  for (Function *F : Marked)
    outlineFunction(*F, KeepsShared);
  eraseKeptMarkers(M);
  for (StringRef Name : marker::All)
    if (Function *F = M.getFunction(Name); F && F->use_empty())
      F->eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace tussah
