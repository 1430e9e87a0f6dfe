//===- Iteration.cpp - What an iteration has for itself -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Iteration.h"
#include "RaceHints.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tussah {

const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  const auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
  return Range ? Range->getBody() : nullptr;
}

const Expr *changedBy(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return B->getLHS();
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return U->getSubExpr();
  return nullptr;
}

static void findChanged(const Stmt *S, NameUses &Found) {
  if (!S)
    return;
  if (const Expr *Target = changedBy(S))
    if (const auto *Name = dyn_cast<DeclRefExpr>(plain(Target)))
      Found.push_back(Name);
  for (const Stmt *Child : S->children())
    findChanged(Child, Found);
}

NameUses changedNames(const Stmt *S) {
  NameUses Found;
  findChanged(S, Found);
  return Found;
}

static bool names(const Stmt *S, const ValueDecl *D) {
  if (!S)
    return false;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S); Name && Name->getDecl() == D)
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return names(Child, D); });
}

NameUses countersOf(const ForStmt *Loop) {
  NameUses Counters, Begun = changedNames(Loop->getInit()),
                     Changed = changedNames(Loop->getCond());
  findChanged(Loop->getInc(), Changed);
  for (const DeclRefExpr *Name : Changed) {
    const ValueDecl *D = Name->getDecl();
    const auto *First = llvm::find_if(
        Begun, [&](const DeclRefExpr *B) { return B->getDecl() == D; });
    if (First != Begun.end())
      Counters.push_back(*First);
    else if (names(Loop->getCond(), D))
      Counters.push_back(Name);
  }
  return Counters;
}

Iteration Iteration::within(const Stmt *Loop) const {
  Iteration Inner;
  Inner.Controls = Controls;
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    Inner.Own.insert(Range->getLoopVariable());
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    for (const DeclRefExpr *Control : countersOf(For)) {
      Inner.Own.insert(Control->getDecl());
      Inner.Controls.insert(Control->getDecl());
    }
  return Inner;
}

void Iteration::declare(const Stmt *S) {
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declarations->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasLocalStorage())
        Own.insert(V);
  } else if (const auto *Handler = dyn_cast<CXXCatchStmt>(S)) {
    Own.insert(Handler->getExceptionDecl());
  }
}

bool Iteration::isShared(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && !Own.contains(V) && V->getTLSKind() == VarDecl::TLS_None;
}

bool Iteration::isAlone(const Expr *Condition) const {
  const auto *B = dyn_cast<BinaryOperator>(plain(Condition));
  if (!B)
    return false;
  if (B->isLogicalOp())
    return isAlone(B->getLHS()) || isAlone(B->getRHS());
  auto IsControl = [&](const Expr *E) {
    const auto *Name = dyn_cast<DeclRefExpr>(plain(E));
    return Name && Controls.contains(Name->getDecl());
  };
  return B->getOpcode() == BO_EQ &&
         (IsControl(B->getLHS()) || IsControl(B->getRHS()));
}

} // namespace tussah
