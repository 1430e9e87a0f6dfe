//===- Hooks.cpp - Calls of a tool's hooks --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hooks.h"

#include "Checks.h"
#include "Frames.h"
#include "HookInserter.h"
#include "LibraryFunctions.h"
#include "Unchecked.h"
#include "Views.h"
#include "compiler/targets/lowering/CheckTasks.h"
#include "compiler/targets/lowering/Diagnostics.h"

using namespace llvm;

namespace tussah {

static Error addHooks(Module &M, const PipelineOptions &Options) {
  if (Error E = markIgnored(M, Options.IgnoreLists))
    return E;
  Tools All;
  for (const std::string &Path : Options.Tools) {
    Expected<Tool> T = Tool::read(Path, M, All.size());
    if (!T)
      return T.takeError();
    if (Error E = T->checkSupport())
      return E;
    All.push_back(std::move(*T));
  }
  // Before the tools' functions are declared, or come with their own code.
  SmallVector<Function *, 32> Functions;
  Places P(M);
  TaskPlaces Tasks = findTasks(M, All, P);
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasAvailableExternallyLinkage() &&
        !F.hasFnAttribute(Attribute::Naked) && !isInternal(F))
      Functions.push_back(&F);
  const ViewReads Reads = findReads(M);
  const SerialCode Serial(M);
  for (Function *F : Functions)
    if (Error E = HookInserter(*F, All, P, Tasks, Serial).run())
      return E;
  for (const Tool &T : All)
    for (Function *F : Functions)
      addFrame(*F, T, P);
  // One of them makes the views.
  for (const Tool &T : All)
    replaceViews(M, T, P, Reads);
  auto Named = [&All](StringRef Name) {
    SmallVector<Function *, 2> Found;
    for (const Tool &T : All)
      if (Function *Hook = T.hook(Name))
        Found.push_back(Hook);
    return Found;
  };
  P.emit(Named("init"), Named("unit_init"));
  for (Tool &T : All)
    if (Error E = std::move(T).linkAndInline())
      return E;
  return Error::success();
}

PreservedAnalyses HooksPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!checkTasks(M))
    return PreservedAnalyses::all();
  if (Error E = addHooks(M, Options))
    reportError(M.getContext(), std::move(E));
  if (!LeavesChecks)
    lowerChecks(M);
  // Functions were deleted, others changed.
  MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  return PreservedAnalyses::none();
}

} // namespace tussah
