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
/// stops. Asked before each search, and before it sleeps: who has forked may be
/// a handler that has interrupted it anywhere, and what a child waits for does
/// not come.
bool worker_must_leave(const struct worker *worker) TUSSAH_HIDDEN;

/// Number of workers that one root has: the pool's and its own.
unsigned pool_size(void) TUSSAH_HIDDEN;

/// Workers that are awake if there is work for all and none sleeps in a task.
unsigned pool_most_awake(void) TUSSAH_HIDDEN;

/// Number of workers that the program or its user asked for.
unsigned pool_workers_wanted(void) TUSSAH_HIDDEN;

/// Sets it; 0: to what the user asked for. False if a root exists. The caller
/// may be in the only one, if its strand is alone and at home: then that has so
/// many workers from now on.
bool pool_set_workers(unsigned workers) TUSSAH_HIDDEN;

/// Starts the threads of the pool, or ends them; in roots, nothing happens.
void pool_begin(void) TUSSAH_HIDDEN;
void pool_end(void) TUSSAH_HIDDEN;

/// As statistics_write, to standard error.
void pool_dump_statistics(void) TUSSAH_HIDDEN;

/// Workers that exist, but at least those of a root.
unsigned pool_workers_known(void) TUSSAH_HIDDEN;

/// Size of stacks, as the user asked for.
size_t pool_stack_size(void) TUSSAH_HIDDEN;

bool pool_is_started(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_POOL_H
