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
/// published that it may steal.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_IDLE_H
#define TUSSAH_RUNTIME_SCHEDULER_IDLE_H

#include "lock.h"

/// A worker's part. All but `wanted` and `kind` is protected by the lock.
struct sleeper {
  atomic_word wanted; ///< a futex: 0 while it should sleep
  uintptr_t root;     ///< the only computation it may work for; 0: any
  struct sleeper *next;
};

struct idle {
  struct lock lock;
  atomic_word sleepers;  ///< length of the list
  atomic_word searchers; ///< workers for any root that look for work
  struct sleeper *first;
};

/// \p self has run out of work and looks for more.
void idle_begin_search(struct idle *idle, const struct sleeper *self);

/// \p self has found work.
void idle_end_search(struct idle *idle, const struct sleeper *self);

/// Something was published that belongs to the computation \p root.
void idle_notify(struct idle *idle, uintptr_t root);

/// A searching worker wants to sleep. Afterwards the caller looks once more
/// everywhere, then calls idle_cancel or idle_sleep.
void idle_announce(struct idle *idle, struct sleeper *self);

/// The last look found something: \p self searches again.
void idle_cancel(struct idle *idle, struct sleeper *self);

/// Sleeps until wakened; then \p self searches again.
void idle_sleep(struct idle *idle, struct sleeper *self);

/// Wakens \p sleeper if it sleeps or is about to. The caller has changed what
/// \p sleeper looks at before it sleeps.
void idle_wake(struct idle *idle, struct sleeper *sleeper);

/// Wakens all.
void idle_wake_all(struct idle *idle);

#endif // TUSSAH_RUNTIME_SCHEDULER_IDLE_H
