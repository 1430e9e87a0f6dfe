//===- AssignmentTarget.h - Where a spawned result goes ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_ASSIGNMENTTARGET_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_ASSIGNMENTTARGET_H

#include "compiler/keywords/shared/MarkerBuilder.h"
#include "llvm/ADT/SmallVector.h"

namespace tussah {

/// The left side of \p Assignment, a builtin or overloaded assignment.
clang::Expr *targetOf(clang::Expr *Assignment);

/// Makes the parent evaluate the left sides of \p Assignments, which stand
/// around the spawned expression from the outermost in.
///
/// A left side is evaluated after the operands of a call, as C++17 [expr.ass]
/// says and as clang does in all languages: by \p Steps, which follow them, if
/// the program can tell (\p OperandsHaveEffects). Returns the others; they are
/// to be evaluated ahead of all (MarkerBuilder::after).
llvm::SmallVector<clang::OpaqueValueExpr *, 2>
hoistTargets(llvm::ArrayRef<clang::Expr *> Assignments,
             bool OperandsHaveEffects,
             llvm::SmallVectorImpl<clang::Expr *> &Steps, MarkerBuilder B);

/// The same for an expression that the task evaluates as a whole: all that can
/// be is evaluated by \p Steps, the rest by the task.
void placeTargets(llvm::ArrayRef<clang::Expr *> Assignments,
                  llvm::SmallVectorImpl<clang::Expr *> &Steps, MarkerBuilder B);

/// Whether the program can tell when an operand of \p Call is evaluated.
bool operandsHaveEffects(const clang::CallExpr *Call,
                         const clang::ASTContext &C);

/// Makes \p Call evaluate \p Steps after all of its operands.
void evaluateLast(clang::CallExpr *Call, llvm::ArrayRef<clang::Expr *> Steps,
                  MarkerBuilder B);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_ASSIGNMENTTARGET_H
