//===- ViewRewriterFunctions.cpp - Functions that are no constants --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of a reducer may be pointers that are known at run time only.
/// They are read where the reducer is declared.
///
//===----------------------------------------------------------------------===//

#include "ViewRewriter.h"

using namespace clang;

namespace tussah {

/// The variable that \p E, a glvalue or pointer, is an element of, or is; null
/// if another pointer leads to it.
static const VarDecl *variableOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Operator = dyn_cast<UnaryOperator>(E);
             Operator && Operator->getOpcode() == UO_Deref)
      E = Operator->getSubExpr();
    else if (const auto *Sum = dyn_cast<BinaryOperator>(E);
             Sum && Sum->isAdditiveOp())
      E = Sum->getLHS()->getType()->isIntegerType() ? Sum->getRHS()
                                                    : Sum->getLHS();
    else
      break;
  }
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

/// If \p V is a local reducer, or an array of them, whose functions \p R are
/// not constants: appends variables to \p Out which keep what the pointers are
/// where V is declared, and lets R name these.
void ViewRewriter::keepFunctions(VarDecl *V, Reducer &R,
                                 llvm::SmallVectorImpl<Decl *> &Out) {
  if (!R.hasPointers() || !Types.elementReducerOf(Types.typeOf(V)))
    return;
  SourceLocation L = V->getLocation();
  ReducerBuilder B = at(L);
  auto Keep = [&](ReducerFunction &Function) -> VarDecl * {
    if (!Function.Pointer || !knowsVariables(Function.Pointer, L))
      return nullptr;
    U.S.MarkDeclarationsReferencedInExpr(Function.Pointer,
                                         /*SkipLocalVariables=*/true);
    VarDecl *Pointer = B.variable(
        "__tussah_function", Function.Pointer->getType().getUnqualifiedType(),
        B.cleanups(Function.Pointer));
    Out.push_back(Pointer);
    Function.Pointer = B.load(Pointer);
    return Pointer;
  };
  VarDecl *Identity = Keep(R.Identity);
  Kept[V] = {Identity, Keep(R.Reduce)};
}

/// A local variable in \p S, which was written outside of the lambda whose
/// function is \p F, by a name that means it, not F's copy of it; null if there
/// is none.
static const VarDecl *outsideVariable(const Stmt *S, const FunctionDecl *F) {
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (V && V->hasLocalStorage() && V->getDeclContext() != F &&
      !Name->refersToEnclosingVariableOrCapture())
    return V;
  for (const Stmt *Child : S->children())
    if (const VarDecl *Found = Child ? outsideVariable(Child, F) : nullptr)
      return Found;
  return nullptr;
}

/// \p Pointer, which was written anywhere, as an expression of this function.
Expr *ViewRewriter::pointerHere(Expr *Pointer, SourceLocation L) {
  if (!knowsVariables(Pointer, L))
    return Pointer;
  const VarDecl *V = outsideVariable(Pointer, F);
  if (!V)
    return Pointer;
  auto *Name = dyn_cast<DeclRefExpr>(Pointer->IgnoreParenImpCasts());
  if (!Name) {
    U.Errors.error(L,
                   "in a lambda, the functions of a reducer that is declared "
                   "outside of it must be constants or variables, as %0 is; "
                   "put them into variables",
                   V);
    return Pointer;
  }
  Expr *Copy = DeclRefExpr::Create(C, NestedNameSpecifierLoc(),
                                   SourceLocation(), Name->getDecl(),
                                   /*RefersToEnclosingVariableOrCapture=*/true,
                                   L, Name->getType(), VK_LValue);
  return ImplicitCastExpr::Create(C, Pointer->getType(), CK_LValueToRValue,
                                  Copy, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

/// The functions \p R of the reducer that \p E, a glvalue or pointer, leads to,
/// as expressions of this function.
Reducer ViewRewriter::functionsOf(const Expr *E, Reducer R) {
  if (!R.hasPointers())
    return R;
  SourceLocation L = E->getExprLoc();
  ReducerBuilder B = at(L);
  auto Variables = Kept.find(variableOf(E));
  auto Name = [&](ReducerFunction &Function, VarDecl *KeptFunctions::*Role) {
    if (!Function.Pointer)
      return;
    if (Variables != Kept.end() && Variables->second.*Role)
      Function.Pointer = B.load(Variables->second.*Role);
    else
      Function.Pointer = pointerHere(Function.Pointer, L);
  };
  Name(R.Identity, &KeptFunctions::Identity);
  Name(R.Reduce, &KeptFunctions::Reduce);
  return R;
}

} // namespace tussah
