//===- attach.h - Threads become workers, and cease to be -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_ATTACH_H
#define TUSSAH_RUNTIME_SCHEDULER_ATTACH_H

#include "../atomic.h"
#include "error.h"
#include "exception.h"
#include "theft.h"
#include "thread.h"
#include "worker.h"

#include <stddef.h>

/// The calling thread becomes that of \p worker. The account of thefts stays if
/// it was the same thread before, as with many short roots.
static inline void take_thread(struct worker *worker) {
  if (worker->thread != &__tussah_thread)
    forget_thefts(worker);
  worker->thread = &__tussah_thread;
}

/// \p worker works on its thread from now on. Compiled code that a signal
/// handler calls tests `caught`. If that is set, it needs a worker.
static inline void enter_parallel_code(struct worker *worker) {
  worker->thread->worker = worker;
  fence_signal();
  worker->thread->caught = exceptions_caught();
}

static inline void leave_parallel_code(struct worker *worker) {
  worker->thread->caught = NULL;
  store_relaxed(&worker->thread->request, 0);
  fence_signal();
  worker->thread->worker = NULL;
}

/// The thread begins to change from user to guest, or back, and may hold the
/// lock. A signal handler that enters a root meanwhile would wait for its own
/// thread, so that is an error. Blocking signals would take longer than the
/// whole change.
static inline void begin_change(void) {
  if (__tussah_thread.changes)
    tussah_fatal(TUSSAH_ERROR_HANDLER);
  __tussah_thread.changes = true;
  fence_signal();
}

static inline void end_change(void) {
  fence_signal();
  __tussah_thread.changes = false;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_ATTACH_H
