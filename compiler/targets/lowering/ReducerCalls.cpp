//===- ReducerCalls.cpp - Reducers on targets without views ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerCalls.h"

#include "CallUtils.h"
#include "Diagnostics.h"
#include "Targets.h"

using namespace llvm;

namespace tussah {

Error lowerReducerCalls(Module &M, const PipelineOptions &Options,
                        bool &Changed) {
  for (StringRef Name :
       {"__cilkrts_reducer_lookup", "__cilkrts_reducer_register",
        "__cilkrts_reducer_unregister"}) {
    Function *F = M.getFunction(Name);
    if (!F || !F->isDeclaration() || F->use_empty())
      continue;
    if (targetDividesLoops(Options))
      return makeError("target '" + Options.Target + "' does not have '" +
                       Name +
                       "'; use the target 'native', or the "
                       "reducers of <cilk/reducer.h>");
    for (CallBase *Call : callsOf(M, Name)) {
      if (!Call->getType()->isVoidTy())
        Call->replaceAllUsesWith(Call->getArgOperand(0));
      eraseCall(Call);
      Changed = true;
    }
  }
  return Error::success();
}

} // namespace tussah
