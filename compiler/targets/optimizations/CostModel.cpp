//===- CostModel.cpp - What tasks and iterations cost ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include "compiler/compat/IR.h"
#include "compiler/targets/Target.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

/// Why the cost of \p I is not known, or why it is none: who synchronizes may
/// wait, or make others wait. Empty otherwise.
static StringRef whyUnknown(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return "it has atomic or volatile accesses";
  if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
    return "it calls functions";
  auto *Memory = dyn_cast<MemIntrinsic>(&I);
  if (Memory && !isa<ConstantInt>(Memory->getLength()))
    return "it copies or sets memory of unknown size";
  return "";
}

static uint64_t costOf(const Instruction &I, const TargetTransformInfo &TTI) {
  if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    return 1 + cast<ConstantInt>(Memory->getLength())->getZExtValue() / 16;
  InstructionCost C =
      TTI.getInstructionCost(&I, TargetTransformInfo::TCK_SizeAndLatency);
  return C.isValid() && C >= 0 ? static_cast<uint64_t>(compat::costValue(C))
                               : 1;
}

Cost costOf(Function &F, FunctionAnalysisManager &FAM) {
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  ReversePostOrderTraversal<const Function *> Blocks(&F);
  if (containsIrreducibleCFG<const BasicBlock *>(Blocks, LI))
    return {0, "it has a loop with two entries"};
  Cost Result;
  for (BasicBlock &BB : F) {
    uint64_t Times = 1;
    for (const Loop *L = LI.getLoopFor(&BB); L; L = L->getParentLoop()) {
      unsigned Trips =
          FAM.getResult<ScalarEvolutionAnalysis>(F).getSmallConstantTripCount(
              L);
      if (!Trips)
        return {0, "the trip count of its loop is not known"};
      Times = SaturatingMultiply<uint64_t>(Times, Trips);
    }
    uint64_t Once = 0;
    for (const Instruction &I : BB.instructionsWithoutDebug()) {
      if (StringRef Why = whyUnknown(I); !Why.empty())
        return {0, Why};
      Once += costOf(I, TTI);
    }
    Result.Instructions =
        SaturatingMultiplyAdd(Times, Once, Result.Instructions);
  }
  return Result;
}

uint64_t smallTask(const PipelineOptions &Options) {
  // A spawn of the native target takes about ten instructions, and if nobody
  // steals, that is all. Others make an object for each task.
  return targetIsNative(Options) ? 24 : 200;
}

uint64_t smallLoop(const PipelineOptions &Options) {
  // As in runtime/scheduler/api.c and runtime/abi/workers.h.
  return targetIsNative(Options) ? 4096 : 32768;
}

} // namespace tussah
