//===- InitFlags.cpp - Destructors of variables that a task constructs -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitFlags.h"
#include "Markers.h"
#include "Representation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstdlib>
#include <string>

using namespace llvm;

namespace tussah {

static bool isDestructor(const Function &F) {
  // The demangler refers to the text it was given.
  const std::string Mangled = F.getName().str();
  ItaniumPartialDemangler D;
  if (D.partialDemangle(Mangled.c_str()) || !D.isCtorOrDtor())
    return false;
  size_t Size = 0;
  char *Name = D.getFunctionBaseName(nullptr, &Size);
  bool Is = Name && Name[0] == '~';
  std::free(Name);
  return Is;
}

/// Calls that destroy \p Object as a whole.
static SmallVector<CallBase *, 4> destructorCalls(Value *Object) {
  SmallVector<CallBase *, 4> Calls;
  for (User *U : Object->users()) {
    auto *CB = dyn_cast<CallBase>(U);
    if (!CB || CB->arg_size() == 0 || CB->getArgOperand(0) != Object)
      continue;
    auto *Callee = CB->getCalledFunction();
    if (Callee && isDestructor(*Callee))
      Calls.push_back(CB);
  }
  return Calls;
}

/// Executes \p Call only if \p Flag is set.
static void makeConditional(CallBase *Call, AllocaInst *Flag) {
  // A destructor that may throw is an invoke: then the test branches around it
  // to its normal destination.
  IRBuilder<> B(Call);
  Value *Built = B.CreateIsNotNull(B.CreateLoad(B.getInt8Ty(), Flag), "built");
  if (auto *II = dyn_cast<InvokeInst>(Call)) {
    BasicBlock *Head = II->getParent();
    BasicBlock *Normal = SplitEdge(Head, II->getNormalDest());
    BasicBlock *Destroy = SplitBlock(Head, II->getIterator());
    Head->getTerminator()->eraseFromParent();
    IRBuilder<>(Head).CreateCondBr(Built, Destroy, Normal);
    return;
  }
  SplitBlockAndInsertIfThen(Built, std::next(Call->getIterator()),
                            /*Unreachable=*/false);
  // Built's block ends in the new branch; move the call behind it.
  BasicBlock *Then = Call->getParent()->getTerminator()->getSuccessor(0);
  Call->moveBefore(*Then, Then->getTerminator()->getIterator());
}

void lowerInitMarkers(Function &F) {
  MapVector<Value *, SmallVector<CallBase *, 2>> Begins;
  MapVector<Value *, SmallVector<CallBase *, 2>> Dones;
  for (Instruction &I : instructions(F)) {
    if (isCallOf(I, marker::InitBegin))
      Begins[I.getOperand(0)].push_back(cast<CallBase>(&I));
    else if (isCallOf(I, marker::InitDone))
      Dones[I.getOperand(0)].push_back(cast<CallBase>(&I));
  }
  for (auto &[Object, Markers] : Begins) {
    IRBuilder<> B(&*F.getEntryBlock().begin());
    AllocaInst *Flag = B.CreateAlloca(B.getInt8Ty(), nullptr, "built");
    auto Set = [&](CallBase *Marker, bool Value) {
      B.SetInsertPoint(Marker);
      B.CreateStore(B.getInt8(Value), Flag);
      Marker->eraseFromParent();
    };
    for (CallBase *Destructor : destructorCalls(Object))
      makeConditional(Destructor, Flag);
    for (CallBase *Marker : Markers)
      Set(Marker, false);
    for (CallBase *Marker : Dones[Object])
      Set(Marker, true);
  }
}

} // namespace tussah
