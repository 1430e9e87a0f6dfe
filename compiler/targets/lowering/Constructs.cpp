//===- Constructs.cpp - Changes of tasks, loops and syncs in form 2 -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructs.h"

#include "CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah {

Function *appendParameters(Function &F, ArrayRef<Type *> More) {
  SmallVector<Type *, 8> Types(F.getFunctionType()->params());
  append_range(Types, More);
  auto *New =
      Function::Create(FunctionType::get(F.getReturnType(), Types, false),
                       F.getLinkage(), F.getAddressSpace());
  F.getParent()->getFunctionList().insert(F.getIterator(), New);
  New->copyAttributesFrom(&F);
  New->copyMetadata(&F, 0);
  F.clearMetadata();
  New->splice(New->begin(), &F);
  for (auto [Old, Param] : zip(F.args(), New->args())) {
    Param.takeName(&Old);
    Old.replaceAllUsesWith(&Param);
  }
  New->takeName(&F);
  F.replaceAllUsesWith(New);
  F.eraseFromParent();
  return New;
}

CallBase *appendOperands(CallBase *Call, ArrayRef<Value *> More) {
  SmallVector<Value *, 8> Args(Call->args());
  append_range(Args, More);
  return replaceCall(Call, Call->getCalledFunction(), Args);
}

Instruction *placeBehind(CallBase *Call) {
  auto *II = dyn_cast<InvokeInst>(Call);
  if (!II)
    return Call->getNextNode();
  BasicBlock *Next = II->getNormalDest();
  if (!Next->getSinglePredecessor() || isa<PHINode>(Next->front()))
    Next = SplitEdge(II->getParent(), Next);
  return &*Next->getFirstInsertionPt();
}

/// Any personality runs cleanups; one of C++ lets functions be inlined.
static Constant *personalityIn(Module &M) {
  StringRef Cxx = "__gxx_personality_v0";
  return cast<Constant>(
      M.getOrInsertFunction(
           M.getFunction(Cxx) ? Cxx : "__gcc_personality_v0",
           FunctionType::get(Type::getInt32Ty(M.getContext()), true))
          .getCallee());
}

void makeInvokes(ArrayRef<CallInst *> Calls, const Twine &Name) {
  if (Calls.empty())
    return;
  Function &F = *Calls.front()->getFunction();
  if (!F.hasPersonalityFn())
    F.setPersonalityFn(personalityIn(*F.getParent()));
  BasicBlock *Pad = BasicBlock::Create(F.getContext(), Name, &F);
  IRBuilder<> B(Pad);
  B.SetCurrentDebugLocation(Calls.front()->getDebugLoc());
  LandingPadInst *Landing =
      B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 0);
  Landing->setCleanup(true);
  B.CreateResume(Landing);
  for (CallInst *Call : Calls)
    changeToInvokeAndSplitBasicBlock(Call, Pad);
}

Instruction *placeOfException(CallBase *&Call, StringRef Suffix) {
  if (auto *CI = dyn_cast<CallInst>(Call)) {
    BasicBlock *Before = CI->getParent();
    makeInvokes(CI, Suffix + ".unwind");
    Call = cast<InvokeInst>(Before->getTerminator());
  }
  auto *II = cast<InvokeInst>(Call);
  BasicBlock *Pad = II->getUnwindDest();
  if (!Pad->getSinglePredecessor()) {
    SmallVector<BasicBlock *, 2> Pads;
    std::string Name = ("." + Suffix).str();
    SplitLandingPadPredecessors(Pad, {II->getParent()}, Name.c_str(), ".rest",
                                Pads);
    Pad = Pads.front();
  }
  return &*Pad->getFirstInsertionPt();
}

} // namespace tussah
