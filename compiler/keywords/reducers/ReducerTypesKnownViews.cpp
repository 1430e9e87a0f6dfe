//===- ReducerTypesKnownViews.cpp - Constant references to views ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reference that is initialized by a constant is a constant. To clang the
/// address of a reducer of static storage duration is one, and so that of its
/// view.
///
//===----------------------------------------------------------------------===//

#include "ReducerTypes.h"
#include "compiler/compat/Ast.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace tussah {
namespace {

/// Goes from an object of static storage duration to a part of it.
class PathWalker {
public:
  PathWalker(ASTContext &C, ReducerTypes &Types, VarDecl *Object)
      : C(C), Types(Types), Type(Object->getType()),
        Written(Types.typeOf(Object)), Complete(Type) {
    View.Object = Object;
    look();
  }

  /// Returns false if the step is not to a part of an object in memory.
  bool step(APValue::LValuePathEntry Entry);
  /// Takes what is wanted of the last object, which is a reducer, to be the
  /// reducer itself.
  void unlook();
  bool isAtReducer() const { return IsAtReducer; }

  KnownView View;

private:
  void enterBase(const CXXRecordDecl *Base, bool IsVirtual);
  void look();

  ASTContext &C;
  ReducerTypes &Types;
  QualType Type;
  WrittenType Written;
  bool IsAtReducer = false;
  /// The object that the current one is, or is a base of.
  QualType Complete;
  CharUnits OfComplete;
};

} // namespace

void PathWalker::look() {
  std::optional<Reducer> R = Types.reducerOf(Written);
  IsAtReducer = R.has_value();
  if (!R)
    return;
  View.Steps.push_back({View.Offset, viewSize(C, *R, Type), *R});
  View.Offset = OfComplete = CharUnits();
}

void PathWalker::unlook() {
  View.Offset = View.Steps.pop_back_val().Offset;
  IsAtReducer = false;
}

void PathWalker::enterBase(const CXXRecordDecl *Base, bool IsVirtual) {
  if (IsVirtual)
    View.Offset =
        OfComplete + C.getASTRecordLayout(Complete->getAsCXXRecordDecl())
                         .getVBaseClassOffset(Base);
  else
    View.Offset += C.getASTRecordLayout(Type->getAsCXXRecordDecl())
                       .getBaseClassOffset(Base);
  Type = compat::recordType(C, Base);
  Written = {};
  IsAtReducer = false;
}

bool PathWalker::step(APValue::LValuePathEntry Entry) {
  if (const ArrayType *Array = C.getAsArrayType(Type)) {
    Type = Array->getElementType();
    Written = Types.pointee(Written);
    View.Offset += static_cast<int64_t>(Entry.getAsArrayIndex()) *
                   C.getTypeSizeInChars(Type);
  } else if (Type->isRecordType()) {
    const Decl *D = Entry.getAsBaseOrMember().getPointer();
    if (const auto *Base = dyn_cast<CXXRecordDecl>(D)) {
      enterBase(Base, Entry.getAsBaseOrMember().getInt());
      return true;
    }
    const auto *Field = cast<FieldDecl>(D);
    View.Offset += C.toCharUnitsFromBits(C.getFieldOffset(Field));
    Type = Field->getType();
    Written = Types.typeOf(Field);
  } else {
    return false; // of a complex number or a vector
  }
  Complete = Type;
  OfComplete = View.Offset;
  look();
  return true;
}

std::optional<KnownView> ReducerTypes::findKnownView(const VarDecl *V) {
  if (!V->getType()->isReferenceType() || V->getType()->isDependentType() ||
      V->isInvalidDecl() || !V->isUsableInConstantExpressions(C))
    return std::nullopt;
  const APValue *Value = V->evaluateValue();
  if (!Value || !Value->isLValue() || !Value->hasLValuePath())
    return std::nullopt;
  const auto *Object = dyn_cast_or_null<VarDecl>(
      Value->getLValueBase().dyn_cast<const ValueDecl *>());
  if (!Object)
    return std::nullopt;
  PathWalker Walker(C, *this, const_cast<VarDecl *>(Object));
  for (APValue::LValuePathEntry Entry : Value->getLValuePath())
    if (!Walker.step(Entry))
      break;
  if (Walker.isAtReducer() && reducerOf(V))
    Walker.unlook();
  if (Walker.View.Steps.empty())
    return std::nullopt;
  return Walker.View;
}

const KnownView *ReducerTypes::knownView(const VarDecl *V) {
  auto [It, IsNew] = KnownViews.try_emplace(V);
  if (IsNew)
    It->second = findKnownView(V);
  return It->second ? &*It->second : nullptr;
}

} // namespace tussah
