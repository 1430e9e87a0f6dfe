//===- locks.h - Sets of locks that strands hold ----------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_LOCKS_H
#define TUSSAH_TOOLS_RACE_LOCKS_H

#include "layout.h"

#include "runtime/atomic.h"

#include <stdbool.h>
#include <stdint.h>

/// The number of a set of locks. Equal sets have one number; 0 is the empty
/// one.
typedef uint32_t lock_set;

/// How many sets there are. The first one is empty.
extern lock_set locks_used;

/// Whether any strand has held a lock. Who has got a label of one that did from
/// another thread has got this, too.
static inline bool locks_are_used(void) {
  return load32_relaxed(&locks_used) != 1;
}

enum { MOST_LOCK_SETS = RACE_SIZE(1 << 22, 16) };

/// Reserves memory. Returns false, with errno, if there is none.
bool locks_prepare(void);

/// Returns \p set with \p lock once more, held as by a reader if \p is_shared.
lock_set locks_add(lock_set set, const void *lock, bool is_shared);
/// Returns \p set with \p lock once less, or \p set if it is not there.
lock_set locks_remove(lock_set set, const void *lock);

/// Returns \p set with \p owner, which a strand holds to its end; \p set itself
/// if it is there.
lock_set locks_hold(lock_set set, const void *owner);
/// Returns \p set without what a strand holds to its end.
lock_set locks_end_strand(lock_set set);

/// Whether strands that hold \p a and \p b cannot run at the same time: a lock
/// is in both, and not with readers only.
bool locks_exclude(lock_set a, lock_set b);

#endif // TUSSAH_TOOLS_RACE_LOCKS_H
