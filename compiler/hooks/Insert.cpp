//===- Insert.cpp - Inserts calls of hooks into functions -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Insert.h"

#include "Accesses.h"
#include "Blocks.h"
#include "Checks.h"
#include "Deferred.h"
#include "Leaves.h"
#include "LibraryFunctions.h"
#include "Lifetimes.h"
#include "Unchecked.h"
#include "VectorAccesses.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
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

/// The number of the operand of \p Call, a spawn or loop, that \p Value has in
/// the task.
static unsigned operandOf(const CallBase &Call, const Argument &Value) {
  return Call.arg_size() - Value.getParent()->arg_size() + Value.getArgNo();
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

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

class HookInserter {
public:
  HookInserter(Function &F, const Tools &All, Places &P,
               const TaskPlaces &Tasks)
      : F(F), All(All), P(P), Tasks(Tasks),
        IsTask(F.hasFnAttribute(rep::TaskAttr)),
        IsBody(F.hasFnAttribute(rep::BodyAttr)), IsUnchecked(isUnchecked(F)),
        Scopes(All.size()) {}

  Error run();

private:
  using Hooks = SmallVector<Function *, 2>;

  /// The hook \p Name of each tool, null for tools that have none. Empty if no
  /// tool has it.
  Hooks hooks(StringRef Name) const;
  bool isWanted(StringRef Name) const { return !hooks(Name).empty(); }
  /// Whether \p T has hooks for what the function reads and writes itself.
  bool hasAccesses(const Tool &T) const {
    return !IsUnchecked || !T.heedsNoSanitize();
  }
  /// Calls those of \p Called that are not null.
  void call(IRBuilder<> &B, const Hooks &Called, ArrayRef<Value *> Arguments);
  /// The same, with \p Own, which is something else for each tool, as argument
  /// \p Index.
  void call(IRBuilder<> &B, const Hooks &Called, ArrayRef<Value *> Arguments,
            unsigned Index, ArrayRef<Value *> Own);
  Value *place(IRBuilder<> &B, csi_kind_t Kind, const DebugLoc &L) {
    return P.id(B, Kind, P.add(Kind, F, L));
  }
  Value *functionId(IRBuilder<> &B, const Function *Callee);
  SmallVector<Value *, 2> valuesOf(const TaskPlace &Task) const;

  void catchExceptions();
  void instrumentBlocks();
  void collect();
  void instrumentEntry();
  void instrumentExit(Instruction *End);
  void instrumentVariable(Instruction *Where, Value *Address, Value *Size,
                          uint64_t Properties, const DebugLoc &L);
  void instrumentLifetimeEnds();
  void instrumentAccess(const Access &A);
  void instrumentLanes(Instruction &I);
  Error instrumentCall(CallBase *Call);
  bool addRangeChecks(CallBase *Call, const Tool &T);
  Error instrumentLibraryCall(CallBase *Call, const LibraryCall &L,
                              const Tool &T);
  void instrumentAllocation(CallBase *Call, const Allocation &A);
  void instrumentFree(CallBase *Call, uint64_t Kind);
  void instrumentSpawn(CallBase *Call);
  void instrumentSync(CallBase *Call);
  void instrumentLoop(CallBase *Call);
  Value *scopeOf(Value *Frame, unsigned Index);
  SmallVector<Value *, 2> scopesOf(Value *Frame);
  SmallVector<Value *, 2> callFirst(CallBase *Call, StringRef Name,
                                    const TaskPlace &Task,
                                    ArrayRef<Value *> Arguments,
                                    ArrayRef<Value *> Own);

  Function &F;
  const Tools &All;
  Places &P;
  const TaskPlaces &Tasks;
  const bool IsTask, IsBody, IsUnchecked;
  bool MaySpawn = false;

  AccessFinder Finder;
  SmallVector<AllocaInst *, 16> Variables;
  SmallVector<Access, 32> Accesses;
  SmallVector<Instruction *, 4> Masked;
  SmallVector<CallBase *, 16> Spawns, Syncs, Loops, Storages, Calls;
  /// Returns, resumes, and calls that are returns.
  SmallVector<Instruction *, 4> Ends;
  /// The structures of each tool, by frame.
  SmallVector<DenseMap<Value *, Value *>, 2> Scopes;
};

} // namespace

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

void HookInserter::instrumentVariable(Instruction *Where, Value *Address,
                                      Value *Size, uint64_t Properties,
                                      const DebugLoc &L) {
  Hooks Called = hooks("after_alloca");
  if (Called.empty() || Address->getType()->getPointerAddressSpace() != 0)
    return;
  IRBuilder<> B(Where);
  B.SetCurrentDebugLocation(L);
  auto *Variable = dyn_cast<AllocaInst>(Address);
  const DbgVariableRecord *D = Variable ? declarationOf(*Variable) : nullptr;
  // Of those that are assigned, the record itself has no line.
  DebugLoc Declared =
      D ? DebugLoc(DILocation::get(F.getContext(), D->getVariable()->getLine(),
                                   0, D->getDebugLoc()->getScope()))
        : L;
  uint64_t Number = P.add(CSI_ALLOCA, F, Declared, variableAt(*Address));
  for (auto [T, Hook] : zip(All, Called))
    if (Hook && T.ignoresRepetition()) {
      DeferredHook::add(B, Hook, DeferredHook::Variable, Address, Size,
                        P.baseOf(CSI_ALLOCA), Number, Properties);
      Hook = nullptr;
    }
  if (any_of(Called, [](Function *Hook) { return Hook; }))
    call(B, Called,
         {P.id(B, CSI_ALLOCA, Number), Address, Size, B.getInt64(Properties)});
}

/// Only a function that has tasks can leave a variable that a strand in
/// parallel has got to know without a race of its own, unless by atomics or
/// locks.
void HookInserter::instrumentLifetimeEnds() {
  Hooks Called = hooks("lifetime_end"), Ranges = hooks("lifetime_end_range");
  if (!MaySpawn || Called.empty() || Ranges.empty())
    return;
  for (auto [Where, Variable] : findLifetimeEnds(F, Variables, Ends)) {
    const DataLayout &DL = F.getParent()->getDataLayout();
    auto *Alloca = dyn_cast<AllocaInst>(Variable);
    Access A = Finder.byteAt(*Where, *Variable, /*IsStore=*/true);
    if (A.isPrivate() || A.Address->getType()->getPointerAddressSpace() != 0)
      continue;
    DebugLoc L = Where->getDebugLoc() ? Where->getDebugLoc() : locationIn(F);
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    Value *Count = nullptr;
    if (Alloca && !Alloca->isStaticAlloca())
      Count = B.CreateMul(
          B.CreateZExtOrTrunc(Alloca->getArraySize(), B.getInt64Ty()),
          B.getInt64(DL.getTypeAllocSize(Alloca->getAllocatedType())
                         .getKnownMinValue()));
    else
      A.Size = Alloca ? Alloca->getAllocationSize(DL)->getKnownMinValue()
                      : DL.getTypeAllocSize(
                            cast<Argument>(Variable)->getParamByValType());
    uint64_t Number = P.add(CSI_ALLOCA, F, L, variableAt(*Variable));
    for (auto [T, Hook, Range] : zip(All, Called, Ranges))
      if (Hook && Range && T.ignoresRepetition() && hasAccesses(T))
        addCheck(B, Hook, Range, P.baseOf(CSI_ALLOCA), Number, A, Count);
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

void HookInserter::instrumentAccess(const Access &A) {
  csi_kind_t Kind = A.IsStore ? CSI_STORE : CSI_LOAD;
  StringRef BeforeName = A.IsStore ? "before_store" : "before_load";
  Hooks Before;
  for (const Tool &T : All)
    if (Function *Hook = T.hook(BeforeName);
        Hook && !(T.ignoresRepetition() && A.isPrivate()) && hasAccesses(T))
      Before.push_back(Hook);
  Hooks After = hooks(A.IsStore ? "after_store" : "after_load");
  if (Before.empty() && After.empty())
    return;
  uint64_t Number = P.add(Kind, F, A.I->getDebugLoc(), variableAt(*A.Address));
  auto Call = [&](const Hooks &Called, Instruction *Where) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(A.I->getDebugLoc());
    call(B, Called,
         {P.id(B, Kind, Number), A.Address, B.getInt32(A.Size),
          B.getInt64(A.Properties)});
  };
  for (const Tool &T : All) {
    Function *Hook = T.hook(BeforeName);
    if (!is_contained(Before, Hook))
      continue;
    if (!T.ignoresRepetition()) {
      Call({Hook}, A.I);
      continue;
    }
    IRBuilder<> B(A.I);
    B.SetCurrentDebugLocation(A.I->getDebugLoc());
    addCheck(B, Hook,
             T.hook(A.IsStore ? "before_store_range" : "before_load_range"),
             P.baseOf(Kind), Number, A);
  }
  if (!After.empty())
    Call(After, A.I->getNextNode());
}

/// Each lane is a range of one access, or none.
void HookInserter::instrumentLanes(Instruction &I) {
  IRBuilder<> B(&I);
  B.SetCurrentDebugLocation(I.getDebugLoc());
  for (const LaneAccess &Lane : lanesOf(B, I)) {
    Access A = Finder.byteAt(I, *Lane.Address, Lane.IsStore);
    A.Size = Lane.Size;
    if (A.isPrivate())
      continue;
    csi_kind_t Kind = A.IsStore ? CSI_STORE : CSI_LOAD;
    uint64_t Number = P.add(Kind, F, I.getDebugLoc(), variableAt(*A.Address));
    for (const Tool &T : All) {
      Function *Hook = T.hook(A.IsStore ? "before_store" : "before_load"),
               *Range = T.hook(A.IsStore ? "before_store_range"
                                         : "before_load_range");
      if (Hook && Range && T.ignoresRepetition() && hasAccesses(T))
        addCheck(B, Hook, Range, P.baseOf(Kind), Number, A, Lane.Count);
    }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void HookInserter::instrumentAllocation(CallBase *Call, const Allocation &A) {
  Hooks Before = hooks("before_allocfn"), After = hooks("after_allocfn");
  if (Before.empty() && After.empty())
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
  if (!Before.empty()) {
    IRBuilder<> B(Call);
    call(B, Before, Arguments(B, nullptr));
  }
  if (!After.empty()) {
    IRBuilder<> B(placeBehind(Call));
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    call(B, After, Arguments(B, Call));
  }
}

void HookInserter::instrumentFree(CallBase *Call, uint64_t Kind) {
  Hooks Called = hooks("before_free");
  if (Called.empty())
    return;
  IRBuilder<> B(Call);
  call(B, Called,
       {place(B, CSI_FREE, Call->getDebugLoc()), Call->getArgOperand(0),
        B.getInt64(Kind)});
}

/// Checks what \p Call copies or sets, if that is an intrinsic, as an access
/// that LLVM optimizes around. Returns false if that is not possible.
bool HookInserter::addRangeChecks(CallBase *Call, const Tool &T) {
  auto *Intrinsic = dyn_cast<MemIntrinsic>(Call);
  if (!Intrinsic || !T.ignoresRepetition())
    return false;
  auto Add = [&](Value *Address, bool IsStore) {
    Function *Hook = T.hook(IsStore ? "before_store" : "before_load"),
             *Range =
                 T.hook(IsStore ? "before_store_range" : "before_load_range");
    const Access A = Finder.byteAt(*Call, *Address, IsStore);
    if (A.isPrivate())
      return;
    csi_kind_t Kind = IsStore ? CSI_STORE : CSI_LOAD;
    IRBuilder<> B(Call);
    addCheck(B, Hook, Range, P.baseOf(Kind),
             P.add(Kind, F, Call->getDebugLoc(), variableAt(*Address)), A,
             B.CreateZExtOrTrunc(Intrinsic->getLength(), B.getInt64Ty()));
  };
  if (!T.hook("before_store") || !T.hook("before_load") ||
      !T.hook("before_store_range") || !T.hook("before_load_range"))
    return false;
  if (auto *Copy = dyn_cast<MemTransferInst>(Call))
    Add(Copy->getRawSource(), /*IsStore=*/false);
  Add(Intrinsic->getRawDest(), /*IsStore=*/true);
  return true;
}

Error HookInserter::instrumentLibraryCall(CallBase *Call, const LibraryCall &L,
                                          const Tool &T) {
  for (bool IsAfter : {false, true}) {
    Function *Hook = T.libraryHook(IsAfter ? "after" : "before", L.Name);
    if (!Hook || (!hasAccesses(T) && T.isOfAccesses(*Hook)))
      continue;
    if (!IsAfter && addRangeChecks(Call, T))
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
        !equal(Hook->getFunctionType()->params(), Types)) {
      if (isNamesake(*Call))
        continue;
      return T.error("defines '" + Hook->getName() +
                     "' with a type that does not fit a call of '" + L.Name +
                     "' in '" + F.getName() + "'");
    }
    B.CreateCall(Hook, Arguments)->setDoesNotThrow();
  }
  return Error::success();
}

Error HookInserter::instrumentCall(CallBase *Call) {
  if (std::optional<LibraryCall> L = libraryCallOf(*Call))
    for (const Tool &T : All)
      if (Error E = instrumentLibraryCall(Call, *L, T))
        return E;
  if (std::optional<Allocation> A = allocationOf(*Call)) {
    instrumentAllocation(Call, *A);
    return Error::success();
  }
  if (std::optional<uint64_t> Kind = freeOf(*Call)) {
    instrumentFree(Call, *Kind);
    return Error::success();
  }
  Hooks Before = hooks("before_call"), After = hooks("after_call");
  if (isa<IntrinsicInst>(Call) || (Before.empty() && After.empty()))
    return Error::success();
  uint64_t Number = P.add(CSI_CALL, F, Call->getDebugLoc());
  const Function *Callee = Call->getCalledFunction();
  auto Add = [&](const Hooks &Called, Instruction *Where) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    call(B, Called,
         {P.id(B, CSI_CALL, Number), functionId(B, Callee),
          B.getInt64(Callee ? 0 : CallIsIndirect)});
  };
  if (!Before.empty())
    Add(Before, Call);
  if (!After.empty())
    Add(After, placeBehind(Call));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Strands
//===----------------------------------------------------------------------===//

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

Error insertHooks(Function &F, const Tools &All, Places &P,
                  const TaskPlaces &Tasks) {
  return HookInserter(F, All, P, Tasks).run();
}

} // namespace tussah
