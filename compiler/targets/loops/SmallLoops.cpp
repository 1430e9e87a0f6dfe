//===- SmallLoops.cpp - Loops that are not worth dividing -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallLoops.h"

#include "LeafLoop.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Target.h"
#include "compiler/targets/optimizations/CallSpawn.h"
#include "compiler/targets/optimizations/CostModel.h"
#include "compiler/targets/optimizations/Remarks.h"
#include "compiler/tasks/Cancellation.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-small-loops", cl::init(true), cl::Hidden,
            cl::desc("run parallel loops that cost less than a leaf serially"));

namespace {

/// What becomes of a loop, and why, if somebody asks.
struct Decision {
  CallBase *Call;
  std::string Why;
  /// The number of iterations of a loop that is to be serial.
  std::optional<uint64_t> Trips;
};

/// Makes the small loops of one module serial.
class SmallLoops {
  Module &M;
  FunctionAnalysisManager &FAM;
  FunctionPassManager &Simplification;
  /// The largest cost of a small loop.
  uint64_t Most;

  /// The loops that have stayed parallel in this round.
  std::vector<Decision> Stay;
  /// What serial loops have run, and nobody may use any more.
  FunctionSet Bodies;

public:
  SmallLoops(Module &M, FunctionAnalysisManager &FAM,
             FunctionPassManager &Simplification, uint64_t Most)
      : M(M), FAM(FAM), Simplification(Simplification), Most(Most) {}

  bool run();

private:
  Decision decide(CallBase *Call);
  bool runOn(Function &F);
  void eraseUnusedBodies();
};

} // namespace

Decision SmallLoops::decide(CallBase *Call) {
  ParForCall ParFor(Call);
  auto *Grain = dyn_cast<ConstantInt>(ParFor.grain());
  if (!Grain || !Grain->isZero())
    return {Call, "its grain is given", std::nullopt};
  auto *N = dyn_cast<ConstantInt>(ParFor.tripCount());
  if (!N)
    return {Call, "how many iterations it has is not known", std::nullopt};
  uint64_t Trips = N->getZExtValue();
  if (Trips <= 1)
    return {Call, Trips ? "it has one iteration" : "it has no iterations",
            Trips};
  Cost C = costOf(*ParFor.body(), FAM);
  if (!C.isKnown())
    return {Call, "the cost of its iterations is not known: " + C.Unknown,
            std::nullopt};
  uint64_t All = SaturatingMultiply(Trips, C.Instructions);
  std::string Why;
  if (wantsRemarks(*Call->getFunction()))
    Why = "its " + std::to_string(Trips) + " iterations cost " +
          std::to_string(All) +
          " instructions, a parallel loop should cost more than " +
          std::to_string(Most);
  if (All > Most)
    return {Call, Why, std::nullopt};
  return {Call, Why, Trips};
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

/// True if the loop of \p Call may become serial.
static bool mayDecideAt(const CallBase &Call) {
  const Function *Body = ParForCall(const_cast<CallBase *>(&Call)).body();
  return mayDecideIn(*Call.getFunction()) && Body && !Body->isDeclaration();
}

/// Returns true if loops of \p F have become serial.
bool SmallLoops::runOn(Function &F) {
  // All is decided before anything changes: a body may call this function.
  std::vector<Decision> Small;
  for (CallBase *Call : callsIn(F, rep::ParFor))
    if (mayDecideAt(*Call)) {
      Decision D = decide(Call);
      (D.Trips ? Small : Stay).push_back(std::move(D));
    }
  if (Small.empty())
    return false;
  for (const Decision &D : Small) {
    remarkDone(*D.Call, "SmallLoop", [&] { return "serial loop: " + D.Why; });
    ParForCall ParFor(D.Call);
    Bodies.insert(ParFor.body());
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): Small has these only
    makeSerial(ParFor, *D.Trips, FAM);
  }
  forgetTasks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  Simplification.run(F, FAM);
  return true;
}

void SmallLoops::eraseUnusedBodies() {
  for (Function *Body : Bodies)
    if (Body->use_empty()) {
      FAM.clear(*Body, Body->getName());
      Body->eraseFromParent();
    }
  Bodies.clear();
}

/// Returns true if loops have become serial.
bool SmallLoops::run() {
  bool Any = false, Again = true;
  // A body whose loops have become serial is known better than before.
  while (Again) {
    Again = false;
    Stay.clear();
    FunctionSet Functions;
    for (CallBase *Call : callsOf(M, rep::ParFor))
      Functions.insert(Call->getFunction());
    for (Function *F : Functions)
      Again |= runOn(*F);
    eraseUnusedBodies();
    Any |= Again;
  }
  for (const Decision &D : Stay)
    remarkMissed(*D.Call, "LoopStays",
                 [&] { return "parallel loop: " + D.Why; });
  return Any;
}

/// Says at each loop of \p M that it is not looked at.
static void explainCancellable(Module &M) {
  for (CallBase *Call : callsOf(M, rep::ParFor))
    remarkMissed(*Call, "LoopStays", [] {
      return "parallel loop: loops of this file can be cancelled";
    });
}

PreservedAnalyses SmallLoopsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Enabled)
    return PreservedAnalyses::all();
  if (isCancellable(M)) {
    explainCancellable(M);
    return PreservedAnalyses::all();
  }
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Any = SmallLoops(M, FAM, Simplification, smallLoop(Options)).run();
  return Any ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tussah
