//===- VectorAccesses.cpp - Vector intrinsics with masks ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorAccesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

namespace {

/// What an intrinsic loads or stores: lanes of a vector, which a mask chooses.
struct MaskedAccess {
  /// What is behind each other in memory, or each somewhere.
  FixedVectorType *Vector;
  /// A pointer, or one for each lane.
  Value *Where;
  bool IsStore;
  /// Null: all lanes. Else a vector of bits, or of what has the bit as sign.
  Value *Mask = nullptr;
  /// The chosen lanes are packed in memory.
  bool IsPacked = false;
  /// If not null: lanes are this far from `Where`, in units of `Scale` bytes.
  Value *Index = nullptr, *Scale = nullptr;
};

} // namespace

static FixedVectorType *vectorOf(const Value *V) {
  return dyn_cast<FixedVectorType>(V->getType());
}

/// Versions of LLVM differ in whether the alignment is an operand.
static Value *firstVectorFrom(const IntrinsicInst &II, unsigned At) {
  while (!II.getArgOperand(At)->getType()->isVectorTy())
    ++At;
  return II.getArgOperand(At);
}

/// Intrinsics of x86, by their names: LLVM has one for each type.
static MaskedAccess accessOfX86(const IntrinsicInst &II, StringRef Name) {
  auto Operand = [&](unsigned I) { return II.getArgOperand(I); };
  auto Begins = [&](std::initializer_list<StringLiteral> Prefixes) {
    return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
  };
  if (Begins({"avx2.gather.", "avx512.mask.gather"}))
    return {vectorOf(&II), Operand(1), /*IsStore=*/false, Operand(3),
            false,         Operand(2), Operand(4)};
  if (Begins({"avx512.mask.scatter"}))
    return {
        vectorOf(Operand(3)), Operand(0), /*IsStore=*/true, Operand(1), false,
        Operand(2),           Operand(4)};
  if (Begins({"avx.maskload.", "avx2.maskload."}))
    return {vectorOf(&II), Operand(0), /*IsStore=*/false, Operand(1)};
  if (Begins({"avx.maskstore.", "avx2.maskstore."}))
    return {vectorOf(Operand(2)), Operand(0), /*IsStore=*/true, Operand(1)};
  if (Name == "sse2.maskmov.dqu")
    return {vectorOf(Operand(0)), Operand(2), /*IsStore=*/true, Operand(1)};
  if (Name == "sse3.ldu.dq" || Name == "avx.ldu.dq.256")
    return {vectorOf(&II), Operand(0), /*IsStore=*/false};
  return {};
}

/// Its vector is null for another instruction, or one whose number of lanes is
/// not known.
static MaskedAccess accessOf(const Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II)
    return {};
  bool IsPacked = false;
  switch (II->getIntrinsicID()) {
  case Intrinsic::masked_expandload:
    IsPacked = true;
    [[fallthrough]];
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return {vectorOf(II), II->getArgOperand(0), /*IsStore=*/false,
            firstVectorFrom(*II, 1), IsPacked};
  case Intrinsic::masked_compressstore:
    IsPacked = true;
    [[fallthrough]];
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return {vectorOf(II->getArgOperand(0)), II->getArgOperand(1),
            /*IsStore=*/true, firstVectorFrom(*II, 2), IsPacked};
  default:
    break;
  }
  StringRef Name = II->getCalledFunction()->getName();
  return Name.consume_front("llvm.x86.") ? accessOfX86(*II, Name)
                                         : MaskedAccess();
}

bool isMaskedAccess(const Instruction &I) { return accessOf(I).Vector; }

/// One if \p Mask chooses the lane, else zero.
static Value *isChosen(IRBuilder<> &B, Value *Mask, unsigned Lane) {
  Value *Chosen = B.CreateExtractElement(Mask, Lane);
  unsigned Size = Chosen->getType()->getScalarSizeInBits();
  Value *Sign =
      B.CreateLShr(B.CreateBitCast(Chosen, B.getIntNTy(Size)), Size - 1);
  return B.CreateZExt(Sign, B.getInt64Ty());
}

static Value *addressOf(IRBuilder<> &B, const MaskedAccess &A, unsigned Lane,
                        uint64_t Size) {
  if (A.Where->getType()->isVectorTy())
    return B.CreateExtractElement(A.Where, Lane);
  if (!A.Index)
    return B.CreateConstGEP1_64(B.getInt8Ty(), A.Where, Lane * Size);
  Type *I64 = B.getInt64Ty();
  Value *Index = B.CreateSExt(B.CreateExtractElement(A.Index, Lane), I64);
  return B.CreateGEP(B.getInt8Ty(), A.Where,
                     B.CreateMul(Index, B.CreateZExt(A.Scale, I64)));
}

SmallVector<LaneAccess, 16> lanesOf(IRBuilder<> &B, Instruction &I) {
  const MaskedAccess A = accessOf(I);
  if (!A.Vector)
    return {};
  const DataLayout &Layout = I.getModule()->getDataLayout();
  uint64_t Size = Layout.getTypeStoreSize(A.Vector->getElementType());
  unsigned Count = A.Vector->getNumElements();
  if (!A.Mask)
    return {{A.Where, B.getInt64(Count), Size, A.IsStore}};
  if (A.IsPacked) {
    Value *Chosen = B.CreateUnaryIntrinsic(
        Intrinsic::ctpop, B.CreateBitCast(A.Mask, B.getIntNTy(Count)));
    return {{A.Where, B.CreateZExtOrTrunc(Chosen, B.getInt64Ty()), Size,
             A.IsStore}};
  }
  // With indices of another size the vectors have different lengths.
  Count = std::min(Count, vectorOf(A.Mask)->getNumElements());
  if (A.Index)
    Count = std::min(Count, vectorOf(A.Index)->getNumElements());
  SmallVector<LaneAccess, 16> Lanes;
  for (unsigned Lane = 0; Lane != Count; ++Lane)
    Lanes.push_back({addressOf(B, A, Lane, Size), isChosen(B, A.Mask, Lane),
                     Size, A.IsStore});
  return Lanes;
}

} // namespace tussah
