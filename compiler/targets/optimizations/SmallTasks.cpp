//===- SmallTasks.cpp - Tasks that are not worth a spawn ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallTasks.h"

#include "CallSpawn.h"
#include "CostModel.h"
#include "Remarks.h"
#include "compiler/targets/lowering/Target.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-small-tasks", cl::init(true), cl::Hidden,
            cl::desc("call tasks that cost less than their spawn"));

/// Returns true if the task of \p Spawn should be called, and says why or why
/// not.
static bool isSmall(const SpawnCall &Spawn, uint64_t Most,
                    FunctionAnalysisManager &FAM) {
  if (!canCallTask(Spawn)) {
    remarkMissed(*Spawn.call(), "SpawnStays", [] {
      return "spawned: the memory of its arguments may be another task's";
    });
    return false;
  }
  Cost C = costOf(*Spawn.helper(), FAM);
  if (!C.isKnown()) {
    remarkMissed(*Spawn.call(), "SpawnStays",
                 [&] { return "spawned: " + C.Unknown; });
    return false;
  }
  auto Explain = [&](const char *Decision) {
    return Decision + (": it costs " + std::to_string(C.Instructions)) +
           " instructions, a task should cost more than " +
           std::to_string(Most);
  };
  bool Small = C.Instructions <= Most;
  if (Small)
    remarkDone(*Spawn.call(), "SmallTask",
               [&] { return Explain("called, not spawned"); });
  else
    remarkMissed(*Spawn.call(), "SpawnStays",
                 [&] { return Explain("spawned"); });
  return Small;
}

PreservedAnalyses SmallTasksPass::run(Module &M, ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FunctionSet Changed;
  SmallPtrSet<Function *, 8> Tasks;
  for (CallBase *Call : callsOf(M, rep::Spawn)) {
    SpawnCall Spawn(Call);
    if (!Enabled || !mayDecideIn(*Call->getFunction()) ||
        !isSmall(Spawn, smallTask(Options), FAM))
      continue;
    Function *F = Call->getFunction();
    Tasks.insert(Spawn.helper());
    InlineFunctionInfo Info;
    InlineFunction(*callTask(Spawn), Info);
    FAM.invalidate(*F, PreservedAnalyses::none()); // others' tasks may call it
    Changed.insert(F);
  }
  if (Changed.empty())
    return PreservedAnalyses::all();
  for (Function *F : Changed)
    forgetTasks(*F);
  for (Function *Task : Tasks)
    if (Task->use_empty() && Task->hasLocalLinkage()) {
      Changed.remove(Task);
      FAM.clear(*Task, Task->getName());
      Task->eraseFromParent();
    }
  for (Function *F : Changed) {
    FAM.invalidate(*F, PreservedAnalyses::none());
    Simplification.run(*F, FAM);
  }
  return PreservedAnalyses::none();
}

} // namespace tussah
