//===- control.c - What programs ask of the pool -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "control.h"

#include "../os/os.h"
#include "attach.h"
#include "guest.h"
#include "lock.h"
#include "pool.h"
#include "quiet_lock.h"
#include "settings.h"
#include "statistics.h"
#include "stress.h"
#include "thread.h"
#include "users.h"
#include "worker.h"
#include "workers.h"

/// Starts the pool for \p worker, the caller, which is in a root.
static void start_pool_in_root(struct worker *worker) {
  begin_change();
  lock_acquire(&tussah_pool_lock);
  prepare_pool();
  guests_count_surplus(false);
  bool has_others = pool_size() > 1 || tussah_stress.always_steal;
  lock_release(&tussah_pool_lock);
  end_change();
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  store_relaxed(&worker->thread->request, has_others);
}

/// Sets the number of workers to \p workers, or to the usual number if that is
/// 0.
/// \p own is the caller's worker if it is in a root, else null. Returns false
/// if another root exists. The lock is held.
static bool change_workers(unsigned workers, struct worker *own) {
  if (tussah_guests != (own ? 1 : 0))
    return false;
  settings_set_workers(workers);
  pool_stop();
  if (own)
    pool_rename_guest(own);
  return true;
}

bool pool_set_workers(unsigned workers) {
  if (pool_must_not_wait())
    return false;
  struct worker *own = __tussah_thread.worker;
  if (own)
    enter_runtime(own);
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  bool changed = change_workers(workers, own);
  lock_release_quietly(&tussah_pool_lock, &signals);
  // After signals are unblocked: new threads inherit what is blocked.
  if (changed && own)
    start_pool_in_root(own);
  if (own)
    leave_runtime(own);
  return changed;
}

void pool_begin(void) {
  if (__tussah_thread.worker || pool_must_not_wait())
    return;
  begin_change();
  lock_acquire(&tussah_pool_lock);
  prepare_pool();
  user_watch(&__tussah_thread);
  lock_release(&tussah_pool_lock);
  end_change();
}

bool pool_end(void) {
  if (pool_must_not_wait())
    return false;
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  bool ends = tussah_guests == 0;
  if (ends)
    pool_give_back(false);
  lock_release_quietly(&tussah_pool_lock, &signals);
  return ends;
}

void pool_dump_statistics(void) {
  if (pool_must_not_wait())
    return;
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  settings_read();
  statistics_write("1");
  lock_release_quietly(&tussah_pool_lock, &signals);
}

unsigned pool_workers_known(void) {
  unsigned wanted_ones = pool_workers_wanted(), known = worker_count();
  return known < wanted_ones ? wanted_ones : known;
}

size_t pool_stack_size(void) {
  pool_workers_wanted();
  return tussah_options.stack_size;
}
