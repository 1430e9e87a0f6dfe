//===- VectorElements.cpp - Elements of vectors in a frame -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorElements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tussah::native {

static cl::opt<bool>
    Enabled("tussah-element-memory", cl::init(true), cl::Hidden,
            cl::desc("let accesses of elements of vectors whose numbers are "
                     "not known share memory"));

namespace {
class ElementAccesses {
  Function &F;
  DenseMap<Type *, AllocaInst *> Variables;

  AllocaInst *variable(Type *Vector) {
    AllocaInst *&Variable = Variables[Vector];
    if (!Variable) {
      IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
      Variable = B.CreateAlloca(Vector, nullptr, "elements");
    }
    return Variable;
  }

  /// \p Number if \p Vector has it, and its last one otherwise: where the
  /// result is not used, LLVM may access elements that do not exist.
  static Value *inRange(Value *Number, FixedVectorType *Vector,
                        IRBuilder<> &B) {
    Value *Last = B.getInt64(Vector->getNumElements() - 1);
    Value *Known = B.CreateZExtOrTrunc(B.CreateFreeze(Number), B.getInt64Ty());
    return B.CreateBinaryIntrinsic(Intrinsic::umin, Known, Last);
  }

  Value *inMemory(Instruction &I, Value *Number, FixedVectorType *Vector,
                  IRBuilder<> &B) {
    AllocaInst *Variable = variable(Vector);
    B.CreateStore(I.getOperand(0), Variable);
    Type *Element = Vector->getElementType();
    Value *Place =
        B.CreateInBoundsGEP(Element, Variable, inRange(Number, Vector, B));
    if (isa<ExtractElementInst>(I))
      return B.CreateLoad(Element, Place);
    B.CreateStore(I.getOperand(1), Place);
    return B.CreateLoad(Vector, Variable);
  }

  static Value *ofBits(Instruction &I, Value *Number, FixedVectorType *Vector,
                       IRBuilder<> &B) {
    Type *All = B.getIntNTy(Vector->getNumElements());
    Value *Bits = B.CreateBitCast(I.getOperand(0), All);
    Value *Shift = B.CreateZExtOrTrunc(inRange(Number, Vector, B), All);
    if (isa<ExtractElementInst>(I))
      return B.CreateTrunc(B.CreateLShr(Bits, Shift), B.getInt1Ty());
    Value *Mask = B.CreateShl(ConstantInt::get(All, 1), Shift);
    Value *New = B.CreateShl(B.CreateZExt(I.getOperand(1), All), Shift);
    Bits = B.CreateOr(B.CreateAnd(Bits, B.CreateNot(Mask)), New);
    return B.CreateBitCast(Bits, Vector);
  }

  void replace(Instruction &I, Value *Number) {
    IRBuilder<> B(&I);
    auto *Vector = cast<FixedVectorType>(I.getOperand(0)->getType());
    Type *Element = Vector->getElementType();
    Value *Result;
    if (Element->isIntegerTy(1))
      Result = ofBits(I, Number, Vector, B);
    else if (F.getDataLayout().getTypeAllocSizeInBits(Element) ==
             F.getDataLayout().getTypeSizeInBits(Element))
      Result = inMemory(I, Number, Vector, B);
    else
      return; // elements without addresses, which clang makes none of
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
  }

public:
  explicit ElementAccesses(Function &F) : F(F) {}

  void replaceAll() {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      Value *Number = nullptr;
      if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
        Number = Extract->getIndexOperand();
      else if (isa<InsertElementInst>(I))
        Number = I.getOperand(2);
      if (Number && !isa<Constant>(Number))
        replace(I, Number);
    }
  }
};
} // namespace

void replaceElementAccesses(Function &F) {
  if (Enabled)
    ElementAccesses(F).replaceAll();
}

} // namespace tussah::native
