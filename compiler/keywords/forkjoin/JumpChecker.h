//===- JumpChecker.h - Jumps into and out of tasks --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_JUMPCHECKER_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_JUMPCHECKER_H

#include "compiler/keywords/shared/Unit.h"

namespace tussah {

/// Reports jumps into and out of spawned blocks and loop bodies of \p F, and
/// statements that cannot be compiled in a function with keywords. Returns
/// false if there were any.
bool checkJumps(clang::FunctionDecl *F, Unit &U);

/// Whether \p S, a part of \p F, could be a function: control enters it at its
/// beginning and leaves it at its end, and it does not use \p F's frame in ways
/// that another function's code cannot.
bool canBeFunction(clang::Stmt *S, clang::FunctionDecl *F, Unit &U);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_JUMPCHECKER_H
