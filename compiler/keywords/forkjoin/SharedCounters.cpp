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
#include "Iteration.h"
#include "compiler/keywords/shared/Syntax.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {
namespace {

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

  Unit &U;
  Iteration Current;
  bool InBody = false;
};

} // namespace

void SharedCounters::walkParallelLoop(const Stmt *Loop) {
  const Stmt *Body = bodyOf(Loop);
  for (const Stmt *Child : Loop->children())
    if (Child != Body)
      walk(Child);
  llvm::SaveAndRestore SaveIteration(Current, Current.within(Loop));
  llvm::SaveAndRestore SaveIn(InBody, true);
  walk(Body);
}

void SharedCounters::walkSerialLoop(const ForStmt *Loop) {
  // With what it declares itself.
  for (const Stmt *Child : Loop->children())
    if (Child != Loop->getBody())
      walk(Child);
  for (const DeclRefExpr *Counter : countersOf(Loop))
    // A race cannot spoil an atomic one.
    if (Counter->getDecl()->getType()->isScalarType() &&
        Current.isShared(Counter->getDecl()))
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
  Current.declare(S);
  if (const auto *If = dyn_cast<IfStmt>(S);
      If && InBody && If->getCond() && Current.isAlone(If->getCond())) {
    walk(If->getElse());
    return;
  }
  if (const auto *Loop = dyn_cast<ForStmt>(S); Loop && InBody)
    walkSerialLoop(Loop);
  else
    walkChildren(S);
}

void checkCounters(FunctionDecl *F, Unit &U) {
  SharedCounters(U).walk(F->getBody());
}

} // namespace tussah
