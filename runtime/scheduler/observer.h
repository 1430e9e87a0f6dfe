//===- observer.h - Who wants to know what workers do -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool in the process sees what only the scheduler knows. Nothing looks for
/// it where a task begins or ends, but only where workers meet or have no work.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_OBSERVER_H
#define TUSSAH_RUNTIME_SCHEDULER_OBSERVER_H

#include "../timeline/format.h"
#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct worker;

struct observer {
  /// Something happens in the thread of a worker, which is in the runtime. May
  /// be called in a signal handler. format.h says what `value` is.
  void (*event)(struct worker *worker, enum timeline_kind kind,
                uintptr_t value);
  /// The process ends by itself, or it is a new one without workers.
  void (*end)(void);
  void (*forked)(void);
};

#ifndef TUSSAH_MODEL

/// Null if nobody observes. Set before the first worker exists.
extern const struct observer *tussah_observer TUSSAH_HIDDEN;

static inline void observe(struct worker *worker, enum timeline_kind kind,
                           uintptr_t value) {
  if (__builtin_expect(tussah_observer != 0, 0))
    tussah_observer->event(worker, kind, value);
}

static inline void observe_end(void) {
  if (tussah_observer)
    tussah_observer->end();
}

static inline void observe_fork(void) {
  if (tussah_observer)
    tussah_observer->forked();
}

static inline bool is_observed(void) { return tussah_observer != 0; }

#else

static inline void observe(struct worker *worker, enum timeline_kind kind,
                           uintptr_t value) {
  (void)worker, (void)kind, (void)value;
}
static inline void observe_end(void) {}
static inline void observe_fork(void) {}
static inline bool is_observed(void) { return false; }

#endif // TUSSAH_MODEL

#endif // TUSSAH_RUNTIME_SCHEDULER_OBSERVER_H
