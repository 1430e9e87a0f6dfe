//===- ReducerTypesForms.cpp - Reducers without two constant functions ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `T cilk_reducer()` and `T cilk_reducer(object)` of <cilk/reducer>. Both
/// become a pair of functions, which are instances of templates of the header.
///
//===----------------------------------------------------------------------===//

#include "ReducerTypes.h"
#include "compiler/compat/Ast.h"
#include "compiler/keywords/shared/Syntax.h"
#include "clang/AST/CXXInheritance.h"

using namespace clang;

namespace tussah {

bool hasReducerForms(ASTContext &C) {
  return declaredName(C, "__tussah_keep_callbacks");
}

CharUnits viewSize(ASTContext &C, const Reducer &R, QualType T) {
  CharUnits Size = C.getTypeSizeInChars(T);
  if (!R.Callbacks)
    return Size;
  // The structure kept_view of the header.
  CharUnits Pointer = C.getTypeSizeInChars(C.VoidPtrTy);
  CharUnits Align = C.getTypeAlignInChars(T);
  return (Size.alignTo(Pointer) + Pointer).alignTo(std::max(Align, Pointer));
}

/// The functions `__tussah_<Name>_identity` and `__tussah_<Name>_reduce` with
/// these arguments.
std::optional<Reducer>
ReducerTypes::makeForm(llvm::StringRef Name,
                       llvm::ArrayRef<TemplateArgument> Arguments,
                       SourceLocation L) {
  auto Make = [&](llvm::StringRef Role) -> FunctionDecl * {
    auto *Template = dyn_cast_or_null<FunctionTemplateDecl>(
        declaredName(C, ("__tussah_" + Name + "_" + Role).str()));
    return Template ? S.InstantiateFunctionDeclaration(
                          Template,
                          TemplateArgumentList::CreateCopy(C, Arguments), L)
                    : nullptr;
  };
  FunctionDecl *Identity = Make("identity");
  FunctionDecl *Reduce = Make("reduce");
  if (!Identity || !Reduce)
    return std::nullopt;
  return Reducer{{Identity, nullptr}, {Reduce, nullptr}};
}

/// What is wrong with \p T as the class of `T cilk_reducer()`; empty if nothing
/// is, or if that cannot be known yet.
static llvm::StringRef misfit(Sema &S, QualType T, SourceLocation L) {
  ASTContext &C = S.Context;
  auto *Base =
      dyn_cast_or_null<CXXRecordDecl>(declaredName(C, "__reducer_base"));
  auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Base)
    return "is not a class with the base '__reducer_base'";
  if (!S.isCompleteType(L, T))
    return {};
  Class = Class->getDefinition();
  CXXBasePaths Paths;
  if (!Class->isDerivedFrom(Base, Paths))
    return "does not have the base '__reducer_base'";
  if (Paths.isAmbiguous(C.getCanonicalType(compat::recordType(C, Base))))
    return "has the base '__reducer_base' more than once";
  if (Paths.front().Access != AS_public)
    return "does not have '__reducer_base' as a public base";
  if (Class->isAbstract())
    return "is abstract, so that no view can be made";
  return {};
}

std::optional<Reducer> ReducerTypes::objectForm(QualType T, SourceLocation L) {
  llvm::StringRef Misfit = misfit(S, T, L);
  if (Misfit.empty())
    return makeForm("object", TemplateArgument(T), L);
  Errors.error(L,
               "the class of 'T cilk_reducer()' must have the functions of "
               "a reducer, but %0 %1",
               T, Misfit);
  return std::nullopt;
}

/// The object of static storage duration that \p E is, or is a base of; null if
/// it is none, or unknown.
static VarDecl *staticObject(Expr *E, ASTContext &C) {
  Expr::EvalResult Value;
  if (!E->EvaluateAsLValue(Value, C) || Value.HasSideEffects ||
      !Value.Val.isLValue() || !Value.Val.hasLValuePath())
    return nullptr;
  auto *V = const_cast<VarDecl *>(dyn_cast_or_null<VarDecl>(
      Value.Val.getLValueBase().dyn_cast<const ValueDecl *>()));
  if (!V || !V->hasGlobalStorage() || V->getTLSKind() != VarDecl::TLS_None ||
      !V->getType()->isRecordType())
    return nullptr;
  bool IsBase = llvm::all_of(Value.Val.getLValuePath(),
                             [](APValue::LValuePathEntry Entry) {
                               return isa_and_nonnull<CXXRecordDecl>(
                                   Entry.getAsBaseOrMember().getPointer());
                             });
  return IsBase ? V : nullptr;
}

std::optional<Reducer> ReducerTypes::callbacksForm(QualType T, Expr *Object,
                                                   SourceLocation L) {
  if (VarDecl *V = staticObject(Object, C)) {
    QualType Class = V->getType().getCanonicalType();
    return makeForm("static",
                    {TemplateArgument(T), TemplateArgument(Class),
                     TemplateArgument(V, C.getLValueReferenceType(Class))},
                    L);
  }
  std::optional<Reducer> R = makeForm("kept", TemplateArgument(T), L);
  if (R)
    R->Callbacks = Object;
  return R;
}

/// Whether \p Argument is 0, which stands for no argument, or
/// `true ? nullptr : &static_cast<const ::__reducer_callbacks &>(object)`.
bool ReducerTypes::isShortForm(const Expr *Argument) {
  return isa<IntegerLiteral, ConditionalOperator>(Argument->IgnoreImplicit());
}

/// The functions of a reducer of type \p T, made of \p Argument.
std::optional<Reducer> ReducerTypes::shortForm(QualType T, Expr *Argument,
                                               SourceLocation L) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isUndeducedType()) {
    Errors.error(L, "'cilk_reducer' with less than two arguments cannot follow "
                    "'auto'; write the type");
    return std::nullopt;
  }
  Argument = Argument->IgnoreImplicit();
  auto *Condition = dyn_cast<ConditionalOperator>(Argument);
  if (!Condition)
    return objectForm(T, L);
  auto *Address =
      cast<UnaryOperator>(Condition->getFalseExpr()->IgnoreParenImpCasts());
  return callbacksForm(T, Address->getSubExpr(), L);
}

} // namespace tussah
