//===- TaskPlaces.cpp - Tasks, and what hooks hand to them ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskPlaces.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

using namespace llvm;

namespace tussah {

static constexpr unsigned NoValue = ~0U;

/// Appends an integer to the parameters of \p Task and the operands of \p Call,
/// its only use. Returns the task, which is another one now.
static Function *addValue(CallBase *&Call, Function &Task) {
  Type *I64 = Type::getInt64Ty(Task.getContext());
  Function *New = appendParameters(Task, I64);
  Call = appendOperands(Call, ConstantInt::get(I64, 0));
  New->getArg(New->arg_size() - 1)->setName("tool");
  return New;
}

TaskPlaces findTasks(Module &M, const Tools &All, Places &P) {
  TaskPlaces Tasks;
  auto Find = [&](StringRef Name, csi_kind_t Kind,
                  function_ref<bool(const Tool &)> WantsValue) {
    for (CallBase *Call : callsOf(M, Name)) {
      Function *Task = Kind == CSI_DETACH ? SpawnCall(Call).helper()
                                          : ParForCall(Call).body();
      TaskPlace Place{P.add(Kind, *Call->getFunction(), Call->getDebugLoc()),
                      {}};
      SmallVector<unsigned, 2> Numbers;
      for (const Tool &T : All) {
        Numbers.push_back(NoValue);
        if (!WantsValue(T))
          continue;
        Task = addValue(Call, *Task);
        Numbers.back() = Task->arg_size() - 1;
      }
      for (unsigned Number : Numbers)
        Place.Values.push_back(Number == NoValue ? nullptr
                                                 : Task->getArg(Number));
      Tasks.insert({Task, Place});
    }
  };
  Find(rep::Spawn, CSI_DETACH,
       [](const Tool &T) { return T.hook("detach") && T.hook("task"); });
  Find(rep::ParFor, CSI_LOOP, [](const Tool &T) {
    return T.hook("before_loop") &&
           (T.hook("loopbody_entry") || T.hook("loopleaf_entry") ||
            T.hook("loopleaf_exit"));
  });
  return Tasks;
}

} // namespace tussah
