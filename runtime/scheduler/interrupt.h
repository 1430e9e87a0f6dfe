//===- interrupt.h - Long leaves are interrupted -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// interrupt.md says when a handler may publish, and why that is safe.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_INTERRUPT_H
#define TUSSAH_RUNTIME_SCHEDULER_INTERRUPT_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct worker;

/// Prepares the process for interrupts, by \p signal unless that is 0, and for
/// stack overflows, if it is not prepared.
void interrupts_begin(int signal) TUSSAH_HIDDEN;

/// Undoes that, and gives the calling thread's stack for signals back. The
/// runtime may be unloaded next (\p unloads).
void interrupts_end(bool unloads) TUSSAH_HIDDEN;

/// Gives the calling thread, that of \p worker, a stack for signals.
void interrupts_arrive(struct worker *worker) TUSSAH_HIDDEN;

/// The time of something that will not happen.
#define NEVER UINT64_MAX

/// Interrupts each worker that has had a request for a while and does not
/// answer.
/// \p thief has searched since \p since; the time is \p now. Returns when the
/// thief should look again for an answer that comes without a wake-up: \p now
/// if that is unknown, NEVER if no worker owes an answer.
uint64_t interrupt_long_leaf(struct worker *thief, uint64_t since,
                             uint64_t now) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_INTERRUPT_H
