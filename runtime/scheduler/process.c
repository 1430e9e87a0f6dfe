//===- process.c - What forks and ends the process -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process.h"

#include "../atomic.h"
#include "../os/os.h"
#include "callbacks.h"
#include "fiber.h"
#include "fork.h"
#include "idle.h"
#include "lock.h"
#include "objects.h"
#include "observer.h"
#include "pool.h"
#include "quiet_lock.h"
#include "settings.h"
#include "statistics.h"
#include "thread.h"
#include "users.h"
#include "worker.h"

#include <pthread.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Forks
//===----------------------------------------------------------------------===//

/// While a process forks, no thread may be in the middle of a change. A task
/// that goes on in the child then comes to the error, and not to a lock whose
/// holder does not exist. Signal handlers publish nothing meanwhile, because
/// they would wait for this thread.
static void freeze(bool is_frozen) {
  static uintptr_t ran_user_code;
  struct worker *worker = __tussah_thread.worker;
  if (worker && is_frozen) {
    ran_user_code = load_relaxed(&worker->runs_user_code);
    enter_runtime(worker);
  }
  fibers_freeze(is_frozen);
  objects_freeze(is_frozen);
  callbacks_freeze(is_frozen);
  if (worker && !is_frozen && ran_user_code)
    leave_runtime(worker);
}

/// The signals that the forking thread had blocked, while it holds the lock.
static tussah_os_signals before_signals;

/// A child process has no workers. If no root exists, it misses none, because
/// the pool is stopped before the fork.
static void before_fork(void) {
  if (pool_must_not_wait())
    return;
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  before_signals = signals;
  if (tussah_guests == 0)
    pool_stop();
  freeze(true);
}

/// In the parent; and at the end of after_fork_in_child.
static void after_fork(void) {
  if (pool_must_not_wait())
    return;
  freeze(false);
  tussah_os_signals signals = before_signals;
  lock_release_quietly(&tussah_pool_lock, &signals);
}

/// In the child of a thread that has not waited for the locks. Their holders do
/// not exist.
static void forget_locks(void) {
  lock_forget(&tussah_pool_lock);
  lock_forget(&tussah_idle.lock);
  fibers_forked();
  objects_forked();
}

static void after_fork_in_child(void) {
  bool waited = !pool_must_not_wait();
  if (tussah_guests != 0 || !waited)
    note_fork();
  if (!waited)
    forget_locks();
  // No worker sleeps or searches here. But the interrupted thread may be using
  // the list.
  if (!lock_is_counted())
    memset(&tussah_idle, 0, sizeof tussah_idle);
  callbacks_forked(waited);
  observe_fork();
  users_forked();
  struct worker *worker = __tussah_thread.worker;
  // If a handler has forked and returns, what it has interrupted must end in an
  // error, even if that was the worker's sleep.
  if (worker)
    store_relaxed(&worker->sleeper.wanted, IS_AWAKE);
  after_fork();
  tussah_os->thread_forked(__tussah_thread.has_left);
}

static bool watches_forks;

/// A constructor, so that it comes before any use of the lock: another thread
/// may fork while the first root is entered.
__attribute__((constructor)) static void watch_forks(void) {
  watches_forks = watches_forks || pthread_atfork(before_fork, after_fork,
                                                  after_fork_in_child) == 0;
}

bool process_watches_forks(void) {
  watch_forks();
  return watches_forks;
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// At exit, and when the runtime is unloaded.
__attribute__((destructor)) static void finish(void) {
  callbacks_run(AT_EXIT);
  if (pool_must_not_wait())
    return;
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  if (tussah_options.statistics && !has_forked())
    statistics_write(tussah_options.statistics);
  observe_end();
  // If the program calls exit in a task, a root exists, and the threads end
  // with the process.
  if (tussah_guests == 0) {
    pool_give_back(true);
    users_forget();
  }
  lock_release_quietly(&tussah_pool_lock, &signals);
}
