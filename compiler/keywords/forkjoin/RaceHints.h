//===- RaceHints.h - Races that can be seen in the source -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_RACEHINTS_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_RACEHINTS_H

#include "compiler/keywords/shared/Unit.h"

namespace clang {
class FunctionDecl;
class ForStmt;
class Stmt;
class ValueDecl;
} // namespace clang

namespace tussah {

/// Whether \p S calls or declares something that may keep others away: a lock,
/// or an atomic operation. Names tell; a false "yes" only costs a warning.
bool mayExclude(const clang::Stmt *S);

/// \p E without what does not change the object that it names.
const clang::Expr *plain(const clang::Expr *E);

/// Warns of what iterations of `cilk_for` in the body of \p F change though all
/// of them have it (SharedUpdates.cpp).
void checkSharedUpdates(clang::FunctionDecl *F, Unit &U);

/// Warns of what \p F uses between a spawn and its sync though the task is not
/// done with it (EarlyUses.cpp).
void checkEarlyUses(clang::FunctionDecl *F, Unit &U);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_RACEHINTS_H
