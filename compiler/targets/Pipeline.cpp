//===- Pipeline.cpp - Where the passes run in LLVM's pipelines -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "include/tussah/pass.h"

#include "compiler/compat/ExtensionPoints.h"
#include "compiler/hooks/Checks.h"
#include "compiler/hooks/Hooks.h"
#include "compiler/targets/loops/LoopLowering.h"
#include "compiler/targets/loops/SmallLoops.h"
#include "compiler/targets/lowering/Targets.h"
#include "compiler/targets/lowering/TaskLowering.h"
#include "compiler/targets/native/NativeLowering.h"
#include "compiler/targets/optimizations/ConstantCaptures.h"
#include "compiler/targets/optimizations/GuardedSpawns.h"
#include "compiler/targets/optimizations/KnownCaptures.h"
#include "compiler/targets/optimizations/LastSpawns.h"
#include "compiler/targets/optimizations/SmallTasks.h"
#include "compiler/targets/optimizations/SplitModes.h"
#include "compiler/targets/optimizations/Views.h"
#include "compiler/targets/pedigrees/Pedigrees.h"
#include "compiler/tasks/Frames.h"
#include "compiler/tasks/Outline.h"
#include "compiler/tasks/Print.h"
#include "compiler/tasks/Verify.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace tussah {

static void addLoopLowering(PassBuilder &PB, ModulePassManager &MPM,
                            const PipelineOptions &Options,
                            OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
  std::optional<FunctionPassManager> Simplification;
  if (Level != OptimizationLevel::O0)
    Simplification = PB.buildFunctionSimplificationPipeline(Level, Phase);
  MPM.addPass(LoopLoweringPass(Options, std::move(Simplification)));
}

/// Adds the optimizations of tasks that are optimized themselves, and that
/// count their strands already.
static void addOptimizations(PassBuilder &PB, ModulePassManager &MPM,
                             const PipelineOptions &Options,
                             OptimizationLevel Level,
                             ThinOrFullLTOPhase Phase) {
  if (Level == OptimizationLevel::O0)
    return;
  auto Simplification = [&] {
    return PB.buildFunctionSimplificationPipeline(Level, Phase);
  };
  MPM.addPass(ConstantCapturesPass(Simplification()));
  if (keepsSpawns(Options))
    return;
  MPM.addPass(SmallLoopsPass(Options, Simplification()));
  MPM.addPass(SmallTasksPass(Options, Simplification()));
  MPM.addPass(LastSpawnsPass());
  if (!targetIsNative(Options))
    MPM.addPass(GuardedSpawnsPass(Simplification()));
}

static void addTaskLowering(ModulePassManager &MPM,
                            const PipelineOptions &Options,
                            OptimizationLevel Level) {
  // At -O1 LLVM leaves frames for debuggers, too.
  if (targetIsNative(Options))
    MPM.addPass(native::NativeLoweringPass(
        Options, /*MakeLoops=*/compat::isAboveO1(Level)));
  else
    MPM.addPass(TaskLoweringPass(Options, Level != OptimizationLevel::O0));
}

/// Adds the pass that `opt` calls \p Name, if it knows no levels.
static bool addAlike(StringRef Name, ModulePassManager &MPM,
                     const PipelineOptions &Options) {
  if (Name == "tussah-outline")
    MPM.addPass(OutlinePass());
  else if (Name == "tussah-hooks" && !Options.Tools.empty())
    MPM.addPass(HooksPass(Options));
  else if (Name == "tussah-hooks<checks>" && !Options.Tools.empty())
    MPM.addPass(HooksPass(Options, /*LeavesChecks=*/true));
  else if (Name == "tussah-checks")
    MPM.addPass(ChecksPass());
  else if (Name == "tussah-place-frames")
    MPM.addPass(createModuleToFunctionPassAdaptor(FramePlacementPass()));
  else if (Name == "tussah-keep-frames")
    MPM.addPass(createModuleToFunctionPassAdaptor(
        FramePlacementPass(/*MayMove=*/false)));
  else if (Name == "tussah-pedigrees")
    MPM.addPass(PedigreePass(Options));
  else if (Name == "tussah-views")
    MPM.addPass(createModuleToFunctionPassAdaptor(ViewsPass()));
  else if (Name == "tussah-keep-views")
    MPM.addPass(createModuleToFunctionPassAdaptor(KeepViewsPass()));
  else if (Name == "tussah-verify")
    MPM.addPass(VerifyPass());
  else if (Name == "print<tussah>")
    MPM.addPass(PrintPass(errs()));
  else
    return false;
  return true;
}

/// Adds the pass that `opt` calls \p Name. With the suffix `<O2>` a lowering
/// pass optimizes as it does at -O2, without it as at -O0.
static bool addByName(PassBuilder &PB, StringRef Name, ModulePassManager &MPM,
                      const PipelineOptions &Options) {
  bool Optimize = Name.consume_back("<O2>");
  auto Simplification = [&] {
    return PB.buildFunctionSimplificationPipeline(OptimizationLevel::O2,
                                                  ThinOrFullLTOPhase::None);
  };
  if (Name == "tussah-lower-loops")
    addLoopLowering(PB, MPM, Options,
                    Optimize ? OptimizationLevel::O2 : OptimizationLevel::O0,
                    ThinOrFullLTOPhase::None);
  else if (Name == "tussah-lower-tasks")
    addTaskLowering(MPM, Options,
                    Optimize ? OptimizationLevel::O2 : OptimizationLevel::O0);
  else if (Name == "tussah-constant-captures")
    MPM.addPass(ConstantCapturesPass(Simplification()));
  else if (Name == "tussah-early-exits")
    MPM.addPass(GuardedSpawnsPass(Simplification()));
  else if (Name == "tussah-small-loops")
    MPM.addPass(SmallLoopsPass(Options, Simplification()));
  else if (Name == "tussah-small-tasks")
    MPM.addPass(SmallTasksPass(Options, Simplification()));
  else if (Name == "tussah-split-modes")
    MPM.addPass(SplitModesPass());
  else if (Name == "tussah-known-captures")
    MPM.addPass(createModuleToFunctionPassAdaptor(KnownCapturesPass()));
  else if (Name == "tussah-last-spawns")
    MPM.addPass(LastSpawnsPass());
  else
    return !Optimize && addAlike(Name, MPM, Options);
  return true;
}

void registerPipeline(PassBuilder &PB, const PipelineOptions &Options) {
  PB.registerPipelineStartEPCallback([Options](ModulePassManager &MPM,
                                               OptimizationLevel Level) {
    MPM.addPass(OutlinePass(/*KeepsShared=*/!Options.Tools.empty()));
    MPM.addPass(VerifyPass());
    if (!Options.Tools.empty())
      MPM.addPass(HooksPass(Options,
                            /*LeavesChecks=*/Level != OptimizationLevel::O0));
    if (Level != OptimizationLevel::O0 && !keepsSpawns(Options) &&
        !Options.Pedigrees)
      MPM.addPass(LastSpawnsPass());
    if (targetIsNative(Options))
      MPM.addPass(native::NativePreparePass());
  });
  // When variables have become values, before the inliner. Strands of all
  // levels are to have the same pedigrees, so these forbid it.
  compat::registerEarlySimplification(PB, [Options](ModulePassManager &MPM,
                                                    OptimizationLevel Level,
                                                    ThinOrFullLTOPhase) {
    if (Level != OptimizationLevel::O0 && !Options.Pedigrees)
      MPM.addPass(SplitModesPass());
  });
  // After the inliner, before loops are unrolled. With pedigrees, where a frame
  // is made tells where its scope was entered.
  PB.registerPeepholeEPCallback(
      [Pedigrees = Options.Pedigrees](FunctionPassManager &FPM,
                                      OptimizationLevel) {
        FPM.addPass(FramePlacementPass(/*MayMove=*/!Pedigrees));
        FPM.addPass(KnownCapturesPass());
        FPM.addPass(ViewsPass());
      });
  if (!Options.Tools.empty())
    PB.registerPeepholeEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) {
          FPM.addPass(PrivateChecksPass());
        });
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          FPM.addPass(KeepViewsPass());
      });
  compat::registerOptimizerEarly(PB, [&PB, Options](ModulePassManager &MPM,
                                                    OptimizationLevel Level,
                                                    ThinOrFullLTOPhase Phase) {
    // LLVM 19 has removed the protection, which what follows needs.
    if (targetIsNative(Options))
      MPM.addPass(native::NativePreparePass());
    if (Options.Pedigrees)
      MPM.addPass(PedigreePass(Options));
    if (!Options.Tools.empty())
      MPM.addPass(ChecksPass());
    addOptimizations(PB, MPM, Options, Level, Phase);
    addLoopLowering(PB, MPM, Options, Level, Phase);
    // For functions of loops it is new.
    if (targetIsNative(Options))
      MPM.addPass(native::NativePreparePass());
  });
  compat::registerOptimizerLast(
      PB,
      [Options](ModulePassManager &MPM, OptimizationLevel Level,
                ThinOrFullLTOPhase) { addTaskLowering(MPM, Options, Level); });
  PB.registerPipelineParsingCallback(
      [&PB, Options](StringRef Name, ModulePassManager &MPM,
                     ArrayRef<PassBuilder::PipelineElement>) {
        return addByName(PB, Name, MPM, Options);
      });
}

} // namespace tussah
