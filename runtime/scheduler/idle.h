//===- idle.h - How workers fall asleep and wake up -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Workers without work search for a while, then sleep. sleep.md has the
/// protocol and its proof: no worker sleeps for ever while a continuation is
/// published that it may steal. Where there are more workers than processors,
/// some are left asleep, and one of the sleepers, the watchman, looks from time
/// to time whether they are needed after all.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_IDLE_H
#define TUSSAH_RUNTIME_SCHEDULER_IDLE_H

#include "attributes.h"
#include "lock.h"

/// A worker sleeps; or it is awake: it works, or looks for work; or it rests:
/// it does not steal for a while.
enum { SLEEPS = 0, IS_AWAKE = 1, RESTS = 2 };

/// A worker's part. The lock protects `next`. The worker alone writes `root`
/// and `watches`, while it is not in the list or with the lock held.
struct sleeper {
  atomic_word wanted; ///< a futex: SLEEPS while it should sleep
  uintptr_t root;     ///< the only computation it may work for; 0: any
  struct sleeper *next;
  bool watches; ///< was the watchman when it last joined the list
  /// The processor that the worker was on when it last entered a root, stole,
  /// published, fell asleep or was woken; a hint. TUSSAH_NO_PROCESSOR for a
  /// guest without a thread.
  atomic_word processor;
};

struct idle {
  struct lock lock;
  atomic_word sleepers;  ///< length of the list
  atomic_word searchers; ///< workers for any root that look for work
  atomic_word surplus;   ///< workers that there are no processors for
  struct sleeper *first;
  struct sleeper *watchman; ///< one of the list, for any root; or null
};

/// Of all workers of the process.
extern struct idle tussah_idle TUSSAH_HIDDEN;

/// Sets the number of workers that there are no processors for.
void idle_set_surplus(struct idle *idle, uintptr_t surplus);

/// \p self has run out of work and looks for more.
void idle_begin_search(struct idle *idle, const struct sleeper *self);

/// \p self has found work.
void idle_end_search(struct idle *idle, const struct sleeper *self);

/// \p self has published something that belongs to the computation \p root.
void idle_notify(struct idle *idle, const struct sleeper *self, uintptr_t root);

/// True if there are workers that there are no processors for.
static inline bool idle_has_surplus(const struct idle *idle) {
  // Relaxed: a hint.
  return load_relaxed(&idle->surplus) != 0;
}

/// True if fewer workers sleep than lack a processor, so that a worker without
/// work may sleep without a look for it.
static inline bool idle_is_crowded(const struct idle *idle) {
  // Relaxed: a hint. idle_rely looks under the lock.
  return load_relaxed(&idle->sleepers) < load_relaxed(&idle->surplus);
}

/// \p self, which searches, wants to sleep. The caller then looks once more
/// everywhere, and calls idle_cancel or idle_sleep. But if it is the watchman
/// then (`self->watches`), it sleeps for a bounded time only, calls
/// idle_cancel, and looks everywhere before it calls idle_rely.
void idle_announce(struct idle *idle, struct sleeper *self);

/// As idle_announce, for a worker that does not look everywhere. It relies on
/// the watchman, or is the watchman then. It looks only at what ends its
/// search. Returns false, and has no effect, if not enough other workers are
/// awake, or if there is no watchman and \p self cannot be it.
bool idle_rely(struct idle *idle, struct sleeper *self);

/// The last look found something: \p self searches again.
void idle_cancel(struct idle *idle, struct sleeper *self);

/// Sleeps until woken; then \p self searches again.
void idle_sleep(struct idle *idle, struct sleeper *self);

/// \p self, which does not search, rests. The caller then looks at what would
/// end its search, sleeps for a bounded time while `self->wanted` is RESTS, and
/// calls idle_end_rest. Only idle_wake ends the rest earlier.
void idle_begin_rest(struct idle *idle, struct sleeper *self);
void idle_end_rest(struct sleeper *self);

/// Wakes \p sleeper if it sleeps or rests, or is about to. Before the call, the
/// caller has changed a condition that \p sleeper looks at.
void idle_wake(struct idle *idle, struct sleeper *sleeper);

/// Wakes all.
void idle_wake_all(struct idle *idle);

#endif // TUSSAH_RUNTIME_SCHEDULER_IDLE_H
