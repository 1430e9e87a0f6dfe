//===- ReducerBuilder.cpp - AST nodes for reducers ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerBuilder.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace tussah {

Expr *ReducerBuilder::functionPointer(const ReducerFunction &F) {
  return pointerCast(F.Function ? functionAddress(F.Function) : F.Pointer,
                     C.VoidPtrTy);
}

Expr *ReducerBuilder::countElements(VarDecl *V, CharUnits Size) {
  Expr *Bytes = new (C)
      UnaryExprOrTypeTraitExpr(UETT_SizeOf, ref(V), C.getSizeType(), L, L);
  return binary(BO_Div, convert(Bytes, u64()),
                integer(Size.getQuantity(), u64()));
}

/// The address of the view, of \p Size bytes, of the reducer at \p Pointer.
Expr *ReducerBuilder::lookup(Expr *Pointer, CharUnits Size, const Reducer &R) {
  return call(marker::View,
              {pointerCast(Pointer, C.VoidPtrTy),
               integer(Size.getQuantity(), u64()), functionPointer(R.Identity),
               functionPointer(R.Reduce)});
}

Expr *ReducerBuilder::cookie(OpaqueValueExpr *Array) {
  Expr *Address = pointerCast(Array, C.getPointerType(C.CharTy));
  Address = BinaryOperator::Create(C, Address, integer(sizeof(uint64_t), u64()),
                                   BO_Sub, Address->getType(), VK_PRValue,
                                   OK_Ordinary, L, FPOptionsOverride());
  Address = pointerCast(Address, C.VoidPtrTy);
  Expr *Count;
  if (C.getLangOpts().Sanitize.has(SanitizerKind::Address))
    Count = call(Markers.sanitizedCookie(), Address);
  else
    Count = ImplicitCastExpr::Create(
        C, u64(), CK_LValueToRValue,
        UnaryOperator::Create(C, pointerCast(Address, C.getPointerType(u64())),
                              UO_Deref, u64(), VK_LValue, OK_Ordinary, L,
                              /*CanOverflow=*/false, FPOptionsOverride()),
        nullptr, VK_PRValue, FPOptionsOverride());
  Expr *IsArray =
      ImplicitCastExpr::Create(C, C.BoolTy, CK_PointerToBoolean, Array, nullptr,
                               VK_PRValue, FPOptionsOverride());
  return conditional(IsArray, Count, integer(0, u64()));
}

Expr *ReducerBuilder::viewPointer(Expr *Pointer, const Reducer &R) {
  QualType T = Pointer->getType();
  CharUnits Size = viewSize(C, R, T->getPointeeType());
  return unlessConstant(Pointer, pointerCast(lookup(Pointer, Size, R), T));
}

Expr *ReducerBuilder::knownView(const KnownView &V, QualType T) {
  Expr *Address = addressOf(ref(V.Object));
  for (const KnownView::Step &Step : V.Steps)
    Address = lookup(part(Address, Step.Offset), Step.ViewSize, Step.Functions);
  Address = pointerCast(part(Address, V.Offset), C.getPointerType(T));
  return UnaryOperator::Create(C, Address, UO_Deref, T, VK_LValue, OK_Ordinary,
                               L, /*CanOverflow=*/false, FPOptionsOverride());
}

Expr *ReducerBuilder::view(Expr *E, const Reducer &R) {
  return dereference(viewPointer(addressOf(E), R), E);
}

Expr *ReducerBuilder::reducerBegin(Expr *First, Expr *Count,
                                   const ReducerPart &Part) {
  return call(marker::ReducerBegin,
              {First, Count, integer(Part.Stride.getQuantity(), u64()),
               integer(Part.ViewSize.getQuantity(), u64()),
               functionPointer(Part.Functions.Identity),
               functionPointer(Part.Functions.Reduce)});
}

Expr *ReducerBuilder::reducerEnd(Expr *First, Expr *Count, CharUnits Stride) {
  return call(marker::ReducerEnd,
              {First, Count, integer(Stride.getQuantity(), u64())});
}

Expr *ReducerBuilder::reducerHold(Expr *First, Expr *Count, CharUnits Stride) {
  return call(marker::ReducerHold,
              {First, Count, integer(Stride.getQuantity(), u64())});
}

VarDecl *ReducerBuilder::reducerGuard(Expr *Begin, Expr *Hold) {
  if (Begin)
    Hold =
        BinaryOperator::Create(C, Begin, Hold, BO_Comma, Hold->getType(),
                               VK_PRValue, OK_Ordinary, L, FPOptionsOverride());
  return cleanup("__tussah_reducer", unlessConstant(integer(0, C.IntTy), Hold),
                 marker::ReducerClose);
}

} // namespace tussah
