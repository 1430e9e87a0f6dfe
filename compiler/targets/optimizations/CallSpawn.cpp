//===- CallSpawn.cpp - A spawn becomes a call -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallSpawn.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/OutOfLine.h"
#include "compiler/tasks/Outstanding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tussah {

bool mayDecideIn(const Function &F) {
  return !F.hasOptNone() && !F.hasFnAttribute(Attribute::SanitizeThread);
}

/// True if only \p Spawn is given \p Storage, which has a known size.
static bool isOnlyFor(const CallBase &Storage, const CallBase &Spawn) {
  if (!isa<ConstantInt>(Storage.getArgOperand(1)) ||
      !isa<ConstantInt>(Storage.getArgOperand(2)))
    return false;
  return none_of(Storage.users(), [&](const User *U) {
    auto *I = cast<Instruction>(U);
    return isa<PHINode, SelectInst>(I) ||
           (I != &Spawn && isCallOf(*I, rep::Spawn));
  });
}

bool canCallTask(const SpawnCall &Spawn) {
  const Function *Helper = Spawn.helper();
  if (!Helper || Helper->isDeclaration())
    return false;
  if (isa<ConstantPointerNull>(Spawn.storage()))
    return true;
  auto *Storage = dyn_cast<CallBase>(Spawn.storage());
  return Storage && isCallOf(*Storage, rep::Storage) &&
         isOnlyFor(*Storage, *Spawn.call());
}

/// Makes \p Storage a variable: the task has returned before the same spawn can
/// be reached again.
static void keepOnStack(CallBase *Storage) {
  for (User *U : make_early_inc_range(Storage->users()))
    if (isCallOf(*cast<Instruction>(U), rep::Discard))
      eraseCall(cast<CallBase>(U));
  auto Constant = [&](unsigned Operand) {
    return cast<ConstantInt>(Storage->getArgOperand(Operand))->getZExtValue();
  };
  Storage->replaceAllUsesWith(createStackSlot(
      *Storage->getFunction(), Constant(1), Constant(2), "storage"));
  eraseCall(Storage);
}

/// In a call of \p Task, LLVM may replace a copy that was made for the task by
/// the original, if the callee makes its own.
static void forgetOwnCopies(Function &Task) {
  for (Instruction &I : instructions(Task))
    if (auto *Call = dyn_cast<CallBase>(&I))
      for (unsigned N = 0; N < Call->arg_size(); ++N)
        Call->removeParamAttr(N, rep::OwnCopyAttr);
}

CallBase *callTask(const SpawnCall &Spawn) {
  forgetOwnCopies(*Spawn.helper());
  auto *Storage = dyn_cast<CallBase>(Spawn.storage());
  SmallVector<Value *, 8> Args(Spawn.captures());
  CallBase *Call = replaceCall(Spawn.call(), Spawn.helper(), Args);
  if (Storage) {
    clearTailMarkers(*Call->getFunction());
    keepOnStack(Storage);
  }
  hideVirtualFunctions(*Call);
  return Call;
}

void forgetTasks(Function &F) {
  eraseRedundantSyncs(F);
  for (CallBase *Frame : callsIn(F, rep::Frame))
    if (Frame->use_empty())
      eraseCall(Frame);
  if (F.hasFnAttribute(Attribute::PresplitCoroutine) &&
      callsIn(F, rep::Spawn).empty() && callsIn(F, rep::ParFor).empty())
    makeOrdinary(F);
}

} // namespace tussah
