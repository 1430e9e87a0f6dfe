//===- HookInserterStrands.cpp - Hooks of spawns, syncs and loops ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tussah {

/// The alignment of tools' structures.
static constexpr uint64_t ScopeAlign = 16;

/// The number of the operand of \p Call, a spawn or loop, that \p Value has in
/// the task.
static unsigned operandOf(const CallBase &Call, const Argument &Value) {
  return Call.arg_size() - Value.getParent()->arg_size() + Value.getArgNo();
}

/// The structure of \p Frame that tool number \p Index has, zero when the frame
/// is made.
Value *HookInserter::scopeOf(Value *Frame, unsigned Index) {
  uint64_t Size = All[Index].scopeSize();
  if (!Size)
    return ConstantPointerNull::get(PointerType::getUnqual(F.getContext()));
  Value *&Scope = Scopes[Index][Frame];
  if (!Scope) {
    clearTailMarkers(F);
    Scope = createStackSlot(F, Size, ScopeAlign, "tool.scope");
    IRBuilder<> B(cast<Instruction>(Frame)->getNextNode());
    B.CreateMemSet(Scope, B.getInt8(0), Size, Align(ScopeAlign));
  }
  return Scope;
}

SmallVector<Value *, 2> HookInserter::scopesOf(Value *Frame) {
  SmallVector<Value *, 2> Result;
  for (unsigned Index = 0; Index != All.size(); ++Index)
    Result.push_back(scopeOf(Frame, Index));
  return Result;
}

/// Calls the hook \p Name before \p Call, a spawn or loop, with \p Own in place
/// of the last of \p Arguments unless that is empty. Returns what the tools
/// want to be passed on, and passes it to the task.
SmallVector<Value *, 2> HookInserter::callFirst(CallBase *Call, StringRef Name,
                                                const TaskPlace &Task,
                                                ArrayRef<Value *> Arguments,
                                                ArrayRef<Value *> Own) {
  IRBuilder<> B(Call);
  SmallVector<Value *, 2> Passed(All.size(), B.getInt64(0));
  SmallVector<Value *, 4> Operands(Arguments);
  for (auto [Index, Hook] : enumerate(hooks(Name))) {
    if (!Hook)
      continue;
    if (!Own.empty())
      Operands.back() = Own[Index];
    CallInst *First = B.CreateCall(Hook, Operands);
    First->setDoesNotThrow();
    Passed[Index] = First;
    if (Argument *V = Task.Values[Index])
      Call->setArgOperand(operandOf(*Call, *V), First);
  }
  return Passed;
}

void HookInserter::instrumentSpawn(CallBase *Call) {
  const TaskPlace &Task = Tasks.find(SpawnCall(Call).helper())->second;
  SmallVector<Value *, 2> Own = scopesOf(SpawnCall(Call).frame());
  const DebugLoc L = Call->getDebugLoc();
  IRBuilder<> B(Call);
  SmallVector<Value *, 2> Passed = callFirst(
      Call, "detach", Task, {P.id(B, CSI_DETACH, Task.Number), nullptr}, Own);
  Hooks Called = hooks("detach_continue");
  if (Called.empty())
    return;
  uint64_t Number = P.add(CSI_DETACH_CONTINUE, F, L);
  auto Continue = [&](Instruction *Where, uint64_t Properties) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    Value *Id = P.id(B, CSI_DETACH_CONTINUE, Number);
    Value *Detach = P.id(B, CSI_DETACH, Task.Number);
    for (auto [Hook, Scope, Value] : zip(Called, Own, Passed))
      if (Hook)
        B.CreateCall(Hook, {Id, Detach, B.getInt64(Properties), Scope, Value})
            ->setDoesNotThrow();
  };
  Continue(placeBehind(Call), 0);
  // What unwinds from a spawn that is no invoke goes through a sync first.
  if (isa<InvokeInst>(Call))
    Continue(placeOfException(Call, "tool"), GoesOnUnwinding);
}

void HookInserter::instrumentSync(CallBase *Call) {
  Hooks Before = hooks("before_sync"), After = hooks("after_sync");
  if (Before.empty() && After.empty())
    return;
  const DebugLoc L = Call->getDebugLoc();
  SmallVector<Value *, 2> Own = scopesOf(Call->getArgOperand(0));
  uint64_t Number = P.add(CSI_SYNC, F, L);
  uint64_t Unwinding = isCallOf(*Call, rep::SyncUnwind) ? GoesOnUnwinding : 0;
  auto Add = [&](const Hooks &Called, Instruction *Where, uint64_t Properties) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    call(B, Called,
         {P.id(B, CSI_SYNC, Number), B.getInt64(Properties), nullptr}, 2, Own);
  };
  if (!Before.empty())
    Add(Before, Call, Unwinding);
  if (After.empty())
    return;
  Add(After, placeBehind(Call), Unwinding);
  if (!F.doesNotThrow() || isa<InvokeInst>(Call))
    Add(After, placeOfException(Call, "tool"), GoesOnUnwinding);
}

void HookInserter::instrumentLoop(CallBase *Call) {
  const TaskPlace &Body = Tasks.find(ParForCall(Call).body())->second;
  const DebugLoc L = Call->getDebugLoc();
  IRBuilder<> B(Call);
  SmallVector<Value *, 2> Passed =
      callFirst(Call, "before_loop", Body,
                {P.id(B, CSI_LOOP, Body.Number), ParForCall(Call).tripCount(),
                 B.getInt64(LoopIsParallel)},
                {});
  Hooks After = hooks("after_loop");
  if (After.empty())
    return;
  auto Add = [&](Instruction *Where, uint64_t Properties) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    call(B, After,
         {P.id(B, CSI_LOOP, Body.Number), B.getInt64(Properties), nullptr}, 2,
         Passed);
  };
  Add(placeBehind(Call), 0);
  if (!F.doesNotThrow() || isa<InvokeInst>(Call))
    Add(placeOfException(Call, "tool"), GoesOnUnwinding);
}

} // namespace tussah
