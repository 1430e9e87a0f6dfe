//===- PrivateChecks.cpp - Checks of what no other strand knows -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When the hooks were inserted, a variable's address was an argument of a
// function that has been inlined since. If only loads, stores and checks have
// it now, no other strand can access the variable. Without its checks it
// becomes a value.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Deferred.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Adds to \p Found the checks and hooks of the variable with the address \p
/// Variable. Returns false if something else gets to know the address.
static bool findChecks(Value &Variable,
                       SmallSetVector<Instruction *, 8> &Found) {
  SmallVector<Value *, 8> Worklist{&Variable};
  while (!Worklist.empty())
    for (const Use &U : Worklist.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst>(I)) {
        Worklist.push_back(I);
        continue;
      }
      if (CheckCall::find(*I)) {
        Found.insert(I);
        continue;
      }
      if (auto D = DeferredHook::find(*I)) {
        if (D->isOfFrame())
          return false;
        Found.insert(I);
        continue;
      }
      if (isa<LoadInst>(I) || isa<MemIntrinsic>(I))
        continue;
      if (auto *Store = dyn_cast<StoreInst>(I);
          Store && Store->getValueOperand() != U.get())
        continue;
      if (auto *II = dyn_cast<IntrinsicInst>(I);
          II && (II->isAssumeLikeIntrinsic() ||
                 II->getIntrinsicID() == Intrinsic::prefetch))
        continue;
      return false;
    }
  return true;
}

void removePrivateChecks(Function &F) {
  SmallVector<Value *, 16> Variables;
  for (Argument &A : F.args())
    if (A.hasByValAttr())
      Variables.push_back(&A);
  for (Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      Variables.push_back(&I);
  for (Value *Variable : Variables) {
    SmallSetVector<Instruction *, 8> Found;
    if (findChecks(*Variable, Found))
      for (Instruction *I : Found)
        I->eraseFromParent();
  }
}

PreservedAnalyses PrivateChecksPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  if (F.hasOptNone() || !F.getParent()->getFunction(DeferredName))
    return PreservedAnalyses::all();
  unsigned Before = F.getInstructionCount();
  removePrivateChecks(F);
  if (F.getInstructionCount() == Before)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace tussah
