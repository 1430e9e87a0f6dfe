//===- SerialTarget.cpp - Tasks are called where they are spawned -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SerialTarget.h"

#include "CallUtils.h"
#include "Diagnostics.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace tussah {

Error SerialTarget::begin(Module &) { return Error::success(); }

Error SerialTarget::lowerSpawn(CallBase *Call) {
  SpawnCall Spawn(Call);
  Function *Helper = Spawn.helper();
  SmallVector<Value *, 8> Args(Spawn.captures());
  replaceCall(Call, Helper, Args);
  Helpers.insert(Helper);
  return Error::success();
}

Error SerialTarget::lowerStorage(CallBase *Call) {
  auto *Size = dyn_cast<ConstantInt>(Call->getArgOperand(1));
  auto *Align = dyn_cast<ConstantInt>(Call->getArgOperand(2));
  if (!Size || !Align)
    return makeError("size of task storage is not constant");
  // One slot for each call is enough: the task has returned, and its storage
  // has died, before the same call can run again.
  Call->replaceAllUsesWith(createStackSlot(*Call->getFunction(),
                                           Size->getZExtValue(),
                                           Align->getZExtValue(), "storage"));
  eraseCall(Call);
  return Error::success();
}

static Error erase(CallBase *Call) {
  eraseCall(Call);
  return Error::success();
}

Error SerialTarget::lowerDiscard(CallBase *Call) { return erase(Call); }

Error SerialTarget::lowerSync(CallBase *Call) { return erase(Call); }

Error SerialTarget::lowerSyncUnwind(CallBase *Call) { return erase(Call); }

Error SerialTarget::lowerGrain(CallBase *Call) {
  Call->replaceAllUsesWith(Call->getArgOperand(0));
  return erase(Call);
}

Error SerialTarget::lowerFrame(CallBase *Call) {
  Call->replaceAllUsesWith(PoisonValue::get(Call->getType()));
  return erase(Call);
}

/// The only view of a reducer is the reducer.
Error SerialTarget::lowerView(CallBase *Call) {
  Call->replaceAllUsesWith(Call->getArgOperand(0));
  return erase(Call);
}

Error SerialTarget::lowerReducerBegin(CallBase *Call) { return erase(Call); }

Error SerialTarget::lowerReducerEnd(CallBase *Call) { return erase(Call); }

Error SerialTarget::end(Module &, FunctionSet &Changed, bool Optimize) {
  for (Function *Helper : Helpers) {
    if (Optimize && inlineOnlyCall(*Helper)) {
      Changed.remove(Helper);
      continue;
    }
    for (User *U : Helper->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        hideVirtualFunctions(*Call);
  }
  return Error::success();
}

} // namespace tussah
