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

/// The number of a set of locks, and of what a strand has to do with guards
/// (guards.h): whose initialisers it is in, and which it has passed. Equal sets
/// have one number; 0 is the empty one.
typedef uint32_t lock_set;

/// The number of a guard, below MOST_GUARDS.
typedef uint32_t guard_id;
enum { MOST_GUARDS = 256 };
/// A bit for each guard.
struct guard_set {
  uint64_t words[MOST_GUARDS / 64];
};

static inline bool guards_are_none(const struct guard_set *guards) {
  uint64_t any = 0;
  for (int i = 0; i != MOST_GUARDS / 64; ++i)
    any |= guards->words[i];
  return !any;
}

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

/// Whether an access of a strand with \p now, and one of a strand with \p
/// before that came earlier, are no race though the dag says nothing: a lock is
/// in both, and not with readers only; or the earlier one was in an
/// initialiser, and the other one has passed its guard, or is in another
/// attempt.
bool locks_exclude(lock_set before, lock_set now);

/// \name Guards
/// algorithm.md, "Initialisers".
/// @{
/// Returns \p set with the initialiser of \p guard, in attempt \p attempt, or
/// without any of its attempts.
lock_set locks_begin_guard(lock_set set, guard_id guard, uint32_t attempt);
lock_set locks_end_guard(lock_set set, guard_id guard);
/// The same, of one at the address \p guard that has no number, and whose
/// initialiser is not checked.
lock_set locks_begin_unchecked(lock_set set, const void *guard);
lock_set locks_end_unchecked(lock_set set, const void *guard);
bool locks_are_unchecked(lock_set set);
/// Returns \p set with \p passed.
lock_set locks_pass(lock_set set, const struct guard_set *passed);
/// The guards that a strand has passed, and those whose initialiser it is in.
struct guard_set locks_passed(lock_set set);
struct guard_set locks_guards_begun(lock_set set);
bool locks_have_passed(lock_set set, guard_id guard);

/// Returns what of \p set a later access asks: all but what was passed.
lock_set locks_class(lock_set set);
/// Returns what of \p set goes to tasks and iterations: guards.
lock_set locks_inherited(lock_set set);
/// Returns \p set without guards.
lock_set locks_without_guards(lock_set set);
/// @}

#endif // TUSSAH_TOOLS_RACE_LOCKS_H
