//===- callbacks.h - Functions that the program has registered -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_CALLBACKS_H
#define TUSSAH_RUNTIME_SCHEDULER_CALLBACKS_H

#include "attributes.h"

#include <stdbool.h>

/// When functions that the program has registered are called.
enum callback_kind { AT_INIT, AT_EXIT, CALLBACK_KINDS };

/// Registers \p function. Returns false if there are too many.
bool callbacks_add(enum callback_kind kind,
                   void (*function)(void)) TUSSAH_HIDDEN;

/// True if a function for the beginning has not been called yet, or if another
/// thread calls one, so that callbacks_run(AT_INIT) would do something.
bool callbacks_must_run(void) TUSSAH_HIDDEN;

/// Calls each registered function that has not been called yet, and waits for
/// those for the beginning that other threads call, unless one of them has
/// called it. The caller holds no lock.
void callbacks_run(enum callback_kind kind) TUSSAH_HIDDEN;

/// As fibers_freeze.
void callbacks_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// In a child process, which was made after callbacks_freeze or not: what
/// another thread was calling does not return.
void callbacks_forked(bool is_frozen) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_CALLBACKS_H
