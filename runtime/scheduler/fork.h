//===- fork.h - Whether the process was forked -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_FORK_H
#define TUSSAH_RUNTIME_SCHEDULER_FORK_H

#include "attributes.h"

#include <stdbool.h>

/// True in a process that was forked while parallel code ran.
bool has_forked(void) TUSSAH_HIDDEN;

/// This process was. Called while it has one thread.
void note_fork(void) TUSSAH_HIDDEN;

/// Ends such a process: what this worker waits for is in the parent.
void check_fork(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_FORK_H
