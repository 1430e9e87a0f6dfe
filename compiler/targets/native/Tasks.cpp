//===- Tasks.cpp - What is called for a task -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/optimizations/OneCall.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace tussah::native {

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

static bool isStorageOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  return (isCallOf(*User, rep::Spawn) || isCallOf(*User, rep::Discard)) &&
         &U == &cast<CallBase>(User)->getArgOperandUse(SpawnCall::StorageArg);
}

/// True if only the code around it uses \p Memory, storage or a part of it, so
/// that no task can.
static bool isOnlyForParent(const Value *Memory) {
  return all_of(Memory->uses(), [](const Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    return isa<LoadInst, MemIntrinsic>(User) || User->isLifetimeStartOrEnd() ||
           (isa<StoreInst>(User) &&
            U.getOperandNo() == StoreInst::getPointerOperandIndex()) ||
           (isa<GetElementPtrInst>(User) && isOnlyForParent(User)) ||
           isStorageOf(U);
  });
}

/// True if control may come back to \p I after it has left its block.
static bool isInCycle(const Instruction &I) {
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<const BasicBlock *, 16> Work(successors(I.getParent()));
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (BB == I.getParent())
      return true;
    if (Seen.insert(BB).second)
      append_range(Work, successors(BB));
  }
  return false;
}

/// Makes \p Storage a variable.
static void keepInFrame(CallBase *Storage, const ConstantInt *Size,
                        const ConstantInt *Alignment) {
  auto *Null = ConstantPointerNull::get(cast<PointerType>(Storage->getType()));
  for (Use &U : make_early_inc_range(Storage->uses())) {
    if (!isStorageOf(U))
      continue;
    if (isCallOf(*cast<Instruction>(U.getUser()), rep::Spawn))
      U.set(Null);
    else
      eraseCall(cast<CallBase>(U.getUser()));
  }
  IRBuilder<> B(&*Storage->getFunction()->getEntryBlock().begin());
  AllocaInst *Memory =
      B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size->getZExtValue()));
  Memory->setAlignment(Align(Alignment->getZExtValue()));
  Memory->takeName(Storage);
  Storage->replaceAllUsesWith(Memory);
  eraseCall(Storage);
}

void keepStorageInFrames(Module &M, bool IsFinal) {
  for (CallBase *Storage : callsOf(M, rep::Storage)) {
    auto *Size = dyn_cast<ConstantInt>(Storage->getArgOperand(1));
    auto *Alignment = dyn_cast<ConstantInt>(Storage->getArgOperand(2));
    if (Size && Alignment &&
        (isOnlyForParent(Storage) || (IsFinal && !isInCycle(*Storage))))
      keepInFrame(Storage, Size, Alignment);
  }
}

/// Creates <task>.owner(storage, captures...), which calls \p Task and then
/// frees the storage, also if an exception leaves the task.
static Function *createOwner(Function &Task, RuntimeCalls &Runtime) {
  LLVMContext &C = Task.getContext();
  SmallVector<Type *, 8> Types{PointerType::getUnqual(C)};
  append_range(Types, Task.getFunctionType()->params());
  Function *Owner = createFunctionLike(
      Task, FunctionType::get(Type::getVoidTy(C), Types, false), ".owner");
  for (unsigned I = 0; I < Task.arg_size(); ++I)
    copyParameter(*Owner, I + 1, Task, I);
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(C, Name, Owner);
  };
  IRBuilder<> B(Block("entry"));
  B.SetCurrentDebugLocation(locationIn(*Owner));
  SmallVector<Value *, 8> Args(
      llvm::make_pointer_range(drop_begin(Owner->args())));
  BasicBlock *Returned = Block("returned"), *Unwind = Block("unwind");
  B.CreateInvoke(&Task, Returned, Unwind, Args)
      ->setCallingConv(Task.getCallingConv());
  B.SetInsertPoint(Returned);
  B.CreateCall(Runtime.freeStorage(), {Owner->getArg(0)});
  B.CreateRetVoid();
  B.SetInsertPoint(Unwind);
  LandingPadInst *Pad =
      B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 0);
  Pad->setCleanup(true);
  B.CreateCall(Runtime.freeStorage(), {Owner->getArg(0)});
  B.CreateResume(Pad);
  makeNative(*Owner, Runtime);
  return Owner;
}

/// Replaces \p Spawn by one of \p Task, storing its result to \p Result.
static void replaceSpawn(CallBase *Spawn, Value *Result, Function *Task,
                         ArrayRef<Value *> Captures) {
  SmallVector<Value *, 8> Args{SpawnCall(Spawn).frame(), Result, Task};
  append_range(Args, Captures);
  Function *Callee = Spawn->getCalledFunction();
  replaceCall(Spawn, Callee, Args);
}

static void lowerStorage(Module &M, RuntimeCalls &Runtime,
                         FunctionSet &Natives) {
  keepStorageInFrames(M, /*IsFinal=*/true);
  DenseMap<Function *, Function *> Owners;
  for (CallBase *Spawn : callsOf(M, rep::Spawn)) {
    Value *Storage = SpawnCall(Spawn).storage();
    if (isa<ConstantPointerNull>(Storage))
      continue;
    Function *Task = SpawnCall(Spawn).helper();
    Function *&Owner = Owners[Task];
    if (!Owner) {
      Owner = createOwner(*Task, Runtime);
      Natives.insert(Owner);
    }
    SmallVector<Value *, 8> Captures{Storage};
    append_range(Captures, SpawnCall(Spawn).captures());
    replaceSpawn(
        Spawn, ConstantPointerNull::get(PointerType::getUnqual(M.getContext())),
        Owner, Captures);
  }
  for (CallBase *Call : callsOf(M, rep::Storage))
    replaceCall(Call, Runtime.storage(),
                {Call->getArgOperand(1), Call->getArgOperand(2)});
  for (CallBase *Call : callsOf(M, rep::Discard))
    replaceCall(Call, Runtime.freeStorage(), {Call->getArgOperand(1)});
}

//===----------------------------------------------------------------------===//
// Tasks that are one call
//===----------------------------------------------------------------------===//

/// True if \p Address lies in the frame of \p F, at a place that is known there
/// without reading anything.
static bool isInFrame(Value *Address, const Function &F) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  auto *Alloca = dyn_cast<AllocaInst>(
      Address->stripAndAccumulateConstantOffsets(DL, Offset, true));
  // An over-aligned variable lies where a value in a register says.
  return Alloca && Alloca->isStaticAlloca() && Alloca->getAlign().value() <= 16;
}

/// The parameter that the result of \p Task is stored to, in \p Spawn; null if
/// it is not one in the parent's frame.
static Value *resultAddress(CallBase *Spawn, const OneCall &Task) {
  auto *Param = dyn_cast<Argument>(Task.Place);
  if (!Param)
    return nullptr;
  Value *Address =
      Spawn->getArgOperand(SpawnCall::NumFixed + Param->getArgNo());
  return isInFrame(Address, *Spawn->getFunction()) ? Address : nullptr;
}

/// Replaces \p Spawn, of a task of the form \p Task, by one of the function
/// that it calls. What it does before is emitted into the parent.
static bool spawnDirectly(CallBase *Spawn, const OneCall &Task) {
  // Unoptimized code keeps the result in the frame before it is stored, and
  // AddressSanitizer moves what it is stored to.
  const Function &F = *Spawn->getFunction();
  if (F.hasOptNone() || F.hasFnAttribute(Attribute::SanitizeAddress))
    return false;
  Value *Result =
      ConstantPointerNull::get(PointerType::getUnqual(Spawn->getContext()));
  if (Task.Place && !(Result = resultAddress(Spawn, Task)))
    return false;
  ValueToValueMapTy Map;
  for (auto [Param, Value] :
       zip(SpawnCall(Spawn).helper()->args(), SpawnCall(Spawn).captures()))
    Map[&Param] = Value;
  for (Instruction &I : *Task.Call->getParent()) {
    if (&I == Task.Call)
      break;
    if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd())
      continue;
    Instruction *Copy = I.clone();
    Copy->insertBefore(Spawn->getIterator());
    Copy->setDebugLoc(Spawn->getDebugLoc());
    RemapInstruction(Copy, Map, RF_NoModuleLevelChanges);
    Map[&I] = Copy;
  }
  SmallVector<Value *, 8> Args;
  for (Value *Arg : Task.Call->args()) {
    auto It = Map.find(Arg);
    Args.push_back(It == Map.end() ? Arg : static_cast<Value *>(It->second));
  }
  replaceSpawn(Spawn, Result, Task.Call->getCalledFunction(), Args);
  return true;
}

void prepareSpawns(Module &M, RuntimeCalls &Runtime, FunctionSet &Natives) {
  lowerStorage(M, Runtime, Natives);
  auto IsNative = [&](Function *F) { return Natives.contains(F); };
  for (CallBase *Spawn : callsOf(M, rep::Spawn)) {
    Function *Task = SpawnCall(Spawn).helper();
    std::optional<OneCall> One = asOneCall(*Task, IsNative);
    if (!One || !spawnDirectly(Spawn, *One) || !Task->use_empty())
      continue;
    Natives.remove(Task);
    Task->eraseFromParent();
  }
  for (Function *F : Natives)
    if (any_of(F->uses(), isHelperOfSpawn))
      if (std::optional<OneCall> One = asOneCall(*F, IsNative))
        inlineCall(*F, *One);
}

} // namespace tussah::native
