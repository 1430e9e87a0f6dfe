//===- CheckedLoops.cpp - Loops whose checks can be moved -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedLoops.h"

#include "Checks.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace tussah {

LoopAnalyses simplifyLoops(Function &F, FunctionAnalysisManager &FAM) {
  FAM.invalidate(F, PreservedAnalyses::none());
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  for (Loop *L : LI)
    simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
  return {DT, LI, SE};
}

bool keepsChecks(const Loop &L) {
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (endsChecks(I) ||
          (isa<CallBase>(I) && !CheckCall::find(const_cast<Instruction &>(I)) &&
           !isGuaranteedToTransferExecutionToSuccessor(&I)))
        return false;
  return true;
}

} // namespace tussah
