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

/// True if callbacks_run(AT_INIT) would do something: a function for the
/// beginning has not been called yet, or another thread is calling one.
bool callbacks_must_run(void) TUSSAH_HIDDEN;

/// Calls each registered function that has not been called yet. Waits for those
/// for the beginning that other threads are calling, unless one of these
/// functions is the caller. The caller holds no lock.
void callbacks_run(enum callback_kind kind) TUSSAH_HIDDEN;

/// As fibers_freeze.
void callbacks_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// In a child process. \p is_frozen is true if it was made after
/// callbacks_freeze. A function that another thread was calling does not
/// return.
void callbacks_forked(bool is_frozen) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_CALLBACKS_H
