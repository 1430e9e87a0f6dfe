//===- ThreadLocals.cpp - Variables of the current thread -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLocals.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace tussah::native {

/// Creates the function that returns the address of \p Variable in the current
/// thread. \p User is one that calls it.
static Function *createAccessor(GlobalVariable &Variable,
                                const Function &User) {
  Module &M = *Variable.getParent();
  auto *Type = FunctionType::get(Variable.getType(), false);
  auto *Accessor = Function::Create(Type, GlobalValue::InternalLinkage,
                                    Variable.getName() + ".address", M);
  Accessor->setDoesNotThrow();
  Accessor->setUWTableKind(UWTableKind::Async);
  // A link-time optimizer must not inline it, or find that it always returns
  // the same.
  Accessor->addFnAttr(Attribute::NoInline);
  Accessor->addFnAttr(Attribute::OptimizeNone);
  copyTargetAttributes(*Accessor, User);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", Accessor));
  B.CreateRet(B.CreateThreadLocalAddress(&Variable));
  return Accessor;
}

/// Lets \p U, an operand of an instruction, be the address that \p Accessor
/// returns there.
static void replaceUse(Use &U, Function &Accessor) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  BasicBlock *From = Phi ? Phi->getIncomingBlock(U) : nullptr;
  Instruction *At = Phi ? From->getTerminator() : User;
  CallInst *Call = IRBuilder<>(At).CreateCall(&Accessor);
  Call->setDebugLoc(User->getDebugLoc());
  if (Phi) {
    Phi->setIncomingValueForBlock(From, Call);
    return;
  }
  auto *Intrinsic = dyn_cast<IntrinsicInst>(User);
  if (!Intrinsic ||
      Intrinsic->getIntrinsicID() != Intrinsic::threadlocal_address) {
    U.set(Call);
    return;
  }
  Call->takeName(Intrinsic);
  Intrinsic->replaceAllUsesWith(Call);
  Intrinsic->eraseFromParent();
}

/// Uses of \p Variable in \p Natives. Where a variable is initialized, clang
/// does without the intrinsic function.
static SmallVector<Use *, 8> usesIn(const FunctionSet &Natives,
                                    GlobalVariable &Variable) {
  SmallVector<Use *, 8> Uses;
  for (Use &U : Variable.uses())
    if (auto *I = dyn_cast<Instruction>(U.getUser());
        I && Natives.contains(I->getFunction()))
      Uses.push_back(&U);
  return Uses;
}

void separateThreadLocals(Module &M, const FunctionSet &Natives) {
  for (GlobalVariable &Variable : M.globals()) {
    if (!Variable.isThreadLocal())
      continue;
    Constant *Expressions[] = {&Variable};
    convertUsersOfConstantsToInstructions(Expressions,
                                          /*RestrictToFunc=*/nullptr,
                                          /*RemoveDeadConstants=*/false);
    Function *Accessor = nullptr;
    for (Use *U : usesIn(Natives, Variable)) {
      if (!Accessor)
        Accessor = createAccessor(
            Variable, *cast<Instruction>(U->getUser())->getFunction());
      replaceUse(*U, *Accessor);
    }
  }
}

} // namespace tussah::native
