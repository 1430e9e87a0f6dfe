//===- Cancellation.h - Checks of the native target -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_CANCELLATION_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_CANCELLATION_H

#include "RuntimeCalls.h"

namespace tussah::native {

/// Moves the checks of tasks that begin with one to where they are spawned,
/// which is just before. A task that is only a call is then spawned as that
/// call (prepareSpawns). Form 2.
void checkBeforeSpawns(llvm::Module &M);

/// Lowers all questions about cancellation. Where nothing was cancelled since
/// the last one, they are answered without a call.
void lowerCancellation(llvm::Module &M, RuntimeCalls &Runtime);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_CANCELLATION_H
