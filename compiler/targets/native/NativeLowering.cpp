//===- NativeLowering.cpp - Tasks become calls that thieves can leave -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeLowering.h"

#include "AlignedCalls.h"
#include "Cancellation.h"
#include "Continuations.h"
#include "Functions.h"
#include "InductionValues.h"
#include "Memory.h"
#include "Processors.h"
#include "ShortLoops.h"
#include "TailCalls.h"
#include "Tasks.h"
#include "ThreadLocals.h"
#include "VariableSizes.h"
#include "Views.h"
#include "compiler/compat/IR.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/CheckTasks.h"
#include "compiler/targets/lowering/Diagnostics.h"
#include "compiler/targets/lowering/ObjectMark.h"
#include "compiler/targets/lowering/OutOfLine.h"
#include "compiler/targets/lowering/Targets.h"
#include "compiler/targets/lowering/TaskLowering.h"
#include "compiler/targets/lowering/ThreadLocalUses.h"
#include "compiler/targets/optimizations/EarlyExit.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <vector>

using namespace llvm;

namespace tussah::native {

PreservedAnalyses NativePreparePass::run(Module &M, ModuleAnalysisManager &) {
  keepStorageInFrames(M, /*IsFinal=*/false);
  const Processor *Machine = processorOf(M);
  for (CallBase *Call : callsOf(M, rep::Spawn)) {
    keepOutOfLine(*Call->getFunction());
    if (Machine)
      Machine->prepare(*Call->getFunction());
  }
  // A parallel loop is a call, which may be anywhere.
  for (CallBase *Call : callsOf(M, rep::ParFor))
    if (usesThreadLocal(*Call->getFunction()))
      keepOutOfLine(*Call->getFunction());
  return PreservedAnalyses::none();
}

static bool hasSpawns(Function &F) {
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (isCallOf(I, rep::Spawn))
        return true;
  return false;
}

static bool hasTasks(Module &M) {
  return any_of(ArrayRef<StringRef>{rep::Frame, rep::Spawn, rep::Cancelled,
                                    rep::Scope, rep::View, rep::ReducerBegin,
                                    rep::ReducerEnd},
                [&](StringRef Name) { return !callsOf(M, Name).empty(); });
}

/// What is the matter if LLVM warns of \p Assembly when it emits \p F, which is
/// in native form.
static EmittedAssembly frameTooLarge(Function &F, CallBase *Assembly) {
  StringRef Name = nameBefore(F);
  Function *Written = F.getParent()->getFunction(Name);
  return {Assembly, Written ? Written : &F,
          "function '" + demangle(Name) +
              "' spawns, or calls what spawns, and calculates with vectors so "
              "wide that they do not fit its frame on this processor; move "
              "that into a function that does neither, with "
              "__attribute__((noinline))"};
}

static Error lowerModule(Module &M, const PipelineOptions &Options,
                         bool MakeLoops) {
  const Processor *Machine = processorOf(M);
  if (!Machine)
    return makeError("target 'native' is for x86-64 and AArch64 with ELF, not "
                     "for '" +
                     compat::targetTriple(M).str() +
                     "'; choose another one with -ftussah-target=");
  Expected<NativeAbi> Abi = NativeAbi::link(M, nativeAbiPath(Options));
  if (!Abi)
    return Abi.takeError();
  RuntimeCalls Runtime(M, *Abi, *Machine);
  checkBeforeSpawns(M);
  lowerViews(M, Runtime);
  for (CallBase *Call : callsOf(M, rep::Grain))
    replaceCall(Call, Runtime.grain(),
                {Call->getArgOperand(0), Call->getArgOperand(1)});
  explainReplaceable(M);
  if (MakeLoops)
    markTailCalls(M);
  Expected<FunctionSet> Natives = makeNativeFunctions(M, Runtime);
  if (!Natives)
    return Natives.takeError();
  lowerCancellation(M, Runtime);
  prepareSpawns(M, Runtime, *Natives);
  inlineEarlyExits(*Natives, *Natives);
  separateThreadLocals(M, *Natives);
  Abi->emitHandlers(M, [&](Function &F) { return Natives->contains(&F); });
  std::vector<EmittedAssembly> Emitted;
  for (Function *F : *Natives) {
    bool Spawns = hasSpawns(*F);
    if (Spawns)
      Abi->emitFrame(*F);
    // A leaf is asked at once: its caller may be the only one with something to
    // offer.
    insertPoll(*F, Runtime, /*AtStart=*/!Spawns);
    AllocaInst *Top = prepareMemory(*F, Runtime);
    lowerContinuations(*F, Runtime, Top);
    forgetCalls(*F, *Machine);
    hideInductionValues(*F, Runtime);
    alignCalls(*F, *Machine);
    alignShortLoops(*F);
    if (CallBase *Assembly = keepStackPointer(*F, Runtime))
      Emitted.push_back(frameTooLarge(*F, Assembly));
  }
  reportWhenEmitted(Emitted);
  Abi->erase();
  markObject(M, Options);
  return eraseTaskForm(M);
}

PreservedAnalyses NativeLoweringPass::run(Module &M,
                                          ModuleAnalysisManager &MAM) {
  if (!checkTasks(M) || !hasTasks(M))
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FAM.clear(); // functions will be deleted, others change
  if (Error E = lowerModule(M, Options, MakeLoops))
    reportError(M.getContext(), std::move(E));
  return PreservedAnalyses::none();
}

} // namespace tussah::native
