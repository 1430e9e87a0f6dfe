//===- pool.h - The workers of a process -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_POOL_H
#define TUSSAH_RUNTIME_SCHEDULER_POOL_H

#include "attributes.h"

#include <stdbool.h>
#include <stddef.h>

struct root;
struct worker;

/// Makes the calling thread a worker for \p root; starts the pool if this is
/// the first one.
struct worker *pool_attach(struct root *root) TUSSAH_HIDDEN;
void pool_detach(struct worker *worker) TUSSAH_HIDDEN;

/// True if \p worker has to leave the scheduler: its root is done, or the pool
/// stops. Ends the process if it was forked while parallel code ran: the worker
/// would wait for threads that do not exist. Called before each search and each
/// sleep, because a signal handler may have forked anywhere.
bool worker_must_leave(const struct worker *worker) TUSSAH_HIDDEN;

/// Number of workers that one root has: the pool's and its own.
unsigned pool_size(void) TUSSAH_HIDDEN;

/// Number of workers that are to be awake while there is work for all, and no
/// task sleeps: that of the processors, at least 2.
unsigned pool_most_awake(void) TUSSAH_HIDDEN;

/// Number of workers that the program or its user asked for.
unsigned pool_workers_wanted(void) TUSSAH_HIDDEN;

/// Sets that number; 0 stands for what the user asked for. Returns false if a
/// root exists, with one exception: the caller may be in the only root, if its
/// strand is alone and at home. That root then has so many workers from now on.
bool pool_set_workers(unsigned workers) TUSSAH_HIDDEN;

/// Starts the threads of the pool. In roots, nothing happens.
void pool_begin(void) TUSSAH_HIDDEN;

/// Ends them, and gives back what the runtime has taken from the process.
/// Returns false, and has no effect, while roots exist.
bool pool_end(void) TUSSAH_HIDDEN;

/// As statistics_write, to standard error.
void pool_dump_statistics(void) TUSSAH_HIDDEN;

/// Number of workers that exist, or of those that a root has if that is more.
unsigned pool_workers_known(void) TUSSAH_HIDDEN;

/// Size of stacks, as the user asked for.
size_t pool_stack_size(void) TUSSAH_HIDDEN;

bool pool_is_started(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_POOL_H
