//===- guest.c - Threads of the program that are in a root -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guest.h"

#include "../os/os.h"
#include "attach.h"
#include "callbacks.h"
#include "error.h"
#include "fiber.h"
#include "fork.h"
#include "idle.h"
#include "interrupt.h"
#include "lock.h"
#include "observer.h"
#include "pool.h"
#include "process.h"
#include "settings.h"
#include "stress.h"
#include "thread.h"
#include "users.h"
#include "visit.h"
#include "worker.h"
#include "workers.h"

void prepare_pool(void) {
  check_fork();
  if (pool_is_started())
    return;
  settings_read();
  interrupts_begin(tussah_options.signal);
  if (!process_watches_forks())
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  pool_start();
}

// Under stress the answer is none, as those tests want all workers to take
// part.
void guests_count_surplus(bool enters) {
  unsigned workers = pool_size() - 1 + tussah_guests;
  bool counts = tussah_guests != 0 && workers > most_awake() &&
                !tussah_stress.always_steal && !tussah_stress.delays &&
                !tussah_stress.signals;
  if (counts && enters && tussah_guests == 1)
    settings_count_processors();
  unsigned most = most_awake();
  idle_set_surplus(&tussah_idle, counts && workers > most ? workers - most : 0);
}

struct worker *guest_attach(struct root *root) {
  // Reads the options now. A signal handler that did so after begin_change
  // would wait for this thread.
  pool_workers_wanted();
  begin_change();
  lock_acquire(&tussah_pool_lock);
  prepare_pool();
  while (callbacks_must_run()) {
    // The callbacks may do anything, also start roots.
    lock_release(&tussah_pool_lock);
    end_change();
    callbacks_run(AT_INIT);
    begin_change();
    lock_acquire(&tussah_pool_lock);
    prepare_pool();
  }
  user_watch(&__tussah_thread);
  struct worker *worker = pool_take_guest(root);
  if (!worker)
    tussah_fatal(worker_count() == TUSSAH_MAX_WORKERS
                     ? TUSSAH_ERROR_TOO_MANY_THREADS
                     : TUSSAH_ERROR_NO_MEMORY);
  ++tussah_guests;
  guests_count_surplus(true);
  lock_release(&tussah_pool_lock);
  take_thread(worker);
  worker->thread->mark = 0;
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  interrupts_arrive(worker);
  enter_parallel_code(worker);
  host_arrive(&worker->host);
  end_change();
  observe(worker, TIMELINE_ENTER, 0);
  return worker;
}

void guest_detach(struct worker *worker) {
  begin_change();
  observe(worker, TIMELINE_LEAVE, 0);
  host_close(&worker->host);
  while (!host_is_empty(&worker->host))
    tussah_os->thread_yield();
  store_relaxed(&worker->sleeper.processor, TUSSAH_NO_PROCESSOR);
  leave_parallel_code(worker);
  fibers_rest(worker);
  lock_acquire(&tussah_pool_lock);
  --tussah_guests;
  guests_count_surplus(false);
  pool_free_guest(worker);
  lock_release(&tussah_pool_lock);
  end_change();
}
