//===- Insert.cpp - Inserts calls of hooks into functions -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Insert.h"

#include "Accesses.h"
#include "LibraryFunctions.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

/// Bits of the property words of <tussah/csi.h>.
enum : uint64_t {
  FuncMaySpawn = 1,
  ExitMaySpawn = 1,
  ExitIsUnwind = 2,
  CallIsIndirect = 1,
  TaskExitIsUnwind = 1,
  GoesOnUnwinding = 1,
  LoopIsParallel = 1,
  VariableIsStatic = 1,
  VariableIsParameter = 2,
  VariableIsTaskStorage = 4,
  VariableMayBeCaptured = 8
};

/// The alignment of tools' structures.
static constexpr uint64_t ScopeAlign = 16;

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// Appends an integer to the parameters of \p Task and the operands of \p Call,
/// its only use. Returns the parameter.
static Argument *addValue(CallBase *Call, Function &Task) {
  Type *I64 = Type::getInt64Ty(Task.getContext());
  Function *New = appendParameters(Task, I64);
  appendOperands(Call, ConstantInt::get(I64, 0));
  Argument *Value = New->getArg(New->arg_size() - 1);
  Value->setName("tool");
  return Value;
}

TaskPlaces findTasks(Module &M, const Tool &T, Places &P) {
  TaskPlaces Tasks;
  auto Find = [&](StringRef Name, csi_kind_t Kind, bool WantsValue) {
    for (CallBase *Call : callsOf(M, Name)) {
      Function *Task = Kind == CSI_DETACH ? SpawnCall(Call).helper()
                                          : ParForCall(Call).body();
      TaskPlace Place{P.add(Kind, *Call->getFunction(), Call->getDebugLoc())};
      if (WantsValue) {
        Place.Value = addValue(Call, *Task);
        Task = Place.Value->getParent();
      }
      Tasks.insert({Task, Place});
    }
  };
  Find(rep::Spawn, CSI_DETACH, T.hook("detach") && T.hook("task"));
  Find(rep::ParFor, CSI_LOOP,
       T.hook("before_loop") && T.hook("loopbody_entry"));
  return Tasks;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

class HookInserter {
public:
  HookInserter(Function &F, const Tool &T, Places &P, const TaskPlaces &Tasks)
      : F(F), T(T), P(P), Tasks(Tasks), IsTask(F.hasFnAttribute(rep::TaskAttr)),
        IsBody(F.hasFnAttribute(rep::BodyAttr)) {}

  Error run();

private:
  void collect();
  void call(IRBuilder<> &B, Function *Hook, ArrayRef<Value *> Arguments);
  Value *place(IRBuilder<> &B, csi_kind_t Kind, const DebugLoc &L) {
    return P.id(B, Kind, P.add(Kind, F, L));
  }
  Value *functionId(IRBuilder<> &B, const Function *Callee);

  void instrumentEntry();
  void instrumentExit(Instruction *End);
  void instrumentVariable(Instruction *Where, Value *Address, Value *Size,
                          uint64_t Properties, const DebugLoc &L);
  void instrumentAccess(const Access &A);
  Error instrumentCall(CallBase *Call);
  Error instrumentLibraryCall(CallBase *Call, const LibraryCall &L);
  void instrumentAllocation(CallBase *Call, const Allocation &A);
  void instrumentFree(CallBase *Call, uint64_t Kind);
  void instrumentSpawn(CallBase *Call);
  void instrumentSync(CallBase *Call);
  void instrumentLoop(CallBase *Call);
  Value *scopeOf(Value *Frame);

  Function &F;
  const Tool &T;
  Places &P;
  const TaskPlaces &Tasks;
  const bool IsTask, IsBody;
  bool MaySpawn = false;

  AccessFinder Finder;
  SmallVector<AllocaInst *, 16> Variables;
  SmallVector<Access, 32> Accesses;
  SmallVector<CallBase *, 16> Spawns, Syncs, Loops, Storages, Calls;
  /// Returns, resumes, and calls that are returns.
  SmallVector<Instruction *, 4> Ends;
  /// The tool's structure of each frame.
  DenseMap<Value *, Value *> Scopes;
};

} // namespace

void HookInserter::collect() {
  for (Instruction &I : instructions(F)) {
    if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
      Variables.push_back(Variable);
    } else if (auto A = Finder.find(I)) {
      Accesses.push_back(*A);
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

void HookInserter::call(IRBuilder<> &B, Function *Hook,
                        ArrayRef<Value *> Arguments) {
  B.CreateCall(Hook, Arguments)->setDoesNotThrow();
}

Value *HookInserter::functionId(IRBuilder<> &B, const Function *Callee) {
  if (!Callee || Callee->isDeclaration() || isInternal(*Callee))
    return B.getInt64(UNKNOWN_CSI_ID);
  return P.id(B, CSI_FUNC, P.numberOf(*Callee));
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
    if (Function *Hook = T.hook("task"))
      call(B, Hook,
           {place(B, CSI_TASK, L), P.id(B, CSI_DETACH, Task.Number),
            B.getInt64(0),
            Task.Value ? static_cast<Value *>(Task.Value) : B.getInt64(0)});
  } else if (IsBody) {
    const TaskPlace &Task = Tasks.find(&F)->second;
    if (Function *Hook = T.hook("loopbody_entry"))
      call(B, Hook,
           {P.id(B, CSI_LOOP, Task.Number), B.getInt64(LoopIsParallel),
            Task.Value ? static_cast<Value *>(Task.Value) : B.getInt64(0),
            F.getArg(0)});
  } else if (Function *Hook = T.hook("func_entry")) {
    call(B, Hook,
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

void HookInserter::instrumentVariable(Instruction *Where, Value *Address,
                                      Value *Size, uint64_t Properties,
                                      const DebugLoc &L) {
  Function *Hook = T.hook("after_alloca");
  if (!Hook || Address->getType()->getPointerAddressSpace() != 0)
    return;
  IRBuilder<> B(Where);
  B.SetCurrentDebugLocation(L);
  call(B, Hook,
       {place(B, CSI_ALLOCA, L), Address, Size, B.getInt64(Properties)});
}

void HookInserter::instrumentExit(Instruction *End) {
  IRBuilder<> B(End);
  const DebugLoc L = End->getDebugLoc() ? End->getDebugLoc() : locationIn(F);
  B.SetCurrentDebugLocation(L);
  bool IsUnwind = isa<ResumeInst>(End);
  if (IsTask) {
    if (Function *Hook = T.hook("task_exit"))
      call(B, Hook,
           {place(B, CSI_TASK_EXIT, L), B.getInt64(UNKNOWN_CSI_ID),
            P.id(B, CSI_DETACH, Tasks.find(&F)->second.Number),
            B.getInt64(IsUnwind ? TaskExitIsUnwind : 0)});
  } else if (IsBody) {
    if (Function *Hook = T.hook("loopbody_exit"))
      call(B, Hook,
           {P.id(B, CSI_LOOP, Tasks.find(&F)->second.Number),
            B.getInt64(LoopIsParallel)});
  } else if (Function *Hook = T.hook("func_exit")) {
    call(B, Hook,
         {place(B, CSI_FUNC_EXIT, L), P.id(B, CSI_FUNC, P.numberOf(F)),
          B.getInt64((MaySpawn ? ExitMaySpawn : 0) |
                     (IsUnwind ? ExitIsUnwind : 0))});
  }
}

void HookInserter::instrumentAccess(const Access &A) {
  csi_kind_t Kind = A.IsStore ? CSI_STORE : CSI_LOAD;
  Function *Before = T.hook(A.IsStore ? "before_store" : "before_load");
  Function *After = T.hook(A.IsStore ? "after_store" : "after_load");
  if (!Before && !After)
    return;
  uint64_t Number = P.add(Kind, F, A.I->getDebugLoc());
  auto Call = [&](Function *Hook, Instruction *Where) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(A.I->getDebugLoc());
    call(B, Hook,
         {P.id(B, Kind, Number), A.Address, B.getInt32(A.Size),
          B.getInt64(A.Properties)});
  };
  if (Before)
    Call(Before, A.I);
  if (After)
    Call(After, A.I->getNextNode());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void HookInserter::instrumentAllocation(CallBase *Call, const Allocation &A) {
  Function *Before = T.hook("before_allocfn");
  Function *After = T.hook("after_allocfn");
  if (!Before && !After)
    return;
  uint64_t Number = P.add(CSI_ALLOCFN, F, Call->getDebugLoc());
  auto Arguments = [&](IRBuilder<> &B, Value *Result) {
    auto Operand = [&](int Index, uint64_t Otherwise) -> Value * {
      return Index < 0 ? B.getInt64(Otherwise)
                       : B.CreateZExtOrTrunc(Call->getArgOperand(Index),
                                             B.getInt64Ty());
    };
    SmallVector<Value *, 8> Values{P.id(B, CSI_ALLOCFN, Number)};
    if (Result)
      Values.push_back(Result);
    Values.append({Operand(A.Size, 0), Operand(A.Count, 1), Operand(A.Align, 0),
                   A.Old < 0 ? ConstantPointerNull::get(B.getPtrTy())
                             : Call->getArgOperand(A.Old),
                   B.getInt64(A.Kind)});
    return Values;
  };
  if (Before) {
    IRBuilder<> B(Call);
    call(B, Before, Arguments(B, nullptr));
  }
  if (After) {
    IRBuilder<> B(placeBehind(Call));
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    call(B, After, Arguments(B, Call));
  }
}

void HookInserter::instrumentFree(CallBase *Call, uint64_t Kind) {
  Function *Hook = T.hook("before_free");
  if (!Hook)
    return;
  IRBuilder<> B(Call);
  call(B, Hook,
       {place(B, CSI_FREE, Call->getDebugLoc()), Call->getArgOperand(0),
        B.getInt64(Kind)});
}

Error HookInserter::instrumentLibraryCall(CallBase *Call,
                                          const LibraryCall &L) {
  for (bool IsAfter : {false, true}) {
    Function *Hook = T.libraryHook(IsAfter ? "after" : "before", L.Name);
    if (!Hook)
      continue;
    IRBuilder<> B(IsAfter ? placeBehind(Call) : Call);
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    SmallVector<Value *, 8> Arguments{place(B, CSI_CALL, Call->getDebugLoc())};
    if (IsAfter && !Call->getType()->isVoidTy())
      Arguments.push_back(Call);
    for (auto [Argument, Type] : L.Arguments)
      Arguments.push_back(Argument->getType()->isIntegerTy()
                              ? B.CreateZExtOrTrunc(Argument, Type)
                              : Argument);
    auto Types = map_range(Arguments, [](Value *V) { return V->getType(); });
    if (Hook->isVarArg() || Hook->arg_size() != Arguments.size() ||
        !equal(Hook->getFunctionType()->params(), Types))
      return T.error("defines '" + Hook->getName() +
                     "' with a type that does not fit a call of '" + L.Name +
                     "' in '" + F.getName() + "'");
    call(B, Hook, Arguments);
  }
  return Error::success();
}

Error HookInserter::instrumentCall(CallBase *Call) {
  if (std::optional<LibraryCall> L = libraryCallOf(*Call))
    if (Error E = instrumentLibraryCall(Call, *L))
      return E;
  if (std::optional<Allocation> A = allocationOf(*Call)) {
    instrumentAllocation(Call, *A);
    return Error::success();
  }
  if (std::optional<uint64_t> Kind = freeOf(*Call)) {
    instrumentFree(Call, *Kind);
    return Error::success();
  }
  Function *Before = T.hook("before_call"), *After = T.hook("after_call");
  if (isa<IntrinsicInst>(Call) || (!Before && !After))
    return Error::success();
  uint64_t Number = P.add(CSI_CALL, F, Call->getDebugLoc());
  const Function *Callee = Call->getCalledFunction();
  auto Add = [&](Function *Hook, Instruction *Where) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    call(B, Hook,
         {P.id(B, CSI_CALL, Number), functionId(B, Callee),
          B.getInt64(Callee ? 0 : CallIsIndirect)});
  };
  if (Before)
    Add(Before, Call);
  if (After)
    Add(After, placeBehind(Call));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Strands
//===----------------------------------------------------------------------===//

/// The tool's structure of \p Frame, zero when the frame is made.
Value *HookInserter::scopeOf(Value *Frame) {
  auto *Made = cast<Instruction>(Frame);
  if (!T.scopeSize())
    return ConstantPointerNull::get(PointerType::getUnqual(F.getContext()));
  Value *&Scope = Scopes[Frame];
  if (!Scope) {
    clearTailMarkers(F);
    Scope = createStackSlot(F, T.scopeSize(), ScopeAlign, "tool.scope");
    IRBuilder<> B(Made->getNextNode());
    B.CreateMemSet(Scope, B.getInt8(0), T.scopeSize(), Align(ScopeAlign));
  }
  return Scope;
}

void HookInserter::instrumentSpawn(CallBase *Call) {
  const TaskPlace &Task = Tasks.find(SpawnCall(Call).helper())->second;
  Value *Scope = scopeOf(SpawnCall(Call).frame());
  const DebugLoc L = Call->getDebugLoc();
  IRBuilder<> B(Call);
  Value *Passed = B.getInt64(0);
  if (Function *Hook = T.hook("detach")) {
    auto *Detach =
        B.CreateCall(Hook, {P.id(B, CSI_DETACH, Task.Number), Scope});
    Detach->setDoesNotThrow();
    Passed = Detach;
    if (Task.Value)
      Call->setArgOperand(Call->arg_size() - 1, Passed);
  }
  Function *Hook = T.hook("detach_continue");
  if (!Hook)
    return;
  uint64_t Number = P.add(CSI_DETACH_CONTINUE, F, L);
  auto Continue = [&](Instruction *Where, uint64_t Properties) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    call(B, Hook,
         {P.id(B, CSI_DETACH_CONTINUE, Number),
          P.id(B, CSI_DETACH, Task.Number), B.getInt64(Properties), Scope,
          Passed});
  };
  Continue(placeBehind(Call), 0);
  // What unwinds from a spawn that is no invoke goes through a sync first.
  if (isa<InvokeInst>(Call))
    Continue(placeOfException(Call, "tool"), GoesOnUnwinding);
}

void HookInserter::instrumentSync(CallBase *Call) {
  Function *Before = T.hook("before_sync"), *After = T.hook("after_sync");
  if (!Before && !After)
    return;
  const DebugLoc L = Call->getDebugLoc();
  Value *Scope = scopeOf(Call->getArgOperand(0));
  uint64_t Number = P.add(CSI_SYNC, F, L);
  uint64_t Unwinding = isCallOf(*Call, rep::SyncUnwind) ? GoesOnUnwinding : 0;
  auto Add = [&](Function *Hook, Instruction *Where, uint64_t Properties) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    call(B, Hook, {P.id(B, CSI_SYNC, Number), B.getInt64(Properties), Scope});
  };
  if (Before)
    Add(Before, Call, Unwinding);
  if (!After)
    return;
  Add(After, placeBehind(Call), Unwinding);
  if (!F.doesNotThrow() || isa<InvokeInst>(Call))
    Add(After, placeOfException(Call, "tool"), GoesOnUnwinding);
}

void HookInserter::instrumentLoop(CallBase *Call) {
  const TaskPlace &Body = Tasks.find(ParForCall(Call).body())->second;
  const DebugLoc L = Call->getDebugLoc();
  IRBuilder<> B(Call);
  Value *Passed = B.getInt64(0);
  if (Function *Hook = T.hook("before_loop")) {
    auto *Loop = B.CreateCall(Hook, {P.id(B, CSI_LOOP, Body.Number),
                                     ParForCall(Call).tripCount(),
                                     B.getInt64(LoopIsParallel)});
    Loop->setDoesNotThrow();
    Passed = Loop;
    if (Body.Value)
      Call->setArgOperand(Call->arg_size() - 1, Passed);
  }
  Function *After = T.hook("after_loop");
  if (!After)
    return;
  auto Add = [&](Instruction *Where, uint64_t Properties) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    call(B, After,
         {P.id(B, CSI_LOOP, Body.Number), B.getInt64(Properties), Passed});
  };
  Add(placeBehind(Call), 0);
  if (!F.doesNotThrow() || isa<InvokeInst>(Call))
    Add(placeOfException(Call, "tool"), GoesOnUnwinding);
}

Error HookInserter::run() {
  collect();
  // First, as the instruction that they are put in front of may be replaced.
  instrumentEntry();
  if (!F.hasFnAttribute(Attribute::DisableSanitizerInstrumentation))
    for (const Access &A : Accesses)
      instrumentAccess(A);
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
  return Error::success();
}

Error insertHooks(Function &F, const Tool &T, Places &P,
                  const TaskPlaces &Tasks) {
  return HookInserter(F, T, P, Tasks).run();
}

} // namespace tussah
