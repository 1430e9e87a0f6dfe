//===- EarlyExit.h - The cheap way out of a function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_EARLYEXIT_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_EARLYEXIT_H

#include "Functions.h"

namespace tussah::native {

/// Where a function of \p Natives begins with a cheap test after which it may
/// return at once (`if (n < 2) return n;`), the spawns and calls of it in \p
/// Natives do the test themselves, and call it only if it does not return at
/// once. Most calls of a recursive function end there. Runs after
/// prepareSpawns.
void inlineEarlyExits(const FunctionSet &Natives);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_EARLYEXIT_H
