//===- ReducerUnit.cpp - Reducers of a translation unit -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerUnit.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace tussah {

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void ReducerUnit::findReducers(WrittenType T, QualType Type,
                               llvm::SmallVectorImpl<ReducerPart> &Parts,
                               CharUnits Offset) {
  ASTContext &C = U.S.Context;
  if (std::optional<Reducer> R = Types.elementReducerOf(T)) {
    ReducerPart Part{Offset, 1, false, CharUnits(), CharUnits(), *R};
    if (!Types.reducerOf(T))
      while (const ArrayType *Array = C.getAsArrayType(Type)) {
        Type = Array->getElementType();
        if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
          Part.Count *= Constant->getZExtSize();
        else
          Part.IsVariable = true;
      }
    Part.Stride = C.getTypeSizeInChars(Type);
    Part.ViewSize = viewSize(C, *R, Type);
    Parts.push_back(Part);
    return;
  }
  uint64_t Count = 1;
  while (const ConstantArrayType *Array = C.getAsConstantArrayType(Type)) {
    Count *= Array->getZExtSize();
    Type = Array->getElementType();
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Types.holdsReducers(Record))
    return;
  llvm::SmallVector<ReducerPart, 4> Members;
  findMembers(Record->getDefinition(), Members, Offset);
  repeat(Members, Count, C.getTypeSizeInChars(Type), Parts);
}

void ReducerUnit::findMembers(const RecordDecl *Record,
                              llvm::SmallVectorImpl<ReducerPart> &Parts,
                              CharUnits Offset) {
  const ASTRecordLayout &Layout = U.S.Context.getASTRecordLayout(Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
      if (Base.isVirtual() || !Types.holdsReducers(B))
        continue;
      findMembers(B->getDefinition(), Parts,
                  Offset + Layout.getBaseClassOffset(B));
    }
  for (const FieldDecl *Field : Record->fields())
    findReducers(Field, Parts, Offset);
}

void ReducerUnit::findReducers(const FieldDecl *Field,
                               llvm::SmallVectorImpl<ReducerPart> &Parts,
                               CharUnits Offset) {
  if (Field->getType()->isReferenceType())
    return;
  CharUnits OfField =
      U.S.Context.toCharUnitsFromBits(U.S.Context.getFieldOffset(Field));
  findReducers(Types.typeOf(Field), Field->getType(), Parts, Offset + OfField);
}

/// Appends \p Members of each of \p Count objects, \p Size bytes apart.
void ReducerUnit::repeat(llvm::ArrayRef<ReducerPart> Members, uint64_t Count,
                         CharUnits Size,
                         llvm::SmallVectorImpl<ReducerPart> &Parts) {
  for (const ReducerPart &Member : Members) {
    if (Count == 1) {
      Parts.push_back(Member);
      continue;
    }
    for (uint64_t I = 0; I < Member.Count; ++I) {
      ReducerPart Part = Member;
      Part.Offset += I * Member.Stride;
      Part.Count = Count;
      Part.Stride = Size;
      Parts.push_back(Part);
    }
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Reports redeclarations that are not the same reducer.
static void checkRedeclarations(const VarDecl *V, ReducerUnit &R) {
  const VarDecl *Old = V->getPreviousDecl();
  if (!Old || Old->getType()->isDependentType())
    return;
  std::optional<Reducer> A = R.Types.elementReducerOf(R.Types.typeOf(V));
  std::optional<Reducer> B = R.Types.elementReducerOf(R.Types.typeOf(Old));
  if (A.has_value() != B.has_value() ||
      (A && !sameFunctions(*A, *B, R.U.S.Context)))
    R.U.Errors.error(V->getLocation(),
                     "%0 is declared with another 'cilk_reducer' before", V);
}

void ReducerUnit::checkReducer(const DeclaratorDecl *D) {
  QualType T = D->getType();
  if (T->isDependentType() || D->isInvalidDecl())
    return;
  const auto *V = dyn_cast<VarDecl>(D);
  if (V)
    checkRedeclarations(V, *this);
  std::optional<Reducer> Found;
  if (!T->isReferenceType())
    Found = Types.elementReducerOf(Types.typeOf(D));
  if (!Found) {
    if (V && V->getTLSKind() != VarDecl::TLS_None &&
        Types.holdsReducers(Types.typeOf(D), T))
      U.Errors.error(D->getLocation(), "a reducer cannot be thread-local");
    return;
  }
  bool IsLocal = V && V->hasLocalStorage();
  if (!IsLocal && Found->Callbacks)
    rejectCallbacks(D->getLocation());
  QualType Element = U.S.Context.getBaseElementType(T);
  SourceLocation L = D->getLocation();
  if (V && V->getTLSKind() != VarDecl::TLS_None)
    U.Errors.error(L, "a reducer cannot be thread-local");
  else if (Element.isConstQualified())
    U.Errors.error(L, "a reducer cannot be const");
  else if (Element.isVolatileQualified())
    U.Errors.error(L, "a reducer cannot be volatile");
  else if (Element->isAtomicType())
    U.Errors.error(L, "a reducer cannot be _Atomic");
  else if (!Element->isIncompleteType() &&
           U.S.Context.getTypeAlignInChars(Element).getQuantity() > 4096)
    U.Errors.error(L, "the alignment of a reducer must be at most 4096 bytes");
  if (const auto *Field = dyn_cast<FieldDecl>(D)) {
    if (Field->isBitField())
      U.Errors.error(L, "a bit-field cannot be a reducer");
    else if (Field->getParent()->isUnion())
      U.Errors.error(L, "a member of a union cannot be a reducer");
  }
  llvm::SmallVector<Expr *, 2> Assignments;
  if (V && V->getInit())
    if (UnaryOperator *Spawn = findSpawn(const_cast<Expr *>(V->getInit()),
                                         U.sources(), Assignments))
      U.Errors.error(Spawn->getOperatorLoc(),
                     "'cilk_spawn' cannot initialize a reducer");
}

void ReducerUnit::checkPointer(const Expr *E, QualType Type, WrittenType T) {
  Type = Type.getNonReferenceType();
  if (!Type->isAnyPointerType() && !Type->isMemberPointerType())
    return;
  E = E->IgnoreParenImpCasts();
  bool IsWanted = Types.reducerOf(Types.pointee(T)).has_value();
  const auto *Address = dyn_cast<UnaryOperator>(E);
  if (IsWanted && Address && Address->getOpcode() == UO_AddrOf &&
      E->getType()->isPointerType() && Types.reducerOf(Address->getSubExpr()))
    U.Errors.error(Address->getOperatorLoc(),
                   "'&' gives the address of a view; use '__builtin_addressof' "
                   "for a pointer to the reducer");
  QualType From = E->getType();
  if (!IsWanted && !Type->isVoidPointerType() &&
      (From->isAnyPointerType() || From->isArrayType() ||
       From->isMemberPointerType()) &&
      Types.reducerOf(Types.pointee(Types.typeOf(E))))
    U.Errors.error(E->getExprLoc(),
                   "a pointer to a reducer is wanted as a plain one, which "
                   "would lead to its first view; use '&' for the current "
                   "view, or a cast");
}

void ReducerUnit::checkStaticPointer(const VarDecl *V) {
  const Expr *Init = V->getInit();
  if (!Init || V->getType()->isDependentType() || V->isInvalidDecl())
    return;
  WrittenType T = Types.typeOf(V);
  checkPointer(Init, V->getType(), T);
  if (!Types.isViewAddress(Init) || Types.reducerOf(Types.pointee(T)))
    return;
  if (V->isConstexpr())
    U.Errors.error(V->getLocation(),
                   "a view is not a constant; %0 cannot be constexpr", V);
  else
    U.Errors.warning(Warning::FirstView, V->getLocation(),
                     "%0 leads to the first view, also in strands that have "
                     "another one; write a cast if that is meant",
                     V);
}

void ReducerUnit::use(const Reducer &R, SourceLocation L) {
  for (const ReducerFunction &F : {R.Identity, R.Reduce}) {
    if (F.Function) {
      U.S.MarkFunctionReferenced(L, F.Function);
      continue;
    }
    // It was parsed where nothing is evaluated.
    U.S.MarkDeclarationsReferencedInExpr(F.Pointer,
                                         /*SkipLocalVariables=*/true);
    if (F.Pointer->HasSideEffects(U.S.Context))
      U.Errors.error(L,
                     "the functions of a reducer that is not a local variable "
                     "are evaluated at each use, so they must not have "
                     "effects; put them into variables");
  }
}

void ReducerUnit::rejectCallbacks(SourceLocation L) {
  U.Errors.error(L, "the object given to 'cilk_reducer' must be of static "
                    "storage duration, as the reducer is not a local variable");
}

FunctionDecl *ReducerUnit::formFunction(llvm::StringRef Name) {
  return cast<FunctionDecl>(declaredName(U.S.Context, Name));
}

} // namespace tussah
