//===- Cancellation.h - Tasks that need not start -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks for cancelled code, in modules that ask for them by including
/// <tussah/cancel.h>. Other modules do not change. docs/guides/speculation.md
/// has the meaning.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_CANCELLATION_H
#define TUSSAH_COMPILER_TASKS_CANCELLATION_H

#include "MarkedRegion.h"

#include "llvm/IR/Module.h"

namespace tussah {

/// If \p M has the variable by which a source file asks for checks, removes
/// it and notes the wish in the module's flags.
void takeCancellationMark(llvm::Module &M);

/// True if \p M wants checks.
bool isCancellable(const llvm::Module &M);

/// Lets the task of \p R, which has been split and is no loop, do nothing but
/// destroy its arguments if it is cancelled when it starts: its call is not
/// made, and a result that would be stored is zero. A call whose result is an
/// object of class type, or is used otherwise, is made anyway, because nobody
/// could make another object.
void skipIfCancelled(MarkedRegion &R);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_CANCELLATION_H
