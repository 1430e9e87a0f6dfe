//===- SmallLoops.cpp - Loops that are not worth dividing -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallWork.h"

#include "CallSpawn.h"
#include "CostModel.h"
#include "Remarks.h"
#include "compiler/targets/Generated.h"
#include "compiler/targets/LeafLoop.h"
#include "compiler/tasks/Cancellation.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-small-loops", cl::init(true), cl::Hidden,
            cl::desc("run parallel loops that cost less than a leaf serially"));

/// The number of iterations of \p ParFor if nobody says how they are divided.
static std::optional<uint64_t> automaticTrips(const ParForCall &ParFor) {
  auto *N = dyn_cast<ConstantInt>(ParFor.tripCount());
  auto *Grain = dyn_cast<ConstantInt>(ParFor.grain());
  if (!N || !Grain || !Grain->isZero())
    return std::nullopt;
  return N->getZExtValue();
}

/// Returns true if \p ParFor should be serial, and says why.
static bool isSmall(const ParForCall &ParFor, uint64_t Most,
                    FunctionAnalysisManager &FAM) {
  std::optional<uint64_t> Trips = automaticTrips(ParFor);
  if (!Trips || !ParFor.body() || ParFor.body()->isDeclaration())
    return false;
  if (*Trips <= 1) {
    remarkDone(*ParFor.call(), "SmallLoop",
               *Trips ? "serial loop: it has one iteration"
                      : "serial loop: it has no iterations");
    return true;
  }
  Cost C = costOf(*ParFor.body(), FAM);
  if (!C.isKnown())
    return false;
  uint64_t All = SaturatingMultiply(*Trips, C.Instructions);
  if (All > Most)
    return false;
  remarkDone(*ParFor.call(), "SmallLoop",
             "serial loop: its " + std::to_string(*Trips) +
                 " iterations cost " + std::to_string(All) +
                 " instructions, a parallel loop should cost more than " +
                 std::to_string(Most));
  return true;
}

/// Inlines the body that \p Call calls, unless that would copy parallel loops:
/// one of them may be that of the same body, and so on for ever.
static void inlineIfPossible(CallBase &Call) {
  Function *Body = Call.getCalledFunction();
  if (Body->hasFnAttribute(Attribute::NoInline) ||
      !callsIn(*Body, rep::ParFor).empty())
    return;
  InlineFunctionInfo Info;
  InlineFunction(Call, Info);
}

/// Makes \p ParFor, which has constantly \p Trips iterations, a serial loop of
/// its function.
static void makeSerial(const ParForCall &ParFor, uint64_t Trips,
                       FunctionAnalysisManager &FAM) {
  Function &Body = *ParFor.body();
  if (Trips == 0) {
    eraseCall(ParFor.call());
    return;
  }
  Type *I64 = Type::getInt64Ty(Body.getContext());
  SmallVector<Value *, 8> Args{ConstantInt::get(I64, 0)};
  if (Trips == 1) {
    append_range(Args, ParFor.captures());
    inlineIfPossible(*replaceCall(ParFor.call(), &Body, Args));
    return;
  }
  LeafFunction Leaf = buildLeaf(Body);
  if (inlineBody(Body, Leaf))
    hoistInvariants(Leaf, FAM.getResult<TargetLibraryAnalysis>(*Leaf.F));
  FAM.clear(*Leaf.F, Leaf.F->getName());
  Args.push_back(ConstantInt::get(I64, Trips));
  append_range(Args, ParFor.captures());
  replaceCall(ParFor.call(), Leaf.F, Args);
  inlineOnlyCall(*Leaf.F);
}

PreservedAnalyses SmallLoopsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Enabled || isCancellable(M))
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Any = false, Again = true;
  // A body whose loops have become serial is known better than before.
  while (Again) {
    Again = false;
    for (CallBase *Call : callsOf(M, rep::ParFor)) {
      ParForCall ParFor(Call);
      Function *F = Call->getFunction();
      if (!mayDecideIn(*F) || !isSmall(ParFor, smallLoop(Options), FAM))
        continue;
      Function *Body = ParFor.body();
      makeSerial(ParFor, *automaticTrips(ParFor), FAM);
      forgetTasks(*F);
      FAM.invalidate(*F, PreservedAnalyses::none());
      Simplification.run(*F, FAM);
      if (Body->use_empty()) {
        FAM.clear(*Body, Body->getName());
        Body->eraseFromParent();
      }
      Any = Again = true;
      // The calls that are left may be others now.
      break;
    }
  }
  return Any ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tussah
