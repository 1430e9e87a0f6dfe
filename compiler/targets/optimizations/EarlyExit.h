//===- EarlyExit.h - The cheap way out of a function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_EARLYEXIT_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_EARLYEXIT_H

#include "compiler/targets/lowering/Target.h"

namespace tussah {

/// Where a function of \p Functions begins with a cheap test after which it may
/// return at once (`if (n < 2) return n;`), the spawns and calls of it in \p
/// Callers do the test themselves, and call it only if it does not return at
/// once; so do the spawns of a task that only calls it. Most calls of a
/// recursive function end there. If a spawn has storage, that is where its
/// result goes. Functions that are to be small (-Oz) do not. Returns true if
/// something has changed.
bool inlineEarlyExits(const FunctionSet &Functions, const FunctionSet &Callers);

/// Says at spawns of functions of \p M that another definition may replace why
/// their early exits are not taken. For a target that gives such functions
/// another body before it calls inlineEarlyExits.
void explainReplaceable(llvm::Module &M);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_EARLYEXIT_H
