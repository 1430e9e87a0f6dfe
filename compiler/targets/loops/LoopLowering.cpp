//===- LoopLowering.cpp - Parallel loops become spawns -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopLowering.h"

#include "LeafLoop.h"
#include "LoopBuilder.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/CheckTasks.h"
#include "compiler/targets/lowering/Targets.h"
#include "compiler/targets/optimizations/CostModel.h"
#include "compiler/targets/optimizations/Remarks.h"
#include "compiler/tasks/Cancellation.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/CommandLine.h"

#include <tuple>

using namespace llvm;

namespace tussah {

/// Makes each parallel loop of \p M a call of its body's loop function, which
/// has no code yet. Returns the pairs of body and loop function.
static MapVector<Function *, Function *> replaceParFors(Module &M) {
  MapVector<Function *, Function *> Loops;
  for (CallBase *Call : callsOf(M, rep::ParFor)) {
    ParForCall ParFor(Call);
    Function *&Loop = Loops[ParFor.body()];
    if (!Loop)
      Loop = declareLoop(*ParFor.body());
    SmallVector<Value *, 8> Args{ParFor.tripCount(), ParFor.grain()};
    append_range(Args, ParFor.captures());
    auto *Frame = cast<CallBase>(ParFor.frame());
    replaceCall(Call, Loop, Args);
    if (Frame->use_empty()) // it was for loops, which have their own
      eraseCall(Frame);
  }
  return Loops;
}

/// What the grain of a loop depends on, where \p Call is the call of its
/// function, and \p Iteration the cost of its body.
static std::string describeGrain(const CallBase &Call, const Cost &Iteration) {
  constexpr unsigned GrainArg = 1;
  auto *Given = dyn_cast<ConstantInt>(Call.getArgOperand(GrainArg));
  if (!Given || !Given->isZero())
    return "the grain is given";
  if (!Iteration.isKnown())
    return "the cost of an iteration is not known: " + Iteration.Unknown;
  return "an iteration costs " + std::to_string(Iteration.Instructions) +
         " instructions; the grain depends on it";
}

/// Says at the calls of \p Loop what has become of the loop.
static void explain(const Function &Loop, bool Inlined, bool Hoisted,
                    bool Divides, const Cost &Iteration) {
  for (const User *U : Loop.users()) {
    auto &Call = *cast<CallBase>(U);
    if (Inlined)
      remarkDone(Call, "LeafLoop", [&] {
        return std::string("parallel loop with a leaf of independent "
                           "iterations") +
               (Hoisted ? ", which loads only once what they share" : "");
      });
    else
      remarkMissed(Call, "LeafCalls", [] {
        return "leaf loop calls its body, which is large or must not be "
               "inlined";
      });
    if (Divides)
      remarkAnalysis(Call, "Grain",
                     [&] { return describeGrain(Call, Iteration); });
  }
}

static cl::opt<unsigned>
    FewLoops("tussah-few-loops", cl::init(8), cl::Hidden,
             cl::desc("parallel loops of a module that are divided by "
                      "functions of their own"));

/// True if the grain of all calls of \p Loop is automatic: then a leaf takes
/// long, or there are few.
static bool hasAutomaticGrain(const Function &Loop) {
  return all_of(Loop.users(), [](const User *U) {
    auto *Grain = dyn_cast<ConstantInt>(cast<CallBase>(U)->getArgOperand(1));
    return Grain && Grain->isZero();
  });
}

namespace {

/// The functions that divide loops. Where there are many loops, those with an
/// automatic grain share one, to which the leaf is a pointer: that costs a leaf
/// a few instructions, but each function that spawns costs the compiler three.
class Divisions {
  bool Shares;
  /// By attributes, personality, and whether leaves throw.
  using Key = std::tuple<AttributeSet, Constant *, bool>;
  SmallVector<std::pair<Key, Function *>, 2> Shared;

public:
  explicit Divisions(bool Shares) : Shares(Shares) {}

  /// Adds what it creates to \p New, if that is to be simplified.
  Division get(Function &Body, Function &Loop, Function &Leaf,
               SmallVectorImpl<Function *> &New) {
    // What spawns itself is called directly by its own function.
    if (!Shares || Body.hasOptNone() || Body.hasGC() || Body.hasSection() ||
        !hasAutomaticGrain(Loop) || !callsIn(Leaf, rep::Frame).empty())
      return {New.emplace_back(buildDac(Body, Leaf, false)), nullptr};
    Function *Packed = buildPacked(Body, Leaf);
    bool Throws = !Leaf.doesNotThrow();
    Key K{Packed->getAttributes().getFnAttrs(),
          Packed->hasPersonalityFn() ? Packed->getPersonalityFn() : nullptr,
          Throws};
    for (auto &[Known, Dac] : Shared)
      if (Known == K)
        return {Dac, Packed};
    New.push_back(buildSharedDac(*Packed, Throws));
    Shared.push_back({K, New.back()});
    return {New.back(), Packed};
  }
};

} // namespace

PreservedAnalyses LoopLoweringPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!M.getFunction(rep::ParFor) || !checkTasks(M)) {
    if (!M.getFunction(rep::LeafHooks))
      return PreservedAnalyses::all();
    eraseLeafHooks(M);
    return PreservedAnalyses::none();
  }
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FAM.clear(); // functions will be deleted, others change
  bool Divides = targetDividesLoops(Options);
  bool Cancellable = isCancellable(M);
  SmallVector<Function *, 16> New;
  MapVector<Function *, Function *> Loops = replaceParFors(M);
  Divisions All(Simplification && !Cancellable && Loops.size() > FewLoops);
  for (auto [Body, Loop] : Loops) {
    LeafFunction Leaf = buildLeaf(*Body);
    bool Hoisted = false;
    uint64_t Instructions = 0;
    if (Simplification) {
      Cost Iteration = costOf(*Body, FAM);
      if (Iteration.isKnown())
        Instructions = std::max(Iteration.Instructions, UINT64_C(1));
      bool Inlined = inlineBody(*Body, Leaf);
      Hoisted =
          Inlined &&
          hoistInvariants(Leaf, FAM.getResult<TargetLibraryAnalysis>(*Leaf.F));
      explain(*Loop, Inlined, Hoisted, Divides, Iteration);
      FAM.clear(*Leaf.F, Leaf.F->getName());
    }
    Function *One = Hoisted ? Body : nullptr;
    if (Cancellable) {
      Function *Careful = makeCancellable(*Leaf.F, *Body);
      New.push_back(Careful);
      One = Hoisted ? Careful : nullptr;
    }
    New.push_back(Leaf.F);
    Division By;
    if (Divides && Cancellable)
      By.Dac = New.emplace_back(buildDac(*Body, *Leaf.F, Cancellable));
    else if (Divides)
      By = All.get(*Body, *Loop, *Leaf.F, New);
    emitLoop(*Loop, *Leaf.F, By, Instructions, One);
    New.push_back(Loop);
    if (Body->use_empty()) {
      FAM.clear(*Body, Body->getName());
      Body->eraseFromParent();
    }
  }
  eraseLeafHooks(M);
  if (Simplification)
    for (Function *F : New)
      if (!F->hasOptNone())
        Simplification->run(*F, FAM);
  return PreservedAnalyses::none();
}

} // namespace tussah
