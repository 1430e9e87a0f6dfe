//===- root.h - Threads enter and leave parallel code -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_ROOT_H
#define TUSSAH_RUNTIME_SCHEDULER_ROOT_H

#include "attributes.h"

#include <stdint.h>

struct _Unwind_Exception;

/// Moves the calling strand, which is alone, to the thread that entered its
/// root. The same may happen at a sync.
void strand_goes_home(void) TUSSAH_HIDDEN __attribute__((noinline));

/// The function of the current root has returned, or \p exception has left it.
/// On the root's fiber; returns the scheduler's stack, where root_left is
/// called next. Called by context.S.
uintptr_t root_returned(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;
_Noreturn void root_left(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_ROOT_H
