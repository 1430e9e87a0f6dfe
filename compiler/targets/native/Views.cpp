//===- Views.cpp - Reducers on the native runtime -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tussah::native {

/// Replaces \p Call by a call of \p Callee, which is left out in leftmost
/// strands. There the result is \p Leftmost, if there is one.
static void lower(CallBase *Call, Function *Callee, Value *Leftmost,
                  RuntimeCalls &Runtime) {
  bool Throws = !Call->doesNotThrow();
  SmallVector<Value *, 6> Args(Call->args());
  CallBase *New = replaceCall(Call, Callee, Args);
  if (!Throws)
    New->setDoesNotThrow();
  IRBuilder<> B(New);
  makeConditional(*New, B.CreateIsNotNull(Runtime.Abi.emit(B, "views")),
                  Leftmost);
}

void lowerViews(Module &M, RuntimeCalls &Runtime) {
  for (CallBase *Call : callsOf(M, rep::View))
    lower(Call, Runtime.view(), Call->getArgOperand(0), Runtime);
  for (CallBase *Call : callsOf(M, rep::ReducerBegin))
    lower(Call, Runtime.reducersBegin(), nullptr, Runtime);
  for (CallBase *Call : callsOf(M, rep::ReducerEnd))
    lower(Call, Runtime.reducersEnd(), nullptr, Runtime);
}

} // namespace tussah::native
