//===- Iteration.h - What an iteration has for itself -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_ITERATION_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_ITERATION_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace tussah {

/// Which variables an iteration of the innermost `cilk_for` around a statement
/// has for itself. Walks of the source keep it up to date.
class Iteration {
public:
  /// An iteration of \p Loop, a parallel loop at this place. It has what the
  /// header counts.
  Iteration within(const clang::Stmt *Loop) const;

  /// Adds the variables that \p S itself declares, if it declares any.
  void declare(const clang::Stmt *S);

  /// Whether iterations that run at the same time have one \p D.
  bool isShared(const clang::ValueDecl *D) const;

  /// Whether \p Condition may hold in one iteration only, as `i == 0` does. So
  /// may a disjunction with it, whose other part may never hold.
  bool isAlone(const clang::Expr *Condition) const;

private:
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Own;
  /// The control variables of all parallel loops around.
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Controls;
};

using NameUses = llvm::SmallVector<const clang::DeclRefExpr *, 4>;

/// The body of a `for` statement of either kind; null for other statements.
const clang::Stmt *bodyOf(const clang::Stmt *Loop);

/// What \p S itself assigns to, increments or decrements; null if nothing.
const clang::Expr *changedBy(const clang::Stmt *S);

/// The names in \p S of what is assigned to, incremented or decremented there.
NameUses changedNames(const clang::Stmt *S);

/// What \p Loop counts: it changes that between iterations, and begins with it
/// or ends by it. Where it is named first.
NameUses countersOf(const clang::ForStmt *Loop);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_ITERATION_H
