//===- TaskLowering.cpp - Form 2 becomes calls of a runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskLowering.h"
#include "ObjectMark.h"

#include "AbiModule.h"
#include "CallUtils.h"
#include "CheckTasks.h"
#include "Diagnostics.h"
#include "ReducerCalls.h"
#include "Targets.h"
#include "compiler/tasks/Markers.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace tussah {

static bool isOfTaskForm(const Function &F) {
  return F.isDeclaration() &&
         (F.getName().starts_with("tussah.") || marker::isMarker(F.getName()));
}

static constexpr struct {
  StringLiteral Name;
  Error (Target::*Lower)(CallBase *Call);
} Constructs[] = {
    {rep::Spawn, &Target::lowerSpawn},
    {rep::Discard, &Target::lowerDiscard},
    {rep::Storage, &Target::lowerStorage},
    {rep::Sync, &Target::lowerSync},
    {rep::SyncUnwind, &Target::lowerSyncUnwind},
    {rep::Grain, &Target::lowerGrain},
    {rep::Frame, &Target::lowerFrame},
    {rep::View, &Target::lowerView},
    {rep::ReducerBegin, &Target::lowerReducerBegin},
    {rep::ReducerEnd, &Target::lowerReducerEnd},
};

/// Lowers all calls, and adds the functions that made them to \p Changed.
static Error lowerCalls(Module &M, Target &T, FunctionSet &Changed) {
  for (const auto &Construct : Constructs)
    for (CallBase *Call : callsOf(M, Construct.Name)) {
      Changed.insert(Call->getFunction());
      if (Error E = (T.*Construct.Lower)(Call))
        return E;
    }
  return Error::success();
}

/// Questions about cancellation are answered by the runtime's library, for all
/// targets.
static void lowerCancellation(Module &M, FunctionSet &Changed) {
  Type *I32 = Type::getInt32Ty(M.getContext());
  Type *Ptr = PointerType::getUnqual(M.getContext());
  for (CallBase *Call : callsOf(M, rep::Cancelled)) {
    Changed.insert(Call->getFunction());
    IRBuilder<> B(Call);
    CallInst *Answer =
        B.CreateCall(M.getOrInsertFunction("tussah_cancelled", I32), {});
    Answer->setDoesNotThrow();
    Call->replaceAllUsesWith(B.CreateIsNotNull(Answer));
    eraseCall(Call);
  }
  for (CallBase *Call : callsOf(M, rep::Scope)) {
    Changed.insert(Call->getFunction());
    replaceCall(Call, M.getOrInsertFunction("__tussah_scope", Ptr), {})
        ->setDoesNotThrow();
  }
}

/// Of closures nobody knows which have run, so __cilkrts_synched is answered
/// here.
static void lowerSynched(Module &M, const Target &T, FunctionSet &Changed) {
  for (CallBase *Call : callsOf(M, "__cilkrts_synched")) {
    Changed.insert(Call->getFunction());
    Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), T.isSerial()));
    eraseCall(Call);
  }
}

/// True if the module calls, or has the address of, a function of
/// <cilk/cilk_api.h> that the target may define.
static bool asksTarget(const Module &M) {
  return any_of(abi::Questions, [&M](StringRef Name) {
    const Function *F = M.getFunction(Name);
    return F && F->isDeclaration() && !F->use_empty();
  });
}

Error eraseTaskForm(Module &M) {
  for (Function &F : make_early_inc_range(M.functions())) {
    if (!isOfTaskForm(F))
      continue;
    if (!F.use_empty()) {
      auto *User = dyn_cast<Instruction>(F.user_back());
      return makeError(
          "'" + F.getName() + "' is left" +
          (User ? " in function '" + User->getFunction()->getName() + "'"
                : "") +
          " after all tasks have been lowered");
    }
    F.eraseFromParent();
  }
  return Error::success();
}

static void simplify(Function &F, FunctionAnalysisManager &FAM) {
  if (F.hasOptNone())
    return;
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.run(F, FAM);
}

PreservedAnalyses TaskLoweringPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (Error E = checkTarget(Options)) {
    reportError(M.getContext(), std::move(E));
    return PreservedAnalyses::all();
  }
  bool HasReducers = false;
  if (Error E = lowerReducerCalls(M, Options, HasReducers)) {
    reportError(M.getContext(), std::move(E));
    return PreservedAnalyses::none();
  }
  bool HasTasks = any_of(M.functions(), isOfTaskForm);
  if ((!HasTasks && !asksTarget(M)) || !checkTasks(M))
    return HasReducers ? PreservedAnalyses::none() : PreservedAnalyses::all();

  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FAM.clear(); // functions will be deleted, others change
  std::unique_ptr<Target> T = createTarget(Options);
  FunctionSet Changed;
  auto Lower = [&]() -> Error {
    if (Error E = T->begin(M))
      return E;
    lowerSynched(M, *T, Changed);
    if (Error E = lowerCalls(M, *T, Changed))
      return E;
    lowerCancellation(M, Changed);
    // Frames and storage are now stack slots.
    for (Function *F : Changed)
      clearTailMarkers(*F);
    if (Error E = eraseTaskForm(M))
      return E;
    if (HasTasks)
      markObject(M, Options);
    return T->end(M, Changed, Optimize);
  };
  if (Error E = Lower()) {
    reportError(M.getContext(), std::move(E));
    return PreservedAnalyses::none();
  }
  if (Optimize)
    for (Function *F : Changed)
      simplify(*F, FAM);
  return PreservedAnalyses::none();
}

} // namespace tussah
