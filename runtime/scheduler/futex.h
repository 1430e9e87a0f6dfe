//===- futex.h - Sleeping on a word -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_FUTEX_H
#define TUSSAH_RUNTIME_SCHEDULER_FUTEX_H

#include "../atomic.h"

#ifndef TUSSAH_MODEL

#include "../os/os.h"

/// A thread sleeps at most so long before it looks again. Should the system
/// lose a wake-up, the program is late, but does not hang.
#define LONGEST_SLEEP_NS 1000000000

/// Sleeps while the low half of \p word is \p expected. May return for no
/// reason.
static inline void sleep_while_equal(const atomic_word *word,
                                     uint32_t expected) {
  // Where futexes fail, the caller's loop still waits, by testing again and
  // again.
  if (tussah_os->futex_wait(word, expected, LONGEST_SLEEP_NS) != 0)
    tussah_os->thread_yield();
}

/// Wakes at most \p count of the threads that sleep on \p word.
static inline void wake_sleepers(const atomic_word *word, unsigned count) {
  enum { ATTEMPTS = 3 };
  for (int i = 0; i < ATTEMPTS && tussah_os->futex_wake(word, count) != 0; ++i)
    tussah_os->thread_yield();
}

#endif // TUSSAH_MODEL

#endif // TUSSAH_RUNTIME_SCHEDULER_FUTEX_H
