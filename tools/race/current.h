//===- current.h - The current strand ---------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_CURRENT_H
#define TUSSAH_TOOLS_RACE_CURRENT_H

#include "locks.h"
#include "strands.h"
#include "thread.h"

#include "runtime/random/state.h"

#include <stdbool.h>
#include <stdint.h>

/// Which views a strand has: the number of a table, or one of these.
typedef uint32_t views_id;
enum {
  LEFTMOST_VIEWS, ///< the reducers themselves
  NO_VIEWS,       ///< as behind a steal, and none has been made
  FIRST_TABLE
};

// The strand's name is where pedigrees would be, which programs that are
// checked do not have: every target takes that along when a strand goes on in
// another thread. A node is an odd number there, which no pedigree's parent is.
// The upper half is the number of the window of a strand that has been
// numbered, 0 before. The views are in the rank, above the position.

enum { VIEWS_SHIFT = 40 };
#define POSITION_MASK ((UINT64_C(1) << VIEWS_SHIFT) - 1)

static inline struct cursor current(void) {
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  return word & 1 ? (struct cursor){(node_id)((uint32_t)word >> 1),
                                    __tussah_pedigree.rank & POSITION_MASK}
                  : (struct cursor){0, 0};
}

static inline void set_current(struct cursor name, views_id views) {
  thread.unchecked = 0;
  thread.allocating = 0;
  thread.leaf = NO_LEAF;
  __tussah_pedigree.parent = (const void *)((uintptr_t)name.node << 1 | 1);
  __tussah_pedigree.rank = (uint64_t)views << VIEWS_SHIFT | name.at;
}

/// The place that the task \p name is from, if it has begun in this thread and
/// has no node yet.
static inline place place_of_task(struct cursor name) {
  return name.node == thread.task.node && name.at == thread.task.at
             ? thread.task_place
             : 0;
}

/// How often checks are disabled is above the set of locks, which strands take
/// along in the same way.
enum { DISABLED_SHIFT = 24, MOST_DISABLED = 255 };
_Static_assert(MOST_LOCK_SETS <= 1 << DISABLED_SHIFT, "they must not overlap");

enum { LOCKS_MASK = (1 << DISABLED_SHIFT) - 1 };

static inline lock_set held_locks(void) { return thread.locks & LOCKS_MASK; }

/// The strand's later accesses get a number of their own: not all conflict with
/// what those before do.
static inline void set_held_locks(lock_set locks) {
  if (locks == held_locks())
    return;
  thread.locks = thread.locks >> DISABLED_SHIFT << DISABLED_SHIFT | locks;
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  __tussah_pedigree.parent = (const void *)(uintptr_t)(uint32_t)word;
}

// Who calls the program must not keep what these return: it may go on in
// another thread. So they are not inlined.

views_id current_views(void);
void set_current_views(views_id views);

/// Nothing that the strand does is checked until the same is said with -1.
void change_unchecked(int change);

/// The program has asked for no checks of the strand, and what it spawns; \p
/// change is 1 or -1.
void change_disabled(int change);
bool is_disabled(void);

/// An access was left out, of a thread that is not in the program's first tree.
void note_left_out(void);
bool was_left_out(void);

#endif // TUSSAH_TOOLS_RACE_CURRENT_H
