//===- GuardedSpawns.cpp - Spawns of what returns at once -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedSpawns.h"

#include "CallSpawn.h"
#include "EarlyExit.h"
#include "OneCall.h"

#include "llvm/IR/Constants.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-early-exits", cl::init(true), cl::Hidden,
            cl::desc("take the early exits of tasks without a spawn"));

/// True if the code of \p F is known here.
static bool hasCode(const Function *F) {
  return F && !F->isDeclaration() && !F->isVarArg();
}

/// True if the code of \p F may be copied.
static bool mayInline(const Function &F) {
  return !F.isInterposable() && !F.hasFnAttribute(Attribute::NoInline);
}

PreservedAnalyses GuardedSpawnsPass::run(Module &M,
                                         ModuleAnalysisManager &MAM) {
  if (!Enabled)
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FunctionSet Changed;
  SmallPtrSet<Function *, 8> Excluded;
  for (CallBase *Call : callsOf(M, rep::Spawn)) {
    SpawnCall Spawn(Call);
    Function *Task = Spawn.helper();
    if (!Task || Task->isDeclaration() || !mayDecideIn(*Call->getFunction()))
      continue;
    // Without the task nobody would free its storage.
    if (!isa<ConstantPointerNull>(Spawn.storage()))
      Excluded.insert(Task);
    Changed.insert(Call->getFunction());
    Changed.insert(Task);
  }
  Changed.remove_if([&](Function *F) { return Excluded.contains(F); });
  bool Any = false;
  FunctionSet Functions = Changed;
  for (Function *F : Changed) {
    if (none_of(F->uses(), isHelperOfSpawn))
      continue;
    std::optional<OneCall> One = asOneCall(*F, hasCode);
    if (!One)
      continue;
    Function *Callee = One->Call->getCalledFunction();
    if (mayInline(*Callee) && inlineCall(*F, *One))
      Any = true;
    else
      Functions.insert(Callee);
  }
  Any |= inlineEarlyExits(Functions, Changed);
  if (!Any)
    return PreservedAnalyses::all();
  for (Function *F : Changed) {
    FAM.invalidate(*F, PreservedAnalyses::none());
    Simplification.run(*F, FAM);
  }
  return PreservedAnalyses::none();
}

} // namespace tussah
