//===- VectorAccesses.cpp - Vector intrinsics with masks ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorAccesses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

static bool storesLanes(Intrinsic::ID ID) {
  return ID == Intrinsic::masked_store || ID == Intrinsic::masked_scatter ||
         ID == Intrinsic::masked_compressstore;
}

/// The vector that is loaded or stored; null for another instruction, or one
/// whose number of lanes is not known.
static FixedVectorType *accessedVector(const Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II)
    return nullptr;
  switch (II->getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_expandload:
    return dyn_cast<FixedVectorType>(II->getType());
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
  case Intrinsic::masked_compressstore:
    return dyn_cast<FixedVectorType>(II->getArgOperand(0)->getType());
  default:
    return nullptr;
  }
}

bool isMaskedAccess(const Instruction &I) { return accessedVector(I); }

SmallVector<LaneAccess, 16> lanesOf(IRBuilder<> &B, Instruction &I) {
  auto &II = cast<IntrinsicInst>(I);
  FixedVectorType *Vector = accessedVector(I);
  uint64_t Size =
      I.getModule()->getDataLayout().getTypeStoreSize(Vector->getElementType());
  bool IsStore = storesLanes(II.getIntrinsicID());
  Value *Where = II.getArgOperand(IsStore ? 1 : 0), *Mask = nullptr;
  // Behind it; versions of LLVM differ in whether the alignment is an operand.
  for (unsigned At = IsStore ? 2 : 1; !Mask; ++At)
    if (II.getArgOperand(At)->getType()->isVectorTy())
      Mask = II.getArgOperand(At);
  SmallVector<LaneAccess, 16> Lanes;
  if (II.getIntrinsicID() == Intrinsic::masked_expandload ||
      II.getIntrinsicID() == Intrinsic::masked_compressstore) {
    Value *Chosen = B.CreateUnaryIntrinsic(
        Intrinsic::ctpop,
        B.CreateBitCast(Mask, B.getIntNTy(Vector->getNumElements())));
    Lanes.push_back(
        {Where, B.CreateZExtOrTrunc(Chosen, B.getInt64Ty()), Size, IsStore});
    return Lanes;
  }
  for (unsigned Lane = 0; Lane != Vector->getNumElements(); ++Lane) {
    Value *Address =
        Where->getType()->isVectorTy()
            ? B.CreateExtractElement(Where, Lane)
            : B.CreateConstGEP1_64(B.getInt8Ty(), Where, Lane * Size);
    Value *IsChosen = B.CreateExtractElement(Mask, Lane);
    Lanes.push_back(
        {Address, B.CreateZExt(IsChosen, B.getInt64Ty()), Size, IsStore});
  }
  return Lanes;
}

} // namespace tussah
