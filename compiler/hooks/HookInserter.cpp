//===- HookInserter.cpp - Inserts calls of hooks into functions -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "Blocks.h"
#include "Leaves.h"
#include "Lifetimes.h"
#include "Unchecked.h"
#include "VectorAccesses.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tussah {

HookInserter::HookInserter(Function &F, const Tools &All, Places &P,
                           const TaskPlaces &Tasks, const SerialCode &Serial)
    : F(F), All(All), P(P), Tasks(Tasks), Serial(Serial),
      IsTask(F.hasFnAttribute(rep::TaskAttr)),
      IsBody(F.hasFnAttribute(rep::BodyAttr)), IsUnchecked(isUnchecked(F)),
      Scopes(All.size()) {}

/// Lets what passes through \p F, though it has no cleanup there, come to an
/// end of \p F that has a hook.
void HookInserter::catchExceptions() {
  if (F.doesNotThrow() || !isWanted(IsTask   ? "task_exit"
                                    : IsBody ? "loopbody_exit"
                                             : "func_exit"))
    return;
  SmallVector<CallInst *, 16> Throwing;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    // A spawn that is no invoke has another way to its function's end.
    if (Call && !Call->doesNotThrow() && !Call->isMustTailCall() &&
        !Call->isInlineAsm() && !isCallOf(I, rep::Spawn))
      Throwing.push_back(Call);
  }
  makeInvokes(Throwing, "tool.unwind");
}

void HookInserter::instrumentBlocks() {
  Hooks Entry = hooks("bb_entry"), Exit = hooks("bb_exit");
  if (Entry.empty() && Exit.empty())
    return;
  for (const Block &Here : splitBlocks(F, Finder)) {
    DebugLoc L = Here.Entry->getDebugLoc();
    uint64_t Number = P.add(CSI_BB, F, L);
    auto Add = [&](const Hooks &Called, Instruction *Where) {
      if (Called.empty())
        return;
      IRBuilder<> B(Where);
      B.SetCurrentDebugLocation(L ? L : locationIn(F));
      call(B, Called, {P.id(B, CSI_BB, Number), B.getInt64(Here.Properties)});
    };
    Add(Entry, Here.Entry);
    Add(Exit, Here.Exit);
  }
}

void HookInserter::collect() {
  for (Instruction &I : instructions(F)) {
    if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
      Variables.push_back(Variable);
    } else if (auto A = Finder.find(I)) {
      Accesses.push_back(*A);
    } else if (isMaskedAccess(I)) {
      Masked.push_back(&I);
    } else if (auto *CI = dyn_cast<CallInst>(&I); CI && CI->isMustTailCall()) {
      Ends.push_back(CI);
    } else if (isa<ResumeInst>(I) ||
               (isa<ReturnInst>(I) &&
                !I.getParent()->getTerminatingMustTailCall())) {
      Ends.push_back(&I);
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (isCallOf(I, rep::Spawn))
        Spawns.push_back(Call);
      else if (isCallOf(I, rep::Sync) || isCallOf(I, rep::SyncUnwind))
        Syncs.push_back(Call);
      else if (isCallOf(I, rep::ParFor))
        Loops.push_back(Call);
      else if (isCallOf(I, rep::Storage))
        Storages.push_back(Call);
      else if (isForHooks(*Call))
        Calls.push_back(Call);
    }
  }
  MaySpawn = !Spawns.empty() || !Loops.empty();
}

HookInserter::Hooks HookInserter::hooks(StringRef Name) const {
  Hooks Found;
  for (const Tool &T : All)
    Found.push_back(T.hook(Name));
  if (all_of(Found, [](Function *Hook) { return !Hook; }))
    Found.clear();
  return Found;
}

void HookInserter::call(IRBuilder<> &B, const Hooks &Called,
                        ArrayRef<Value *> Arguments) {
  for (Function *Hook : Called)
    if (Hook)
      B.CreateCall(Hook, Arguments)->setDoesNotThrow();
}

void HookInserter::call(IRBuilder<> &B, const Hooks &Called,
                        ArrayRef<Value *> Arguments, unsigned Index,
                        ArrayRef<Value *> Own) {
  SmallVector<Value *, 8> Operands(Arguments);
  for (auto [Hook, Value] : zip(Called, Own)) {
    Operands[Index] = Value;
    if (Hook)
      B.CreateCall(Hook, Operands)->setDoesNotThrow();
  }
}

/// What the hook in the parent returned, for each tool.
SmallVector<Value *, 2> HookInserter::valuesOf(const TaskPlace &Task) const {
  SmallVector<Value *, 2> Values;
  Constant *None = ConstantInt::get(Type::getInt64Ty(F.getContext()), 0);
  for (Argument *V : Task.Values)
    Values.push_back(V ? static_cast<Value *>(V) : None);
  return Values;
}

/// What runs first, behind the variables: the beginning of the strand or
/// function, then the variables that are there from the start.
void HookInserter::instrumentEntry() {
  Instruction *Entry = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> B(Entry);
  DebugLoc L = locationIn(F);
  B.SetCurrentDebugLocation(L);
  if (IsTask) {
    const TaskPlace &Task = Tasks.find(&F)->second;
    if (Hooks Called = hooks("task"); !Called.empty())
      call(B, Called,
           {place(B, CSI_TASK, L), P.id(B, CSI_DETACH, Task.Number),
            B.getInt64(0), nullptr},
           3, valuesOf(Task));
  } else if (IsBody) {
    const TaskPlace &Task = Tasks.find(&F)->second;
    if (Hooks Called = hooks("loopbody_entry"); !Called.empty())
      call(B, Called,
           {P.id(B, CSI_LOOP, Task.Number), B.getInt64(LoopIsParallel), nullptr,
            F.getArg(0)},
           2, valuesOf(Task));
  } else if (Hooks Called = hooks("func_entry"); !Called.empty()) {
    call(B, Called,
         {P.id(B, CSI_FUNC, P.numberOf(F)),
          B.getInt64(MaySpawn ? FuncMaySpawn : 0)});
  }
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (Argument &Arg : F.args())
    if (Arg.hasByValAttr())
      instrumentVariable(
          Entry, &Arg, B.getInt64(DL.getTypeAllocSize(Arg.getParamByValType())),
          VariableIsStatic | VariableIsParameter | VariableMayBeCaptured, L);
  for (AllocaInst *Variable : Variables) {
    IRBuilder<> Size(Variable->getNextNode());
    bool IsStatic = Variable->isStaticAlloca();
    bool IsFirst = IsStatic && Variable->comesBefore(Entry);
    Value *Bytes = Size.getInt64(
        DL.getTypeAllocSize(Variable->getAllocatedType()).getKnownMinValue());
    if (Variable->isArrayAllocation())
      Bytes =
          Size.CreateMul(Bytes, Size.CreateZExtOrTrunc(Variable->getArraySize(),
                                                       Size.getInt64Ty()));
    instrumentVariable(
        IsFirst ? Entry : &*Size.GetInsertPoint(), Variable, Bytes,
        (IsStatic ? VariableIsStatic : 0) |
            (Finder.isPrivate(*Variable) ? 0 : VariableMayBeCaptured),
        Variable->getDebugLoc() ? Variable->getDebugLoc() : L);
  }
}

void HookInserter::instrumentExit(Instruction *End) {
  IRBuilder<> B(End);
  const DebugLoc L = End->getDebugLoc() ? End->getDebugLoc() : locationIn(F);
  B.SetCurrentDebugLocation(L);
  bool IsUnwind = isa<ResumeInst>(End);
  if (IsTask) {
    if (Hooks Called = hooks("task_exit"); !Called.empty())
      call(B, Called,
           {place(B, CSI_TASK_EXIT, L), B.getInt64(UNKNOWN_CSI_ID),
            P.id(B, CSI_DETACH, Tasks.find(&F)->second.Number),
            B.getInt64(IsUnwind ? TaskExitIsUnwind : 0)});
  } else if (IsBody) {
    if (Hooks Called = hooks("loopbody_exit"); !Called.empty())
      call(B, Called,
           {P.id(B, CSI_LOOP, Tasks.find(&F)->second.Number),
            B.getInt64(LoopIsParallel)});
  } else if (Hooks Called = hooks("func_exit"); !Called.empty()) {
    call(B, Called,
         {place(B, CSI_FUNC_EXIT, L), P.id(B, CSI_FUNC, P.numberOf(F)),
          B.getInt64((MaySpawn ? ExitMaySpawn : 0) |
                     (IsUnwind ? ExitIsUnwind : 0))});
  }
}

Error HookInserter::run() {
  catchExceptions();
  collect();
  instrumentBlocks();
  // Before others, as the instruction that they are put in front of may be
  // replaced.
  instrumentEntry();
  if (!F.hasFnAttribute(Attribute::DisableSanitizerInstrumentation)) {
    for (const Access &A : Accesses)
      instrumentAccess(A);
    for (Instruction *I : Masked)
      instrumentLanes(*I);
  }
  instrumentLifetimeEnds();
  eraseLoneEnds(Variables);
  for (Instruction *End : Ends)
    instrumentExit(End);
  for (CallBase *Call : Calls)
    if (Error E = instrumentCall(Call))
      return E;
  for (CallBase *Call : Storages)
    instrumentVariable(Call->getNextNode(), Call, Call->getArgOperand(1),
                       VariableIsTaskStorage | VariableMayBeCaptured,
                       Call->getDebugLoc());
  for (CallBase *Call : Spawns)
    instrumentSpawn(Call);
  for (CallBase *Call : Syncs)
    instrumentSync(Call);
  for (CallBase *Call : Loops)
    instrumentLoop(Call);
  if (IsBody) {
    const TaskPlace &Loop = Tasks.find(&F)->second;
    markLeafHooks(F, All, P, Loop.Number, Loop.Values);
  }
  return Error::success();
}

} // namespace tussah
