//===- ControlVariable.cpp - Changes of a loop's control variable ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlVariable.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tussah {
namespace {

class ChangeFinder : public RecursiveASTVisitor<ChangeFinder> {
public:
  ChangeFinder(const VarDecl *Var, Reporter &Errors)
      : Var(Var), Errors(Errors) {}

  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      check(E->getSubExpr(), E->getOperatorLoc());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp())
      check(E->getLHS(), E->getOperatorLoc());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    OverloadedOperatorKind Op = E->getOperator();
    if (E->isAssignmentOp() || Op == OO_PlusPlus || Op == OO_MinusMinus)
      check(E->getArg(0), E->getOperatorLoc());
    return true;
  }

private:
  void check(const Expr *Target, SourceLocation L) {
    auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts());
    if (Ref && Ref->getDecl() == Var)
      Errors.error(L,
                   "the control variable %0 of 'cilk_for' must not be changed "
                   "in the loop's body",
                   Var);
  }

  const VarDecl *Var;
  Reporter &Errors;
};

} // namespace

void checkControlVariable(Stmt *Body, const VarDecl *Var, Reporter &Errors) {
  ChangeFinder(Var, Errors).TraverseStmt(Body);
}

} // namespace tussah
