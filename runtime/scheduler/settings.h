//===- settings.h - What is in effect of the options -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_SETTINGS_H
#define TUSSAH_RUNTIME_SCHEDULER_SETTINGS_H

#include "../atomic.h"
#include "attributes.h"
#include "options.h"

/// Zero until settings_read. The lock of the pool protects them.
extern struct options tussah_options TUSSAH_HIDDEN;

/// Number of workers of a root that is entered now, to be read without the
/// lock. 0 until settings_read.
extern atomic_word tussah_workers_wanted TUSSAH_HIDDEN;

/// Number of processors that the process may use.
extern atomic_word tussah_processors TUSSAH_HIDDEN;

/// Number of workers that are to be awake while there is work for all, and no
/// task sleeps: that of the processors. At least two: otherwise two tasks would
/// hardly ever run at the same time.
static inline unsigned most_awake(void) {
  // Relaxed: nothing else is read because of it.
  uintptr_t n = load_relaxed(&tussah_processors);
  return n < 2 ? 2 : (unsigned)n;
}

// Callers of these hold the lock of the pool.

/// Reads the options, if nobody has.
void settings_read(void) TUSSAH_HIDDEN;

/// Sets the number of workers; 0 stands for what the user asked for.
void settings_set_workers(unsigned workers) TUSSAH_HIDDEN;

/// Counts the processors anew if that was not done for a while.
void settings_count_processors(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_SETTINGS_H
