//===- Reducers.cpp - Markers of reducers ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducers.h"
#include "Markers.h"
#include "Representation.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tussah {

/// Replaces \p Old by a call, or an invoke, of \p Name.
static void replace(CallBase *Old, StringRef Name, ArrayRef<Value *> Args) {
  replaceCall(Old, getOrInsertRep(*Old->getModule(), Name), Args);
}

/// The hold marker whose result initializes the guard \p Guard.
static CallBase *holdOf(Value *Guard) {
  for (User *U : Guard->users())
    if (auto *SI = dyn_cast<StoreInst>(U))
      if (auto *Hold = dyn_cast<CallBase>(SI->getValueOperand()))
        if (isCallOf(*Hold, marker::ReducerHold))
          return Hold;
  return nullptr;
}

/// Gives the values that \p Hold names at \p At. A jump may have gone past the
/// declaration, as in C it can: then the address of the variable is computed
/// again, and its lifetime ends without having begun.
static bool valuesAt(CallBase *Hold, Instruction *At, const DominatorTree &DT,
                     SmallVectorImpl<Value *> &Values) {
  const DataLayout &DL = At->getModule()->getDataLayout();
  for (Value *V : Hold->args()) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, At)) {
      Values.push_back(V);
      continue;
    }
    APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
    Value *Base = V->getType()->isPointerTy()
                      ? V->stripAndAccumulateConstantOffsets(
                            DL, Offset, /*AllowNonInbounds=*/true)
                      : V;
    if (!isa<AllocaInst>(Base) || !DT.dominates(Base, At))
      return false;
    IRBuilder<> B(At);
    Values.push_back(B.CreatePtrAdd(Base, B.getInt(Offset)));
  }
  return true;
}

static void lowerClose(CallBase *Close, const DominatorTree &DT) {
  CallBase *Hold = holdOf(Close->getArgOperand(0));
  SmallVector<Value *, 3> Values;
  if (!Hold || !valuesAt(Hold, Close, DT, Values)) {
    Close->getContext().emitError(Close, "tussah: malformed guard of a "
                                         "reducer");
    return;
  }
  replace(Close, rep::ReducerEnd, Values);
}

void lowerReducerMarkers(Function &F) {
  for (CallBase *Call : callsIn(F, marker::View))
    replace(Call, rep::View, SmallVector<Value *, 4>(Call->args()));
  for (CallBase *Call : callsIn(F, marker::ReducerBegin))
    replace(Call, rep::ReducerBegin, SmallVector<Value *, 6>(Call->args()));
  for (CallBase *Call : callsIn(F, marker::ReducerEnd))
    replace(Call, rep::ReducerEnd, SmallVector<Value *, 3>(Call->args()));
  SmallVector<CallBase *, 8> Closes = callsIn(F, marker::ReducerClose);
  if (!Closes.empty()) {
    DominatorTree DT(F);
    for (CallBase *Close : Closes)
      lowerClose(Close, DT);
  }
  for (CallBase *Hold : callsIn(F, marker::ReducerHold)) {
    Hold->replaceAllUsesWith(ConstantInt::get(Hold->getType(), 0));
    Hold->eraseFromParent();
  }
}

} // namespace tussah
