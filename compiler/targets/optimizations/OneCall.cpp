//===- OneCall.cpp - Tasks that are one call ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneCall.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

std::optional<OneCall> asOneCall(Function &Task,
                                 function_ref<bool(Function *)> IsCallee) {
  if (Task.size() != 1)
    return std::nullopt;
  OneCall Result;
  for (Instruction &I : Task.getEntryBlock()) {
    if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd())
      continue;
    if (Result.Call) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && !Result.Store && Store->isSimple() &&
          Store->getValueOperand() == Result.Call)
        Result.Store = Store;
      else if (!isa<ReturnInst>(I))
        return std::nullopt;
      continue;
    }
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && IsCallee(Call->getCalledFunction()))
      Result.Call = Call;
    else if (isa<AllocaInst>(I) || isa<CallBase>(I) || I.isTerminator())
      return std::nullopt;
  }
  if (!Result.Call || (!Result.Store && !Result.Call->use_empty()))
    return std::nullopt;
  return Result;
}

bool inlineCall(Function &Task, const OneCall &One) {
  // Each function has one task for each place where it is spawned.
  constexpr unsigned MostInstructions = 400;
  Function *Callee = One.Call->getCalledFunction();
  if (Callee == &Task || Callee->hasFnAttribute(Attribute::OptimizeNone) ||
      Callee->getInstructionCount() > MostInstructions)
    return false;
  // A function without landing pads may have any.
  Task.setPersonalityFn(Callee->hasPersonalityFn() ? Callee->getPersonalityFn()
                                                   : nullptr);
  InlineFunctionInfo Info;
  return InlineFunction(*One.Call, Info, /*MergeAttributes=*/true).isSuccess();
}

} // namespace tussah
