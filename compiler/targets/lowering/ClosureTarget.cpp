//===- ClosureTarget.cpp - Tasks are closures given to a runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClosureTarget.h"

#include "CallUtils.h"
#include "Diagnostics.h"
#include "compiler/tasks/Cancellation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

/// A function of the ABI that is larger stays a call: it is no fast path.
static constexpr unsigned MaxInlinedInstructions = 150;

/// The captured values of a task, as they lie in its closure.
StructType *ClosureTarget::capturesOf(const Function &Helper) const {
  SmallVector<Type *, 8> Types(Helper.getFunctionType()->params());
  if (HasScopes)
    Types.push_back(PointerType::getUnqual(Helper.getContext()));
  return StructType::get(Helper.getContext(), Types);
}

/// The address of captured value \p Index of a task, in a closure in which
/// these begin at \p Offset.
static Value *addressOf(IRBuilder<> &B, Value *Closure, uint64_t Offset,
                        const StructLayout &Captures, unsigned Index) {
  Offset += Captures.getElementOffset(Index);
  return Offset ? B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Closure, Offset)
                : Closure;
}

Error ClosureTarget::begin(Module &M) {
  Expected<AbiModule> Read = AbiModule::read(AbiPath, M);
  if (!Read)
    return Read.takeError();
  Abi = std::move(*Read);
  HasScopes = isCancellable(M);
  return Error::success();
}

/// What a storage call asks for.
Expected<ClosureTarget::Extent> ClosureTarget::extentOf(CallBase *Storage) {
  auto *Size = dyn_cast<ConstantInt>(Storage->getArgOperand(1));
  auto *Align = dyn_cast<ConstantInt>(Storage->getArgOperand(2));
  if (!Size || !Align)
    return makeError("size of a task's storage is not constant");
  return Extent{Size->getZExtValue(), Align->getZExtValue()};
}

/// Makes room for \p Captures behind the objects in \p Storage. Returns their
/// offset in the closure.
Expected<uint64_t> ClosureTarget::reserveStorage(CallBase *Storage,
                                                 Extent Captures) {
  Expected<Extent> Objects = extentOf(Storage);
  if (!Objects)
    return Objects.takeError();
  uint64_t Offset = alignTo(Objects->Size, Captures.Align);
  // After optimization, several spawns may share one storage call.
  Extent &Closure = Closures[Storage];
  Closure.Size = std::max(Closure.Size, Offset + Captures.Size);
  Closure.Align = std::max(Closure.Align, Captures.Align);
  return Offset;
}

/// Emits a call for a task's memory. \p B is at the call that it is for.
CallInst *ClosureTarget::emitTask(IRBuilder<> &B, Value *Frame,
                                  Extent Closure) {
  Module &M = *B.GetInsertBlock()->getModule();
  uint64_t Size = std::max<uint64_t>(Closure.Size, 1);
  return B.CreateCall(getAbiFunction(M, abi::Task),
                      {Frame, B.getInt64(Size), B.getInt64(Closure.Align)},
                      "task");
}

Error ClosureTarget::lowerSpawn(CallBase *Call) {
  SpawnCall Spawn(Call);
  Function &Helper = *Spawn.helper();
  const DataLayout &DL = Call->getModule()->getDataLayout();
  StructType *Captures = capturesOf(Helper);
  Extent Size{DL.getTypeAllocSize(Captures),
              DL.getABITypeAlign(Captures).value()};
  IRBuilder<> B(Call);
  Value *Closure = Spawn.storage();
  uint64_t Offset = 0;
  if (isa<ConstantPointerNull>(Closure)) {
    Closure = emitTask(B, Spawn.frame(), Size);
  } else {
    Expected<uint64_t> Reserved = reserveStorage(cast<CallBase>(Closure), Size);
    if (!Reserved)
      return Reserved.takeError();
    Offset = *Reserved;
  }
  const StructLayout &Layout = *DL.getStructLayout(Captures);
  SmallVector<Value *, 8> Values(Spawn.captures());
  if (HasScopes)
    Values.push_back(
        B.CreateCall(getOrInsertRep(*Call->getModule(), rep::Scope)));
  for (auto [Index, Value] : enumerate(Values))
    B.CreateStore(Value, addressOf(B, Closure, Offset, Layout, Index));
  replaceCall(Call, getAbiFunction(*Call->getModule(), abi::Spawn),
              {Spawn.frame(), Closure, entryOf(Helper, Offset)});
  return Error::success();
}

Function *ClosureTarget::entryOf(Function &Helper, uint64_t Offset) {
  Function *&Entry = Entries[{&Helper, Offset}];
  if (!Entry) {
    LLVMContext &C = Helper.getContext();
    auto *Type = FunctionType::get(Type::getVoidTy(C),
                                   {PointerType::getUnqual(C)}, false);
    Entry = createFunctionLike(Helper, Type, ".run");
    emitEntry(*Entry, Helper, Offset);
  }
  return Entry;
}

/// Emits a call of \p Helper which lets \p Scope be the current scope of
/// cancellation meanwhile.
void ClosureTarget::emitCallInScope(IRBuilder<> &B, Function &Helper,
                                    ArrayRef<Value *> Args, Value *Scope) {
  Function *Entry = B.GetInsertBlock()->getParent();
  Module &M = *Entry->getParent();
  LLVMContext &C = M.getContext();
  FunctionCallee Swap =
      M.getOrInsertFunction("__tussah_scope_swap", B.getPtrTy(), B.getPtrTy());
  cast<Function>(Swap.getCallee())->setDoesNotThrow();
  Value *Before = B.CreateCall(Swap, {Scope});
  auto *Returned = BasicBlock::Create(C, "returned", Entry);
  auto *Unwind = BasicBlock::Create(C, "unwind", Entry);
  B.CreateInvoke(&Helper, Returned, Unwind, Args)
      ->setCallingConv(Helper.getCallingConv());
  B.SetInsertPoint(Unwind);
  LandingPadInst *Pad =
      B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 0);
  Pad->setCleanup(true);
  B.CreateCall(Swap, {Before});
  B.CreateResume(Pad);
  B.SetInsertPoint(Returned);
  B.CreateCall(Swap, {Before});
  // Runs cleanups for the exceptions of any language.
  FunctionCallee Personality = M.getOrInsertFunction(
      "__gcc_personality_v0", FunctionType::get(B.getInt32Ty(), true));
  Entry->setPersonalityFn(cast<Constant>(Personality.getCallee()));
}

void ClosureTarget::emitEntry(Function &Entry, Function &Helper,
                              uint64_t Offset) {
  StructType *Captures = capturesOf(Helper);
  IRBuilder<> B(BasicBlock::Create(Entry.getContext(), "entry", &Entry));
  B.SetCurrentDebugLocation(locationIn(Entry));
  Entry.getArg(0)->setName("task");
  const DataLayout &DL = Helper.getParent()->getDataLayout();
  const StructLayout &Layout = *DL.getStructLayout(Captures);
  SmallVector<Value *, 8> Args;
  for (auto [Index, Type] : enumerate(Captures->elements()))
    Args.push_back(B.CreateLoad(
        Type, addressOf(B, Entry.getArg(0), Offset, Layout, Index)));
  if (HasScopes) {
    Value *Scope = Args.pop_back_val();
    emitCallInScope(B, Helper, Args, Scope);
  } else {
    B.CreateCall(&Helper, Args)->setCallingConv(Helper.getCallingConv());
  }
  B.CreateRetVoid();
}

Error ClosureTarget::lowerStorage(CallBase *Call) {
  Expected<Extent> Objects = extentOf(Call);
  if (!Objects)
    return Objects.takeError();
  // No spawn has reserved anything if none can be reached.
  Extent Closure = Closures.lookup(Call);
  Closure.Size = std::max(Closure.Size, Objects->Size);
  Closure.Align = std::max(Closure.Align, Objects->Align);
  IRBuilder<> B(Call);
  Call->replaceAllUsesWith(emitTask(B, Call->getArgOperand(0), Closure));
  eraseCall(Call);
  return Error::success();
}

/// Replaces \p Call by a call of the ABI function that takes the same operands.
static Error replaceByAbi(CallBase *Call, StringRef Name) {
  SmallVector<Value *, 6> Args(Call->args());
  replaceCall(Call, getAbiFunction(*Call->getModule(), Name), Args);
  return Error::success();
}

Error ClosureTarget::lowerDiscard(CallBase *Call) {
  return replaceByAbi(Call, abi::Discard);
}

Error ClosureTarget::lowerSync(CallBase *Call) {
  return replaceByAbi(Call, abi::Sync);
}

Error ClosureTarget::lowerSyncUnwind(CallBase *Call) {
  return replaceByAbi(Call, abi::SyncUnwind);
}

Error ClosureTarget::lowerGrain(CallBase *Call) {
  return replaceByAbi(Call, abi::Grain);
}

Error ClosureTarget::lowerView(CallBase *Call) {
  return replaceByAbi(Call, abi::View);
}

Error ClosureTarget::lowerReducerBegin(CallBase *Call) {
  return replaceByAbi(Call, abi::ReducerBegin);
}

Error ClosureTarget::lowerReducerEnd(CallBase *Call) {
  return replaceByAbi(Call, abi::ReducerEnd);
}

Error ClosureTarget::lowerFrame(CallBase *Call) {
  Value *Slot = createStackSlot(*Call->getFunction(), abi().frameSize(),
                                abi().frameAlign(), "frame");
  IRBuilder<> B(Call);
  B.CreateCall(getAbiFunction(*Call->getModule(), abi::Enter), {Slot});
  Call->replaceAllUsesWith(Slot);
  eraseCall(Call);
  return Error::success();
}

/// Inlines the calls of \p AbiFunction if it is a fast path; what it keeps in
/// functions of its own is not.
static void inlineFastPath(Function &AbiFunction, FunctionSet &Changed) {
  if (AbiFunction.hasFnAttribute(Attribute::NoInline) ||
      AbiFunction.getInstructionCount() > MaxInlinedInstructions)
    return;
  for (User *U : make_early_inc_range(AbiFunction.users())) {
    auto *CB = dyn_cast<CallBase>(U);
    if (!CB || CB->getCalledOperand() != &AbiFunction ||
        CB->getFunction() == &AbiFunction)
      continue;
    Changed.insert(CB->getFunction());
    InlineFunctionInfo Info;
    InlineFunction(*CB, Info); // else it stays a call
  }
}

Error ClosureTarget::end(Module &M, FunctionSet &Changed, bool Optimize) {
  Expected<SmallVector<Function *, 8>> AbiFunctions =
      std::move(abi()).linkInto(M);
  if (!AbiFunctions)
    return AbiFunctions.takeError();
  for (auto &[Key, Entry] : Entries)
    Changed.insert(Entry);
  if (!Optimize)
    return Error::success();
  for (Function *F : *AbiFunctions) {
    inlineFastPath(*F, Changed);
    if (F->use_empty())
      F->eraseFromParent();
  }
  for (auto &[Key, Entry] : Entries)
    if (Key.first->hasOneUse()) {
      Function *Helper = Key.first;
      if (inlineOnlyCall(*Helper))
        Changed.remove(Helper);
    }
  return Error::success();
}

} // namespace tussah
