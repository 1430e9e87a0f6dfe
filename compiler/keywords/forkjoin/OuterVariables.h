//===- OuterVariables.h - What a task does not declare itself ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object lives as long as in the serial elision. So the passes must know
/// what a task uses but does not declare: though nothing else may name it, its
/// address may leave the task, and others may use it until its own block ends.
/// Those are variables, and, in C, the compound literals of a spawned
/// statement, which belong to the block around it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_OUTERVARIABLES_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_OUTERVARIABLES_H

#include "compiler/keywords/shared/Unit.h"
#include "compiler/tasks/Markers.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/PointerIntPair.h"

namespace tussah {

/// A variable that a task uses and does not declare.
struct OuterVariable {
  clang::VarDecl *Variable;
  marker::Lives Lives;
};

/// What becomes a task: an expression with a spawn, or, if the bit is set, a
/// spawned block or the body of a loop or scope. That may be an expression too.
using TaskKey = llvm::PointerIntPair<const clang::Stmt *, 1, bool>;

/// The outer variables of each task that has some.
using OuterVariableMap =
    llvm::DenseMap<TaskKey, llvm::SmallVector<OuterVariable, 4>>;

/// Fills \p Found with what the tasks of \p F use, whose body is as it was
/// written, and marks compound literals and memory of `alloca` in it.
void findOuterVariables(clang::FunctionDecl *F, Unit &U,
                        OuterVariableMap &Found);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_OUTERVARIABLES_H
