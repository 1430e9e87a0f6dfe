//===- AssignmentTarget.h - Where a spawned result goes ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_ASSIGNMENTTARGET_H
#define TUSSAH_COMPILER_KEYWORDS_ASSIGNMENTTARGET_H

#include "MarkerBuilder.h"
#include "llvm/ADT/SmallVector.h"

namespace tussah {

/// The left side of \p Assignment, a builtin or overloaded assignment.
clang::Expr *targetOf(clang::Expr *Assignment);

/// Makes the parent evaluate the left sides of \p Assignments, which stand
/// around \p Call from the outermost in; \p Call is marked already.
///
/// A left side is evaluated after the operands of the call, as C++17
/// [expr.ass] says and as clang does in all languages. Returns those for which
/// the order makes no difference; they are to be evaluated ahead of all
/// (MarkerBuilder::after).
llvm::SmallVector<clang::OpaqueValueExpr *, 2>
hoistTargets(llvm::ArrayRef<clang::Expr *> Assignments, clang::CallExpr *Call,
             MarkerBuilder B);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_ASSIGNMENTTARGET_H
