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

/// Replaces storage by variables of the frame, which lives until the sync:
///   - if no task can know its address: in it are arguments that are passed in
///     registers after all;
///   - if no pass can move it into a loop any more, as \p IsFinal says, and it
///     is not in one: there is only one task that it may be for.
void keepStorageInFrames(llvm::Module &M, bool IsFinal);

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
