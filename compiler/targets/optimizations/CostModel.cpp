//===- CostModel.cpp - What tasks and iterations cost ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include "Remarks.h"
#include "compiler/compat/IR.h"
#include "compiler/targets/lowering/Targets.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IntrinsicInst.h"

#include <map>

using namespace llvm;

namespace tussah {

/// Why the cost of \p I, which is no call, is not known, or why it is none: who
/// synchronizes may wait, or make others wait. Empty otherwise.
static StringRef whyUnknown(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return "it has atomic or volatile accesses";
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

namespace {

/// Looks at a function and at all that it calls, each once.
class Calculation {
  FunctionAnalysisManager &FAM;
  /// Whether somebody asks which function is to blame for an unknown cost.
  bool NamesCallees;
  /// A function that is being looked at has an unknown cost, for its own calls.
  std::map<const Function *, Cost> Costs;

  /// Bounds the time that one spawn takes, and the depth of the recursion.
  static constexpr unsigned MostFunctions = 64;

public:
  Calculation(FunctionAnalysisManager &FAM, bool NamesCallees)
      : FAM(FAM), NamesCallees(NamesCallees) {}

  Cost of(Function &F);

private:
  Cost ofCall(const CallBase &Call);
  Cost ofBlock(BasicBlock &BB, const TargetTransformInfo &TTI);
};

} // namespace

/// What the code of the callee of \p Call costs.
Cost Calculation::ofCall(const CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->getName() == rep::LeafHooks)
    return Cost();
  if (Callee && Callee->getName() == rep::Cancelled)
    return {0, "it asks whether it is cancelled"};
  if (Callee && Callee->getName().starts_with(rep::Prefix))
    return {0, "it has tasks or reducers of its own"};
  if (!Callee || Callee->isDeclaration() || Callee->isInterposable())
    return {0, "it calls functions"};
  auto [It, IsNew] = Costs.try_emplace(Callee);
  Cost &Known = It->second; // stays where it is if the map grows
  if (IsNew && Costs.size() > MostFunctions)
    Known.Unknown = "it is one of many functions";
  else if (IsNew) {
    Known.Unknown = "it is recursive";
    Known = of(*Callee);
  }
  if (Known.isKnown() || !NamesCallees)
    return Known;
  return {0,
          "it calls '" + demangle(Callee->getName()) + "': " + Known.Unknown};
}

Cost Calculation::ofBlock(BasicBlock &BB, const TargetTransformInfo &TTI) {
  Cost Result;
  for (const Instruction &I : BB) {
    if (I.isDebugOrPseudoInst())
      continue;
    if (StringRef Why = whyUnknown(I); !Why.empty())
      return {0, Why.str()};
    Cost Called;
    if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(I))
      Called = ofCall(*Call);
    if (!Called.isKnown())
      return Called;
    Result.Instructions = SaturatingAdd<uint64_t>(
        Result.Instructions, Called.Instructions, costOf(I, TTI));
  }
  return Result;
}

Cost Calculation::of(Function &F) {
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
    Cost Once = ofBlock(BB, TTI);
    if (!Once.isKnown())
      return Once;
    Result.Instructions =
        SaturatingMultiplyAdd(Times, Once.Instructions, Result.Instructions);
  }
  return Result;
}

Cost costOf(Function &F, FunctionAnalysisManager &FAM) {
  return Calculation(FAM, wantsRemarks(F)).of(F);
}

uint64_t smallTask(const PipelineOptions &Options) {
  // A spawn of the native target takes about ten instructions, and if nobody
  // steals, that is all. Others make an object for each task.
  return targetIsNative(Options) ? 24 : 200;
}

uint64_t smallLoop(const PipelineOptions &Options) {
  // As in runtime/abi/workers.h, and a quarter of what runtime/scheduler/api.c
  // has: the grain there also knows how many iterations there are.
  return targetIsNative(Options) ? 4096 : 32768;
}

} // namespace tussah
