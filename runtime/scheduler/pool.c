//===- pool.c - The workers of a process -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "context.h"

#include <pthread.h>

_Thread_local struct tussah_thread __tussah_thread;

struct worker *tussah_workers[TUSSAH_MAX_WORKERS];

/// Protects everything below that is not atomic. Threads of the pool do not
/// take it, so that they can be joined while it is held.
static struct lock lock;
static atomic_word shown; ///< entries of tussah_workers
static atomic_word stops;
static struct worker *unused;      ///< in no list
static struct worker *free_guests; ///< shown, without a thread
static struct worker *pool;        ///< with a thread of the pool
static unsigned threads;           ///< length of pool
static unsigned guests;            ///< attached ones
static bool started, forked, hooked;
static bool configured;
static struct options options;

unsigned worker_count(void) {
  // Acquire: pairs with the release in show, for the entries.
  return (unsigned)load_acquire(&shown);
}

unsigned pool_size(void) { return threads + 1; }

// Relaxed: nothing else is read because of it.
bool pool_stops(void) { return load_relaxed(&stops) != 0; }

static void configure(void) {
  if (configured)
    return;
  options = options_read();
  fibers_configure(options.stack_size);
  tussah_always_steal = options.always_steal;
  configured = true;
}

/// A worker that is in no list; null if there is no memory or no place.
static struct worker *new_worker(void) {
  struct worker *worker = unused;
  if (worker)
    unused = worker->next_free;
  else if (worker_count() == TUSSAH_MAX_WORKERS || !(worker = worker_new()))
    return NULL;
  worker->next_free = NULL;
  return worker;
}

/// Lets thieves see \p worker.
static void show(struct worker *worker) {
  unsigned n = worker_count();
  worker->random = 0x9e3779b97f4a7c15u * (n + 1);
  tussah_workers[n] = worker;
  // Release: pairs with the acquire in worker_count.
  store_release(&shown, n + 1);
}

//===----------------------------------------------------------------------===//
// The threads of the pool
//===----------------------------------------------------------------------===//

static void *run_worker(void *argument) {
  struct worker *worker = argument;
  worker->thread = &__tussah_thread;
  worker->thread->worker = worker;
  // Its release pairs with the acquire in start_pool.
  host_arrive(&worker->host);
  wake_sleepers(&worker->host.attached, 1);
  context_enter_scheduler(&worker->scheduler_stack, worker);
  return NULL;
}

/// Starts the pool. If the system refuses some threads, there are fewer.
static void start_pool(void) {
  configure();
  store_relaxed(&stops, 0);
  while (threads + 1 < options.workers) {
    struct worker *worker = new_worker();
    if (!worker)
      break;
    worker->id = threads + 1;
    worker->sleeper.root = 0;
    store_relaxed(&worker->host.attached, 0);
    if (tussah_os->thread_create(run_worker, worker, &worker->os_thread) != 0) {
      worker->next_free = unused;
      unused = worker;
      break;
    }
    worker->next_free = pool;
    pool = worker;
    ++threads;
  }
  if (threads + 1 < options.workers)
    tussah_warn("the system refuses more threads; using %u workers instead of "
                "%u",
                threads + 1, options.workers);
  for (struct worker *worker = pool; worker; worker = worker->next_free) {
    // Acquire: pairs with the release in run_worker, for `thread`.
    while (!load_acquire(&worker->host.attached))
      sleep_while_equal(&worker->host.attached, 0);
    show(worker);
  }
  // For tests: the first poll finds thieves.
  while (tussah_always_steal && load_relaxed(&tussah_idle.searchers) +
                                        load_relaxed(&tussah_idle.sleepers) <
                                    threads)
    tussah_os->thread_yield();
  started = true;
}

/// Ends the pool; no root exists. The next root starts it again.
static void stop_pool(void) {
  if (!started)
    return;
  store_relaxed(&stops, 1);
  idle_wake_all(&tussah_idle);
  while (pool) {
    struct worker *worker = pool;
    pool = worker->next_free;
    tussah_os->thread_join(worker->os_thread);
    fibers_release(worker);
    worker->next_free = unused;
    unused = worker;
  }
  while (free_guests) {
    struct worker *worker = free_guests;
    free_guests = worker->next_free;
    worker->next_free = unused;
    unused = worker;
  }
  threads = 0;
  store_relaxed(&shown, 0);
  started = false;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// A child process has no workers. In a quiet process there are none to be
/// missed: they are ended before the fork.
static void before_fork(void) {
  lock_acquire(&lock);
  if (guests == 0)
    stop_pool();
}

static void after_fork_in_parent(void) { lock_release(&lock); }

static void after_fork_in_child(void) {
  forked = guests != 0;
  lock_release(&lock);
}

__attribute__((destructor)) static void finish(void) {
  lock_acquire(&lock);
  if (configured && options.statistics)
    statistics_write(options.statistics);
  // A root exists if the program calls exit in a task; then the threads end
  // with the process.
  if (guests == 0)
    stop_pool();
  lock_release(&lock);
}

//===----------------------------------------------------------------------===//
// Guests
//===----------------------------------------------------------------------===//

/// What is done before the first root, and after the pool was stopped. The lock
/// is held.
static void prepare(void) {
  if (forked)
    tussah_fatal(TUSSAH_ERROR_FORKED);
  if (!hooked)
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  hooked = true;
  if (!started)
    start_pool();
}

struct worker *pool_attach(struct root *root) {
  lock_acquire(&lock);
  prepare();
  struct worker *worker = free_guests;
  bool is_shown = worker != NULL;
  if (worker)
    free_guests = worker->next_free;
  else
    worker = new_worker();
  if (!worker)
    tussah_fatal(worker_count() == TUSSAH_MAX_WORKERS
                     ? TUSSAH_ERROR_TOO_MANY_THREADS
                     : TUSSAH_ERROR_NO_MEMORY);
  worker->id = guests == 0 ? 0 : options.workers + guests;
  worker->thread = &__tussah_thread;
  worker->thread->worker = worker;
  worker->thread->mark = 0;
  worker->sleeper.root = (uintptr_t)root;
  host_arrive(&worker->host);
  if (!is_shown)
    show(worker);
  ++guests;
  lock_release(&lock);
  return worker;
}

void pool_detach(struct worker *worker) {
  host_leave(&worker->host);
  worker->thread->worker = NULL;
  store_relaxed(&worker->thread->request, 0);
  fibers_release(worker);
  lock_acquire(&lock);
  --guests;
  worker->next_free = free_guests;
  free_guests = worker;
  lock_release(&lock);
}

//===----------------------------------------------------------------------===//
// For the API
//===----------------------------------------------------------------------===//

unsigned pool_workers_wanted(void) {
  lock_acquire(&lock);
  configure();
  unsigned workers = options.workers;
  lock_release(&lock);
  return workers;
}

bool pool_set_workers(unsigned workers) {
  if (workers < 1 || workers > TUSSAH_MAX_WORKERS / 2)
    return false;
  lock_acquire(&lock);
  bool quiet = guests == 0;
  if (quiet) {
    configure();
    stop_pool();
    options.workers = workers;
  }
  lock_release(&lock);
  return quiet;
}

bool pool_is_started(void) {
  lock_acquire(&lock);
  bool result = started;
  lock_release(&lock);
  return result;
}
