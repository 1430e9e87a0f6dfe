//===- Ast.h - What differs in clang's AST between versions -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_AST_H
#define TUSSAH_COMPILER_COMPAT_AST_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/Builtins.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/Template.h"
#include "llvm/Config/llvm-config.h"

namespace tussah::compat {

/// `::new (Place) T(Init)`. LLVM 21 has a struct instead of a flag for the
/// alignment argument. Delete when LLVM 21 is the floor.
inline clang::CXXNewExpr *
createPlacementNew(clang::ASTContext &C, clang::FunctionDecl *OperatorNew,
                   clang::Expr *Place, clang::QualType T, clang::Expr *Init,
                   clang::SourceRange Range) {
#if LLVM_VERSION_MAJOR >= 21
  clang::ImplicitAllocationParameters Alignment(
      clang::AlignedAllocationMode::No);
#else
  bool Alignment = false;
#endif
  return clang::CXXNewExpr::Create(
      C, /*IsGlobalNew=*/true, OperatorNew, /*OperatorDelete=*/nullptr,
      Alignment, /*UsualArrayDeleteWantsSize=*/false, Place,
      clang::SourceRange(), /*ArraySize=*/std::nullopt,
      clang::CXXNewInitializationStyle::Parens, Init, C.getPointerType(T),
      C.getTrivialTypeSourceInfo(T, Range.getBegin()), Range, Range);
}

/// \p New, of an array, which keeps the number of its elements before them
/// (what is called an array cookie). Delete when LLVM 21 is the floor.
inline clang::CXXNewExpr *withCookie(clang::ASTContext &C,
                                     clang::CXXNewExpr *New) {
#if LLVM_VERSION_MAJOR >= 21
  clang::ImplicitAllocationParameters Alignment =
      New->implicitAllocationParameters();
#else
  bool Alignment = New->passAlignment();
#endif
  llvm::SmallVector<clang::Expr *, 2> Placement(New->placement_arguments());
  return clang::CXXNewExpr::Create(
      C, New->isGlobalNew(), New->getOperatorNew(), New->getOperatorDelete(),
      Alignment, /*UsualArrayDeleteWantsSize=*/true, Placement,
      New->getTypeIdParens(), New->getArraySize(),
      New->getInitializationStyle(), New->getInitializer(), New->getType(),
      New->getAllocatedTypeSourceInfo(), New->getSourceRange(),
      New->getDirectInitRange());
}

/// The label in `break label` and `continue label`, or null. LLVM 19 does not
/// know them. Delete when LLVM 22 is the floor.
inline const clang::LabelDecl *
namedTarget([[maybe_unused]] const clang::Stmt *Jump) {
#if LLVM_VERSION_MAJOR >= 22
  if (const auto *J = llvm::dyn_cast<clang::LoopControlStmt>(Jump))
    return J->getLabelDecl();
#endif
  return nullptr;
}

/// True for the builtins behind `va_start`. C23's own came with LLVM 21 (or
/// before). Delete when LLVM 21 is the floor.
inline bool isVaStart(unsigned BuiltinID) {
  using namespace clang;
#if LLVM_VERSION_MAJOR >= 21
  if (BuiltinID == Builtin::BI__builtin_c23_va_start)
    return true;
#endif
  return BuiltinID == Builtin::BI__builtin_va_start ||
         BuiltinID == Builtin::BI__builtin_ms_va_start;
}

/// The type that \p Record declares. Delete when LLVM 22 is the floor.
inline clang::QualType recordType(clang::ASTContext &C,
                                  const clang::RecordDecl *Record) {
#if LLVM_VERSION_MAJOR >= 22
  return C.getCanonicalTagType(Record);
#else
  return C.getRecordType(Record);
#endif
}

/// The declaration behind a name that a using declaration has brought. Delete
/// when LLVM 22 is the floor.
inline const clang::NamedDecl *usedDecl(clang::UsingTypeLoc Loc) {
#if LLVM_VERSION_MAJOR >= 22
  return Loc.getTypePtr()->getDecl()->getTargetDecl();
#else
  return Loc.getTypePtr()->getFoundDecl()->getTargetDecl();
#endif
}

/// The type that \p Loc names in a namespace or class, or null: LLVM 22 has
/// the qualifier in the node of the name. Delete when LLVM 22 is the floor.
inline clang::TypeLoc elaborated([[maybe_unused]] clang::TypeLoc Loc) {
#if LLVM_VERSION_MAJOR < 22
  if (auto Elaborated = Loc.getAs<clang::ElaboratedTypeLoc>())
    return Elaborated.getNamedTypeLoc();
#endif
  return clang::TypeLoc();
}

/// Sets \p Converted to one argument for each parameter of \p Template, made
/// of the written \p Arguments. Returns false if they do not fit. Delete when
/// LLVM 21 is the floor.
inline bool
convertArguments(clang::Sema &S, clang::TemplateDecl *Template,
                 clang::TemplateArgumentListInfo &Arguments,
                 llvm::SmallVectorImpl<clang::TemplateArgument> &Converted) {
  clang::SourceLocation L = Arguments.getLAngleLoc();
#if LLVM_VERSION_MAJOR >= 21
  clang::Sema::CheckTemplateArgumentInfo Info;
  if (S.CheckTemplateArgumentList(Template, L, Arguments, /*DefaultArgs=*/{},
                                  /*PartialTemplateArgs=*/false, Info))
    return false;
  Converted.append(Info.CanonicalConverted.begin(),
                   Info.CanonicalConverted.end());
  return true;
#else
  llvm::SmallVector<clang::TemplateArgument, 4> Sugared;
  return !S.CheckTemplateArgumentList(Template, L, Arguments,
                                      /*PartialTemplateArgs=*/false, Sugared,
                                      Converted);
#endif
}

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_AST_H
