//===- inlet.h - Results that come while a frame runs -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lock of a frame with inlets. Its holder runs the frame's code or an
/// inlet. A child that finds it held does not wait: it leaves its result to the
/// holder, who runs the inlet for it before giving up the lock. cancel.md has
/// the proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_INLET_H
#define TUSSAH_RUNTIME_SCHEDULER_INLET_H

#include "../atomic.h"

/// Base of a result in a list.
struct result {
  plain_word next;
};

/// The state is 0 if the lock is free, else INLET_HELD, plus the address of the
/// result that was left last, if any.
struct inlet_lock {
  atomic_word state;
};

enum { INLET_FREE = 0, INLET_HELD = 1 };

/// Takes the lock if it is free.
static inline bool inlet_try(struct inlet_lock *lock) {
  // Acquire: pairs with cas_release in inlet_release.
  return cas_acquire(&lock->state, INLET_FREE, INLET_HELD);
}

/// Leaves \p result to the holder. Returns false if the lock is free.
static inline bool inlet_leave(struct inlet_lock *lock, struct result *result) {
  for (;;) {
    uintptr_t state = load_relaxed(&lock->state);
    if (state == INLET_FREE)
      return false;
    write_plain(&result->next, state & ~(uintptr_t)INLET_HELD);
    // Release: pairs with exchange_acquire in inlet_release, for the result.
    if (cas_release(&lock->state, state, (uintptr_t)result | INLET_HELD))
      return true;
  }
}

/// Gives up the lock and returns null; or, if results were left, keeps it, and
/// returns them, the first one first. Holder only.
static inline struct result *inlet_release(struct inlet_lock *lock) {
  // Release: pairs with cas_acquire in inlet_try, for what the holder has done.
  if (cas_release(&lock->state, INLET_HELD, INLET_FREE))
    return (struct result *)0;
  // Acquire: pairs with all cas_release in inlet_leave since the last time,
  // which form one release sequence.
  uintptr_t last =
      exchange_acquire(&lock->state, INLET_HELD) & ~(uintptr_t)INLET_HELD;
  uintptr_t first = 0;
  while (last) {
    struct result *result = (struct result *)last;
    last = read_plain(&result->next);
    write_plain(&result->next, first);
    first = (uintptr_t)result;
  }
  return (struct result *)first;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_INLET_H
