//===- counters.h - Counters of one worker -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// docs/reference/runtime.md says what they count.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_COUNTERS_H
#define TUSSAH_RUNTIME_SCHEDULER_COUNTERS_H

#include "../atomic.h"

/// Only its worker changes them.
struct statistics {
  atomic_word tasks, promotions, taken_back, steals, failed_steals, requests,
      signals, interrupts, joins, fibers, stack_bytes, sleeps, sleep_ns, rests,
      failed_walks, views, reductions;
};

/// All of them, in the order of the output.
#define TUSSAH_STATISTICS(X)                                                   \
  X(tasks)                                                                     \
  X(promotions)                                                                \
  X(taken_back)                                                                \
  X(steals)                                                                    \
  X(failed_steals)                                                             \
  X(requests)                                                                  \
  X(signals)                                                                   \
  X(interrupts)                                                                \
  X(joins)                                                                     \
  X(fibers)                                                                    \
  X(stack_bytes)                                                               \
  X(sleeps)                                                                    \
  X(sleep_ns)                                                                  \
  X(rests)                                                                     \
  X(failed_walks)                                                              \
  X(views)                                                                     \
  X(reductions)

/// Adds to a counter. Relaxed: readers want no order.
static inline void count(atomic_word *counter, uintptr_t n) {
  store_relaxed(counter, load_relaxed(counter) + n);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_COUNTERS_H
