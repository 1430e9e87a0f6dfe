//===- Addresses.cpp - Who may know the address of a variable -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace tussah {

bool isValueOnly(const AllocaInst *AI) {
  return isAllocaPromotable(AI) && none_of(AI->users(), [](const User *U) {
           return cast<Instruction>(U)->isAtomic();
         });
}

namespace {

class AddressUses {
  function_ref<bool(const Instruction &)> IsInside;
  SmallVector<const Value *, 8> Worklist;
  SmallPtrSet<const Value *, 16> Seen;

public:
  explicit AddressUses(function_ref<bool(const Instruction &)> IsInside)
      : IsInside(IsInside) {}

  bool leave(const Value &Address) {
    follow(Address);
    while (!Worklist.empty())
      for (const Use &U : Worklist.pop_back_val()->uses())
        if (leavesBy(U))
          return true;
    return false;
  }

private:
  void follow(const Value &V) {
    if (Seen.insert(&V).second)
      Worklist.push_back(&V);
  }

  bool leavesBy(const Use &U) {
    const auto *I = dyn_cast<Instruction>(U.getUser());
    if (I && I->isLifetimeStartOrEnd())
      return false;
    if (!I || !IsInside(*I))
      return true;
    if (isa<ICmpInst>(I))
      return false;
    if (I->isVolatile() || I->isAtomic())
      return true;
    if (const auto *SI = dyn_cast<StoreInst>(I))
      return U.getOperandNo() == 0 && !isKeptIn(SI->getPointerOperand());
    if (isa<GetElementPtrInst, PHINode, SelectInst>(I) &&
        I->getType()->isPointerTy()) {
      follow(*I);
      return false;
    }
    return !isa<LoadInst, MemIntrinsic>(I);
  }

  /// True if \p Pointer is a variable whose values are followed.
  bool isKeptIn(const Value *Pointer) {
    const auto *AI = dyn_cast<AllocaInst>(Pointer);
    if (!AI || !isValueOnly(AI))
      return false;
    for (const User *U : AI->users()) {
      const auto *I = cast<Instruction>(U);
      if (!I->isLifetimeStartOrEnd() && !IsInside(*I))
        return false;
      if (isa<LoadInst>(I))
        follow(*I);
    }
    return true;
  }
};

} // namespace

bool leaves(const Value &Address,
            function_ref<bool(const Instruction &)> IsInside) {
  return AddressUses(IsInside).leave(Address);
}

} // namespace tussah
