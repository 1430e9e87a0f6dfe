//===- CallSpawn.h - A spawn becomes a call ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_CALLSPAWN_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_CALLSPAWN_H

#include "compiler/tasks/Representation.h"

namespace tussah {

/// True if optimizations may decide what becomes of the tasks and loops of
/// \p F. They may not in functions that are not optimized, and not where a
/// tool looks for races, which are there if things may run at the same time.
bool mayDecideIn(const llvm::Function &F);

/// True if callTask can replace \p Spawn.
bool canCallTask(const SpawnCall &Spawn);

/// Replaces \p Spawn by a call of its task, which a target may do at any time:
/// an exception then leaves the call over the spawn's unwind edge. Storage for
/// the task becomes a variable. Returns the call. The frame stays.
llvm::CallBase *callTask(const SpawnCall &Spawn);

/// Erases syncs of \p F that wait for nothing any more, and frames without use.
/// If \p F has no tasks any more, it is an ordinary function again.
void forgetTasks(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_CALLSPAWN_H
