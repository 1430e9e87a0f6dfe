//===- LoopLowering.cpp - Parallel loops become spawns -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopLowering.h"

#include "CheckTasks.h"
#include "Generated.h"
#include "LeafLoop.h"
#include "LoopBuilder.h"
#include "Target.h"
#include "Views.h"
#include "compiler/tasks/Cancellation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

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

/// Moves views and loads out of \p Leaf, into which its body has been inlined.
/// Which reducer it is may be loaded, and a lookup ends what loads are moved.
/// Returns true if loads have moved.
static bool hoistFrom(const LeafFunction &Leaf,
                      const TargetLibraryInfo &Libraries) {
  simplifyViews(*Leaf.F, Libraries);
  if (!hoistInvariantLoads(Leaf))
    return false;
  if (simplifyViews(*Leaf.F, Libraries))
    hoistInvariantLoads(Leaf);
  return true;
}

PreservedAnalyses LoopLoweringPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!M.getFunction(rep::ParFor) || !checkTasks(M))
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FAM.clear(); // functions will be deleted, others change
  bool Divides = targetDividesLoops(Options);
  bool Cancellable = isCancellable(M);
  SmallVector<Function *, 16> New;
  for (auto [Body, Loop] : replaceParFors(M)) {
    LeafFunction Leaf = buildLeaf(*Body);
    bool Hoisted =
        Simplification && inlineBody(*Body, Leaf) &&
        hoistFrom(Leaf, FAM.getResult<TargetLibraryAnalysis>(*Leaf.F));
    uint64_t Cost = costOfIteration(Leaf);
    Function *One = Hoisted ? Body : nullptr;
    if (Cancellable) {
      Function *Careful = makeCancellable(*Leaf.F, *Body);
      New.push_back(Careful);
      One = Hoisted ? Careful : nullptr;
    }
    Function *Dac = Divides ? buildDac(*Body, *Leaf.F, Cancellable) : nullptr;
    emitLoop(*Loop, *Leaf.F, Dac, Cost, One);
    New.push_back(Leaf.F);
    if (Dac)
      New.push_back(Dac);
    New.push_back(Loop);
    if (Body->use_empty())
      Body->eraseFromParent();
  }
  if (Simplification)
    for (Function *F : New)
      if (!F->hasOptNone())
        Simplification->run(*F, FAM);
  return PreservedAnalyses::none();
}

} // namespace tussah
