//===- workers.h - All workers -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_WORKERS_H
#define TUSSAH_RUNTIME_SCHEDULER_WORKERS_H

#include "attributes.h"

struct worker;

/// Of all roots together; one root's are at most TUSSAH_MOST_WORKERS.
#define TUSSAH_MAX_WORKERS 4096

/// All workers, of which the first worker_count() may be stolen from.
extern struct worker *tussah_workers[TUSSAH_MAX_WORKERS] TUSSAH_HIDDEN;
unsigned worker_count(void) TUSSAH_HIDDEN;

/// The worker made last, whose `older` leads to all others.
const struct worker *workers_made(void) TUSSAH_HIDDEN;

// Callers of these hold the lock of pool.h.

/// A new worker, which stays until workers_unmap; null if there is no memory or
/// no place.
struct worker *worker_make(void) TUSSAH_HIDDEN;

/// Frees all workers. None is shown, and none has a thread.
void workers_unmap(void) TUSSAH_HIDDEN;

/// Lets thieves see \p worker.
void worker_show(struct worker *worker) TUSSAH_HIDDEN;

/// Thieves see no worker any more.
void workers_hide(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_WORKERS_H
