//===- pool.h - The threads of the pool -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_POOL_H
#define TUSSAH_RUNTIME_SCHEDULER_POOL_H

#include "../atomic.h"
#include "attributes.h"
#include "lock.h"
#include "settings.h"

#include <stdbool.h>

struct root;
struct worker;

/// Protects all in pool.c, settings.c, users.c and guest.c that is not atomic.
/// Threads of the pool do not take it, so that they can be joined while it is
/// held.
extern struct lock tussah_pool_lock TUSSAH_HIDDEN;

/// True if the calling thread must not wait for the lock: the holder may be
/// joining it, or a signal handler has interrupted it where it may hold the
/// lock itself. If the process ends then, its threads end with it. A child
/// process that is made then cannot run parallel code.
bool pool_must_not_wait(void) TUSSAH_HIDDEN;

/// True if \p worker has to leave the scheduler: its root is done, or the pool
/// stops. Ends the process if it was forked while parallel code ran: the worker
/// would wait for threads that do not exist. Called before each search and each
/// sleep, because a signal handler may have forked anywhere.
bool worker_must_leave(const struct worker *worker) TUSSAH_HIDDEN;

/// Number of threads that the pool has.
extern unsigned tussah_pool_threads TUSSAH_HIDDEN;

/// Number of workers that one root has: the pool's and its own.
static inline unsigned pool_size(void) { return tussah_pool_threads + 1; }

/// Reads the options and returns tussah_workers_wanted.
unsigned pool_read_settings(void) TUSSAH_HIDDEN;

/// Number of workers that the program or its user asked for. Reads the options
/// if nobody has. A thread of the pool that is being joined, under the lock,
/// may still run destructors of the program. So the functions that these are
/// likely to call, as this one, take no lock.
static inline unsigned pool_workers_wanted(void) {
  // Relaxed: nothing else is read because of it.
  uintptr_t workers = load_relaxed(&tussah_workers_wanted);
  return workers ? (unsigned)workers : pool_read_settings();
}

/// True if the threads run. Callers need not hold the lock.
bool pool_is_started(void) TUSSAH_HIDDEN;

// Callers of these hold the lock.

/// Starts the threads, which do not run. If the system refuses some, there are
/// fewer.
void pool_start(void) TUSSAH_HIDDEN;

/// Ends the threads; no root exists. The next root starts them again.
void pool_stop(void) TUSSAH_HIDDEN;

/// Ends the pool, and gives back all that the process had not before; no root
/// exists. The next root begins anew, unless the runtime \p unloads.
void pool_give_back(bool unloads) TUSSAH_HIDDEN;

/// A worker for a thread that enters \p root; null if there is no memory or no
/// place. Thieves may see it.
struct worker *pool_take_guest(struct root *root) TUSSAH_HIDDEN;

/// Frees the worker of a guest.
void pool_free_guest(struct worker *worker) TUSSAH_HIDDEN;

/// Gives \p worker, the only guest, the number of a first guest. The pool was
/// stopped, and will be started again.
void pool_rename_guest(struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_POOL_H
