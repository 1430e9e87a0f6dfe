//===- pool.c - The threads of the pool -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pool.h"

#include "../atomic.h"
#include "../os/os.h"
#include "attach.h"
#include "context.h"
#include "error.h"
#include "fiber.h"
#include "fork.h"
#include "frame.h"
#include "futex.h"
#include "idle.h"
#include "interrupt.h"
#include "lock.h"
#include "objects.h"
#include "observer.h"
#include "quiet_lock.h"
#include "settings.h"
#include "stress.h"
#include "thread.h"
#include "visit.h"
#include "worker.h"
#include "workers.h"

#include <limits.h>

struct lock tussah_pool_lock;
static atomic_word stops;
/// Threads of the pool that may still look at other workers.
static atomic_word thieves;
static struct worker *unused;      ///< in no other list
static struct worker *free_guests; ///< shown, without a thread; by number
static struct worker *pool;        ///< with a thread of the pool
unsigned tussah_pool_threads;      ///< length of pool
static unsigned guest_ids;         ///< numbers given to guests
static atomic_word is_started;     ///< written under the lock

/// True if the calling thread is of the pool and executes no strand. Only a
/// signal handler calls anything there.
static bool is_idle_thread(void) {
  const struct worker *worker = __tussah_thread.worker;
  return worker && !is_guest(worker) && !worker->root;
}

bool pool_must_not_wait(void) {
  return __tussah_thread.has_left || __tussah_thread.changes ||
         lock_is_counted() || is_idle_thread();
}

// Relaxed: nothing else is read because of it.
bool pool_is_started(void) { return load_relaxed(&is_started) != 0; }

unsigned pool_read_settings(void) {
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  settings_read();
  unsigned workers = tussah_options.workers;
  lock_release_quietly(&tussah_pool_lock, &signals);
  return workers;
}

bool worker_must_leave(const struct worker *worker) {
  check_fork();
  if (!is_guest(worker))
    // Relaxed: nothing else is read because of it.
    return load_relaxed(&stops) != 0;
  // Acquire: pairs with the release in leave_root, for what the root has
  // written.
  return load_acquire(&((struct root *)worker->sleeper.root)->done) != 0;
}

//===----------------------------------------------------------------------===//
// Workers and their numbers
//===----------------------------------------------------------------------===//

/// A worker that is in no list but that of all; null if there is no memory or
/// no place.
static struct worker *new_worker(void) {
  struct worker *worker = unused;
  if (worker) {
    unused = worker->next_free;
  } else {
    worker = worker_make();
    if (!worker)
      return NULL;
  }
  worker->next_free = NULL;
  return worker;
}

/// Gives \p worker, which no other thread knows yet, its number and kind.
static void name_worker(struct worker *worker, unsigned id, bool is_guest) {
  worker->id = id;
  worker->is_guest = is_guest;
  store_relaxed(&worker->sleeper.wanted, IS_AWAKE);
  store_relaxed(&worker->sleeper.processor, TUSSAH_NO_PROCESSOR);
  worker->random = 0x9e3779b97f4a7c15u * (id + 1);
}

/// The number of a new guest: 0 for the first one; others follow the numbers of
/// the pool.
static unsigned new_guest_id(void) {
  unsigned id = guest_ids++;
  return id == 0 ? 0 : tussah_options.workers - 1 + id;
}

struct worker *pool_take_guest(struct root *root) {
  struct worker *worker = free_guests;
  bool is_shown = worker != NULL;
  if (worker)
    free_guests = worker->next_free;
  else
    worker = new_worker();
  if (!worker)
    return NULL;
  worker->sleeper.root = (uintptr_t)root;
  if (!is_shown) {
    name_worker(worker, new_guest_id(), true);
    worker_show(worker);
  }
  return worker;
}

// The list is sorted by number, so that low numbers are used first.
void pool_free_guest(struct worker *worker) {
  struct worker **link = &free_guests;
  while (*link && (*link)->id < worker->id)
    link = &(*link)->next_free;
  worker->next_free = *link;
  *link = worker;
}

void pool_rename_guest(struct worker *worker) {
  guest_ids = 0;
  name_worker(worker, new_guest_id(), true);
  worker_show(worker);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

// A thief writes to the request word of its victim, which is thread-local
// memory of the victim's thread. That memory must be there as long as a thief
// may write.
//
// If the victim is a guest, visit.h sees to that. If it is a thread of the
// pool, it ends only when `thieves` has been 0 after the pool was stopped. Who
// can write after that?
//
// - No thread of the pool. Each is counted from before its start until after
//   its last look at the others, because `stops` is never reset while a thread
//   exists.
// - No guest. The pool is stopped only while there are no guests. A guest is
//   counted, under the lock, from before its first look until after its last.
//   The lock is held until all threads of the pool are joined.

/// The calling thread of the pool has had its last look at other workers. Waits
/// until all threads of the pool have.
static void end_looking(void) {
  // Release: pairs with the acquire below, for the caller's writes to others.
  if (fetch_sub_release(&thieves, 1) == 1)
    wake_sleepers(&thieves, INT_MAX);
  // Acquire: pairs with the releases above of all threads of the pool, which
  // are one release sequence. The last look of each is before what follows.
  for (uintptr_t n; (n = load_acquire(&thieves)) != 0;)
    sleep_while_equal(&thieves, (uint32_t)n);
}

static void *run_worker(void *argument) {
  struct worker *worker = argument;
  tussah_os->thread_name(worker->id);
  take_thread(worker);
  enter_parallel_code(worker);
  interrupts_arrive(worker);
  host_arrive(&worker->host);
  context_enter_scheduler(&worker->scheduler_stack, worker);
  observe(worker, TIMELINE_LEAVE, 0);
  end_looking();
  leave_parallel_code(worker);
  worker->thread->has_left = true;
  return NULL;
}

/// Starts one more thread. False if the system refuses it.
static bool start_thread(void) {
  struct worker *worker = new_worker();
  if (!worker)
    return false;
  name_worker(worker, tussah_pool_threads + 1, false);
  worker->sleeper.root = 0;
  fetch_add_relaxed(&thieves, 1);
  // The caller, this thread, and the other threads of the pool; but at most as
  // many as are to run at the same time.
  unsigned team = tussah_pool_threads + 2, most = most_awake();
  team = team < most ? team : most;
  if (tussah_os->thread_create(run_worker, worker, team, &worker->os_thread) !=
      0) {
    fetch_sub_relaxed(&thieves, 1);
    worker->next_free = unused;
    unused = worker;
    return false;
  }
  worker->next_free = pool;
  pool = worker;
  ++tussah_pool_threads;
  worker_show(worker);
  return true;
}

void pool_start(void) {
  store_relaxed(&stops, 0);
  while (pool_size() < tussah_options.workers && start_thread())
    continue;
  if (pool_size() < tussah_options.workers)
    tussah_warn("the system refuses more threads; using %u workers instead of "
                "%u",
                pool_size(), tussah_options.workers);
  // For tests: the first poll finds thieves.
  while (tussah_stress.always_steal &&
         load_relaxed(&tussah_idle.searchers) +
                 load_relaxed(&tussah_idle.sleepers) <
             tussah_pool_threads)
    tussah_os->thread_yield();
  store_relaxed(&is_started, 1);
}

void pool_stop(void) {
  if (!pool_is_started())
    return;
  store_relaxed(&stops, 1);
  idle_wake_all(&tussah_idle);
  while (pool) {
    struct worker *worker = pool;
    pool = worker->next_free;
    tussah_os->thread_join(worker->os_thread);
    // The next thread of this worker may be a guest.
    store_relaxed(&worker->host.attached, 0);
    fibers_release(worker);
    worker->next_free = unused;
    unused = worker;
  }
  while (free_guests) {
    struct worker *worker = free_guests;
    free_guests = worker->next_free;
    fibers_release(worker);
    worker->next_free = unused;
    unused = worker;
  }
  tussah_pool_threads = 0;
  guest_ids = 0;
  workers_hide();
  store_relaxed(&is_started, 0);
}

void pool_give_back(bool unloads) {
  pool_stop();
  interrupts_end(unloads);
  fibers_unmap();
  // Statistics and timelines are about workers of the past, too.
  if ((tussah_options.statistics || is_observed()) && !unloads)
    return;
  objects_unmap();
  workers_unmap();
  unused = NULL;
}
