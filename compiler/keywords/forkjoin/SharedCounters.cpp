//===- SharedCounters.cpp - Serial loops that iterations share ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Warns of serial loops in the body of a `cilk_for` that count a variable from
/// outside of it, as programs do that were serial before:
///
///     int i, j;
///     cilk_for (i = 0; i < n; i++)
///       for (j = 0; j < m; j++)
///
/// Each iteration has its own i, but all have the same j.
///
//===----------------------------------------------------------------------===//

#include "SharedCounters.h"
#include "compiler/keywords/shared/Syntax.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {
namespace {

using Names = llvm::SmallVector<const DeclRefExpr *, 4>;

class SharedCounters {
public:
  explicit SharedCounters(Unit &U) : U(U) {}
  void walk(const Stmt *S);

private:
  void walkChildren(const Stmt *S) {
    for (const Stmt *Child : S->children())
      walk(Child);
  }
  void walkParallelLoop(const Stmt *Loop);
  void walkSerialLoop(const ForStmt *Loop);
  bool isOneIteration(const Expr *Condition) const;
  bool isShared(const ValueDecl *D) const;

  Unit &U;
  bool InBody = false;
  /// Declared in the innermost body of a parallel loop, or its control
  /// variable.
  llvm::SmallPtrSet<const ValueDecl *, 8> Own;
  /// The control variables of all parallel loops around.
  llvm::SmallPtrSet<const ValueDecl *, 4> Controls;
};

} // namespace

/// Appends the names in \p S of what \p S assigns to, increments or decrements.
static void findChanged(const Stmt *S, Names &Found) {
  if (!S || isa<LambdaExpr, BlockExpr>(S))
    return;
  const Expr *Target = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Target = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(S);
           U && U->isIncrementDecrementOp())
    Target = U->getSubExpr();
  if (Target)
    if (const auto *Name = dyn_cast<DeclRefExpr>(Target->IgnoreParens()))
      Found.push_back(Name);
  for (const Stmt *Child : S->children())
    findChanged(Child, Found);
}

static bool names(const Stmt *S, const ValueDecl *D) {
  if (!S)
    return false;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S); Name && Name->getDecl() == D)
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return names(Child, D); });
}

/// What \p Loop counts: it changes that between iterations, and begins with it
/// or ends by it. Where it is named first.
static Names findCounters(const ForStmt *Loop) {
  Names Begun, Changed, Counters;
  findChanged(Loop->getInit(), Begun);
  findChanged(Loop->getCond(), Changed);
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

/// Whether iterations that run at the same time have one \p D, and it is one
/// that a race can spoil.
bool SharedCounters::isShared(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && !Own.contains(V) && V->getTLSKind() == VarDecl::TLS_None &&
         V->getType()->isScalarType();
}

/// Whether \p Condition may hold in one iteration only, as `i == 0` does.
bool SharedCounters::isOneIteration(const Expr *Condition) const {
  const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!B)
    return false;
  if (B->getOpcode() == BO_LAnd)
    return isOneIteration(B->getLHS()) || isOneIteration(B->getRHS());
  auto IsControl = [&](const Expr *E) {
    const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Name && Controls.contains(Name->getDecl());
  };
  return B->getOpcode() == BO_EQ &&
         (IsControl(B->getLHS()) || IsControl(B->getRHS()));
}

void SharedCounters::walkParallelLoop(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
  const Stmt *Body = For ? For->getBody() : Range ? Range->getBody() : nullptr;
  for (const Stmt *Child : Loop->children())
    if (Child != Body)
      walk(Child);
  llvm::SaveAndRestore SaveOwn(Own, {});
  llvm::SaveAndRestore SaveControls(Controls);
  llvm::SaveAndRestore SaveIn(InBody, true);
  if (Range)
    Own.insert(Range->getLoopVariable());
  if (For)
    for (const DeclRefExpr *Control : findCounters(For)) {
      Own.insert(Control->getDecl());
      Controls.insert(Control->getDecl());
    }
  walk(Body);
}

void SharedCounters::walkSerialLoop(const ForStmt *Loop) {
  // With what it declares itself.
  for (const Stmt *Child : Loop->children())
    if (Child != Loop->getBody())
      walk(Child);
  for (const DeclRefExpr *Counter : findCounters(Loop))
    if (isShared(Counter->getDecl()))
      U.Errors.warning(Warning::SharedCounter, Counter->getLocation(),
                       "all iterations of 'cilk_for' share %0, which this "
                       "loop counts; declare it in the loop",
                       Counter->getDecl());
  walk(Loop->getBody());
}

void SharedCounters::walk(const Stmt *S) {
  // What a lambda does in its body, it may do somewhere else.
  if (!S || isa<LambdaExpr, BlockExpr>(S))
    return;
  Keyword K;
  if (const auto *A = dyn_cast<AttributedStmt>(S);
      A && findKeyword(A, K) && K == Keyword::For) {
    walkParallelLoop(A->getSubStmt());
    return;
  }
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declarations->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasLocalStorage())
        Own.insert(V);
  } else if (const auto *Handler = dyn_cast<CXXCatchStmt>(S)) {
    Own.insert(Handler->getExceptionDecl());
  } else if (const auto *If = dyn_cast<IfStmt>(S);
             If && InBody && If->getCond() && isOneIteration(If->getCond())) {
    walk(If->getElse());
    return;
  }
  if (const auto *Loop = dyn_cast<ForStmt>(S); Loop && InBody)
    walkSerialLoop(Loop);
  else
    walkChildren(S);
}

llvm::SmallVector<const ValueDecl *, 2> countersOf(const ForStmt *Loop) {
  llvm::SmallVector<const ValueDecl *, 2> Counters;
  for (const DeclRefExpr *Name : findCounters(Loop))
    Counters.push_back(Name->getDecl());
  return Counters;
}

void checkCounters(FunctionDecl *F, Unit &U) {
  SharedCounters(U).walk(F->getBody());
}

} // namespace tussah
