//===- LoopHeader.h - The header of a cilk_for loop -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_LOOPHEADER_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_LOOPHEADER_H

#include "compiler/keywords/shared/Reporter.h"
#include "clang/AST/StmtCXX.h"
#include <optional>

namespace tussah {

/// The parts of `for (T Var = Init; Var Comparison Limit; Var += Step) Body`,
/// whatever way the user wrote it.
struct LoopHeader {
  clang::VarDecl *Var = nullptr;
  /// The variable of the function that the loop counts, if it declares none:
  /// Var takes its place in the loop, and it gets Var's last value.
  clang::VarDecl *Outside = nullptr;
  /// `<`, `<=`, `>`, `>=` or `!=`, with the variable on the left.
  clang::BinaryOperatorKind Comparison = clang::BO_NE;
  clang::Expr *Limit = nullptr;
  /// The type in which a builtin operator compares; null for other operators.
  clang::QualType ComparisonType;
  /// Null means 1.
  clang::Expr *Step = nullptr;
  /// For errors: the variable or the range, and the increment.
  clang::SourceLocation VarLoc, IncrementLoc;
  /// The variable is decreased by the step.
  bool IsStepNegated = false;
  /// The limit or step makes temporaries that must be destroyed.
  bool HasCleanups = false;
  /// What runs once before the control variable has its first value, behind
  /// that, and at the start of each iteration.
  llvm::SmallVector<clang::Stmt *, 4> Before, Behind, InBody;
  clang::Stmt *Body = nullptr;

  bool isUpward() const {
    return Comparison == clang::BO_LT || Comparison == clang::BO_LE;
  }
  bool isDownward() const {
    return Comparison == clang::BO_GT || Comparison == clang::BO_GE;
  }
};

/// Takes \p Loop apart. Reports an error and returns nothing if it is not in
/// canonical form. \p Keyword is the location of the `cilk_for`.
std::optional<LoopHeader> analyzeLoop(clang::Stmt *Loop,
                                      clang::SourceLocation Keyword,
                                      clang::Sema &Actions, Reporter &Errors);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_LOOPHEADER_H
