//===- CleanupSwitches.h - Where control goes after a cleanup --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_CLEANUPSWITCHES_H
#define TUSSAH_COMPILER_TASKS_CLEANUPSWITCHES_H

#include "llvm/IR/Function.h"

namespace tussah {

/// Removes the ways behind the cleanups of \p F that control never takes.
///
/// Several ways lead through one copy of a scope's cleanup; each stores a
/// number before it, by which a switch behind the cleanup finds the way on.
/// While clang has not seen the label of a `goto` out of the scope, that
/// switch's default leads to the cleanup around it, and stays so when the label
/// follows. Such an edge would join a task with the cleanups of the code that
/// spawns it.
///
/// A default becomes unreachable if each store that may be the last before its
/// switch is of the number of a case. Other switches stay as they are.
void removeDeadDefaults(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_CLEANUPSWITCHES_H
