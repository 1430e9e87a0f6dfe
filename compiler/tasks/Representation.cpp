//===- Representation.cpp - The task representation in LLVM IR ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tussah {

static FunctionType *typeOf(StringRef Name, LLVMContext &C) {
  Type *Void = Type::getVoidTy(C);
  Type *Ptr = PointerType::getUnqual(C);
  Type *I64 = Type::getInt64Ty(C);
  if (Name == rep::Frame)
    return FunctionType::get(Ptr, false);
  if (Name == rep::Spawn)
    return FunctionType::get(Void, {Ptr, Ptr, Ptr}, true);
  if (Name == rep::Storage)
    return FunctionType::get(Ptr, {Ptr, I64, I64}, false);
  if (Name == rep::Discard || Name == rep::SyncUnwind)
    return FunctionType::get(Void, {Ptr, Ptr}, false);
  if (Name == rep::Sync)
    return FunctionType::get(Void, {Ptr}, false);
  if (Name == rep::Grain)
    return FunctionType::get(I64, {I64, I64}, false);
  if (Name == rep::Cancelled)
    return FunctionType::get(Type::getInt1Ty(C), false);
  if (Name == rep::Scope)
    return FunctionType::get(Ptr, false);
  if (Name == rep::View)
    return FunctionType::get(Ptr, {Ptr, I64, Ptr, Ptr}, false);
  if (Name == rep::ReducerBegin)
    return FunctionType::get(Void, {Ptr, I64, I64, I64, Ptr, Ptr}, false);
  if (Name == rep::ReducerEnd)
    return FunctionType::get(Void, {Ptr, I64, I64}, false);
  if (Name == rep::ParFor)
    return FunctionType::get(Void, {Ptr, Ptr, I64, I64}, true);
  if (Name == rep::LeafHooks)
    return FunctionType::get(Void, {Ptr, Ptr}, true);
  llvm_unreachable("not a function of the task representation");
}

Function *getOrInsertRep(Module &M, StringRef Name) {
  if (Function *F = M.getFunction(Name))
    return F;
  auto *F = Function::Create(typeOf(Name, M.getContext()),
                             GlobalValue::ExternalLinkage, Name, M);
  // Only what cannot run a task may be nounwind: a target may run a task at
  // its spawn, and a sync delivers the exceptions of tasks.
  if (Name == rep::Frame || Name == rep::Storage || Name == rep::Discard ||
      Name == rep::Grain || Name == rep::Cancelled || Name == rep::Scope ||
      Name == rep::ReducerBegin || Name == rep::LeafHooks)
    F->setDoesNotThrow();
  if (Name == rep::LeafHooks) {
    F->setWillReturn();
    F->setOnlyAccessesInaccessibleMemory();
  }
  // Two calls merged into one, or one made two, would give other calls a PHI as
  // frame, storage, helper or size.
  F->addFnAttr(Attribute::NoMerge);
  if (Name == rep::Frame || Name == rep::Storage)
    F->addFnAttr(Attribute::Convergent);
  return F;
}

SmallVector<CallBase *, 16> callsOf(Module &M, StringRef Name) {
  SmallVector<CallBase *, 16> Calls;
  Function *Callee = M.getFunction(Name);
  if (!Callee)
    return Calls;
  // Most functions of a large module have none.
  SmallPtrSet<const Function *, 16> Callers;
  for (const User *U : Callee->users())
    if (auto *CB = dyn_cast<CallBase>(U))
      Callers.insert(CB->getFunction());
  if (Callers.empty())
    return Calls;
  for (Function &F : M)
    if (Callers.contains(&F))
      append_range(Calls, callsIn(F, Name));
  return Calls;
}

SmallVector<CallBase *, 8> callsIn(Function &F, StringRef Name) {
  SmallVector<CallBase *, 8> Calls;
  Function *Callee = F.getParent()->getFunction(Name);
  if (!Callee)
    return Calls;
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (CB->getCalledOperand() == Callee)
          Calls.push_back(CB);
  return Calls;
}

CallBase *replaceCall(CallBase *Old, FunctionCallee Callee,
                      ArrayRef<Value *> Args) {
  CallBase *New;
  if (auto *II = dyn_cast<InvokeInst>(Old))
    New = InvokeInst::Create(Callee, II->getNormalDest(), II->getUnwindDest(),
                             Args, "", Old->getIterator());
  else
    New = CallInst::Create(Callee, Args, "", Old->getIterator());
  if (auto *F = dyn_cast<Function>(Callee.getCallee()))
    New->setCallingConv(F->getCallingConv());
  New->setDebugLoc(Old->getDebugLoc());
  if (!Old->getType()->isVoidTy())
    Old->replaceAllUsesWith(New);
  New->takeName(Old);
  Old->eraseFromParent();
  return New;
}

bool isCallOf(const Instruction &I, StringRef Name) {
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB)
    return false;
  auto *F = dyn_cast<Function>(CB->getCalledOperand());
  return F && F->getName() == Name;
}

static bool isArgument(const Use &U, StringRef Name, unsigned Number) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && isCallOf(*Call, Name) && &U == &Call->getArgOperandUse(Number);
}

bool isHelperOfSpawn(const Use &U) { return isArgument(U, rep::Spawn, 2); }

bool isBodyOfLoop(const Use &U) { return isArgument(U, rep::ParFor, 1); }

Function *SpawnCall::helper() const {
  return dyn_cast<Function>(Call->getArgOperand(2));
}

Function *ParForCall::body() const {
  return dyn_cast<Function>(Call->getArgOperand(1));
}

Function *ViewCall::identity() const {
  return dyn_cast<Function>(Call->getArgOperand(2)->stripPointerCasts());
}

} // namespace tussah
