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

class Renamer : public RecursiveASTVisitor<Renamer> {
public:
  Renamer(const VarDecl *From, VarDecl *To) : From(From), To(To) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (E->getDecl() == From)
      E->setDecl(To);
    return true;
  }
  /// In a lambda's body the name means what the lambda has captured.
  bool TraverseLambdaExpr(LambdaExpr *E) {
    return llvm::all_of(E->capture_inits(),
                        [&](Expr *Init) { return TraverseStmt(Init); });
  }
  // These captures are the variable itself.
  bool VisitBlockDecl(BlockDecl *D) {
    return llvm::none_of(D->captures(),
                         [&](const BlockDecl::Capture &Captured) {
                           return Captured.getVariable() == From;
                         });
  }
  bool VisitCapturedStmt(CapturedStmt *S) {
    return llvm::none_of(S->captures(), [&](CapturedStmt::Capture &Captured) {
      return (Captured.capturesVariable() ||
              Captured.capturesVariableByCopy()) &&
             Captured.getCapturedVar() == From;
    });
  }

private:
  const VarDecl *From;
  VarDecl *To;
};

} // namespace

bool renameVariable(Stmt *Part, const VarDecl *From, VarDecl *To) {
  return Renamer(From, To).TraverseStmt(Part);
}

void checkControlVariable(Stmt *Body, const VarDecl *Var, Reporter &Errors) {
  ChangeFinder(Var, Errors).TraverseStmt(Body);
}

} // namespace tussah
