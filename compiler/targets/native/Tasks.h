//===- Tasks.h - What is called for a task -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_TASKS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_TASKS_H

#include "Functions.h"

namespace tussah::native {

/// Replaces storage whose address no task can know by variables of the frame:
/// in it are arguments that are passed in registers after all.
void keepStorageInFrames(llvm::Module &M);

/// Brings the spawns of \p M into the form that Continuations.h wants, and
/// lowers storage:
///   - a task with storage is spawned as a function that frees it afterwards,
///     which is added to \p Natives;
///   - a task that only calls a native function is replaced by that function if
///     the result is stored to a variable of the parent, or not at all;
///     otherwise the function is inlined into the task.
void prepareSpawns(llvm::Module &M, RuntimeCalls &Runtime,
                   FunctionSet &Natives);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_TASKS_H
