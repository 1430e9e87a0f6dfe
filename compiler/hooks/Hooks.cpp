//===- Hooks.cpp - Calls of a tool's hooks --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hooks.h"

#include "Insert.h"
#include "LibraryFunctions.h"
#include "compiler/targets/lowering/CheckTasks.h"
#include "compiler/targets/lowering/Diagnostics.h"

using namespace llvm;

namespace tussah {

static Error addHooks(Module &M, const std::string &Path) {
  Expected<Tool> T = Tool::read(Path, M);
  if (!T)
    return T.takeError();
  if (Error E = T->checkSupport())
    return E;
  // Before the tool's functions are declared, or come with their own code.
  SmallVector<Function *, 32> Functions;
  Places P(M);
  TaskPlaces Tasks = findTasks(M, *T, P);
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasAvailableExternallyLinkage() &&
        !F.hasFnAttribute(Attribute::Naked) && !isInternal(F))
      Functions.push_back(&F);
  for (Function *F : Functions)
    if (Error E = insertHooks(*F, *T, P, Tasks))
      return E;
  P.emit(T->hook("init"), T->hook("unit_init"));
  return std::move(*T).linkAndInline();
}

PreservedAnalyses HooksPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!checkTasks(M))
    return PreservedAnalyses::all();
  if (Error E = addHooks(M, Path))
    reportError(M.getContext(), std::move(E));
  // Functions were deleted, others changed.
  MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  return PreservedAnalyses::none();
}

} // namespace tussah
