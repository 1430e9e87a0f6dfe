//===- SerialCode.cpp - Code that nothing runs in parallel with -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SerialCode.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Whether \p I waits for the tasks that were spawned in the scope \p Frame.
static bool isSyncOf(const Instruction &I, const Value *Frame) {
  return (isCallOf(I, rep::Sync) || isCallOf(I, rep::SyncUnwind)) &&
         cast<CallBase>(I).getArgOperand(0) == Frame;
}

/// Adds to \p Parallel what may run between \p Spawn and the next sync of its
/// scope.
static void addBehind(const CallBase &Spawn,
                      DenseSet<const Instruction *> &Parallel) {
  const Value *Frame = Spawn.getArgOperand(0);
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const Instruction *, 16> Worklist;
  auto AddSuccessors = [&](const BasicBlock &Block) {
    for (const BasicBlock *Next : successors(&Block))
      if (Seen.insert(Next).second)
        Worklist.push_back(&Next->front());
  };
  if (Spawn.isTerminator())
    AddSuccessors(*Spawn.getParent());
  else
    Worklist.push_back(Spawn.getNextNode());
  while (!Worklist.empty()) {
    const Instruction *I = Worklist.pop_back_val();
    for (; I; I = I->getNextNode()) {
      if (isSyncOf(*I, Frame))
        break;
      Parallel.insert(I);
      if (I->isTerminator())
        AddSuccessors(*I->getParent());
    }
  }
}

/// Whether nothing but calls has the address of \p F, which no other module
/// can name.
static bool isOnlyCalled(const Function &F) {
  return F.hasLocalLinkage() && !F.use_empty() &&
         all_of(F.uses(), [](const Use &U) {
           const auto *Call = dyn_cast<CallBase>(U.getUser());
           return Call && Call->isCallee(&U);
         });
}

bool SerialCode::isCalledSeriallyOnly(const Function &F) const {
  return F.getName() == "main" || all_of(F.users(), [&](const User *U) {
           return contains(*cast<Instruction>(U));
         });
}

/// Removes functions that other places call, until there are none.
void SerialCode::removeOthers() {
  while (Functions.remove_if(
      [&](const Function *F) { return !isCalledSeriallyOnly(*F); }))
    ;
}

SerialCode::SerialCode(const Module &M) {
  for (const Function &F : M) {
    // In C, main may call itself, or be called by what it calls.
    bool IsMain = F.getName() == "main" && F.use_empty();
    if (F.isDeclaration() || (!IsMain && !isOnlyCalled(F)))
      continue;
    Functions.insert(&F);
    for (const Instruction &I : instructions(F))
      if (isCallOf(I, rep::Spawn))
        addBehind(cast<CallBase>(I), Parallel);
  }
  removeOthers();
}

} // namespace tussah
