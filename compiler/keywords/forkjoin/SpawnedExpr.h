//===- SpawnedExpr.h - What cilk_spawn applies to ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_SPAWNEDEXPR_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_SPAWNEDEXPR_H

#include "compiler/keywords/shared/MarkerBuilder.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class UnaryOperator;
} // namespace clang

namespace tussah {

/// An expression behind `cilk_spawn`. The task converts its value.
struct SpawnedExpr {
  enum class Kind {
    /// A call of a function that has an address.
    Call,
    /// A call of another function, an atomic operation, the construction of an
    /// object: the parent evaluates the operands, the task does the rest.
    Operation,
    /// The task evaluates it as a whole.
    Whole,
    /// Means nothing in a task.
    Frame,
  };
  Kind K;
  clang::Expr *E;
};

/// What \p Spawn applies to.
SpawnedExpr findSpawned(clang::UnaryOperator *Spawn, clang::ASTContext &C);

/// Makes the parent evaluate the operands of \p Operation, which is below
/// \p Spawn, then \p Steps, and the task do the rest.
void hoistOperands(clang::UnaryOperator *Spawn, clang::Expr *Operation,
                   llvm::SmallVectorImpl<clang::Expr *> &Steps,
                   MarkerBuilder B);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_SPAWNEDEXPR_H
