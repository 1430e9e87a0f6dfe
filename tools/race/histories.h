//===- histories.h - The accesses that some bytes remember ------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each access executes is inlined into shadow.c.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_HISTORIES_H
#define TUSSAH_TOOLS_RACE_HISTORIES_H

#include "access.h"
#include "labels.h"
#include "locks.h"

#include "runtime/atomic.h"

/// The accesses of some bytes that the checks need: algorithm.md has the proof.
struct history {
  entry write;
  /// Of each kind that does not conflict with itself, the last in each of two
  /// serial orders.
  entry reads[2], atomic_reads[2], atomic_writes[2];
  /// The accesses of strands that held locks.
  struct locked *locked;
};

static inline bool is_atomic(enum access_kind kind) {
  return kind == ATOMIC_READ || kind == ATOMIC_WRITE;
}

/// Whether \p before is of the strand of \p now, which held no more locks then.
static inline bool is_covered(entry before, entry now) {
  if (is_mine(before))
    return true;
  if (!before || !(label_order(before, now) & SAME))
    return false;
  lock_set locks = entry_class(before);
  return !locks || locks == entry_class(now);
}

/// Whether the strand of \p now has accessed the location already in a way that
/// conflicts with no less: algorithm.md.
static inline bool is_repeated(const struct race_history *h,
                               enum access_kind kind, entry now) {
  return is_covered(h->write, now) ||
         (kind == READ &&
          (is_covered(h->reads[0], now) || is_covered(h->reads[1], now)));
}

/// Checks an access, and keeps it in \p h.
void history_access(struct history *h, lock_set locks, enum access_kind kind,
                    entry now);

/// Returns \p h with all that other accesses may need.
struct history history_of(struct race_history h);

/// Makes \p to what \p from is. Afterwards they have nothing in common.
void history_copy(struct history *to, const struct history *from);

static inline bool is_equal(const struct race_history *a,
                            const struct race_history *b) {
  return a->write == b->write && a->reads[0] == b->reads[0] &&
         a->reads[1] == b->reads[1];
}

static inline bool is_empty(const struct race_history *h) {
  return !h->write && !h->reads[0] && !h->reads[1];
}

// Histories of lines and cells are read without the lock, too.

static inline uint32_t get(const uint32_t *word) {
  return load32_relaxed(word);
}

static inline void set(uint32_t *word, uint32_t value) {
  store32_relaxed(word, value);
}

static inline struct race_history get_plain(const struct race_history *at) {
  return (struct race_history){get(&at->write),
                               {get(&at->reads[0]), get(&at->reads[1])}};
}

static inline void set_plain(struct race_history *at, struct race_history h) {
  set(&at->write, h.write);
  set(&at->reads[0], h.reads[0]);
  set(&at->reads[1], h.reads[1]);
}

/// What accesses with a label have made of a history: words next to each other,
/// or accessed one after another, often have the same.
struct change {
  entry label; ///< 0 if it must not be repeated
  enum access_kind kind;
  bool fits; ///< else a plain history cannot keep the access: nothing is done
  struct race_history before, after;
};

enum { CHANGE_BITS = RACE_SIZE(8, 1) };
extern _Thread_local struct change changes[1 << CHANGE_BITS];

/// Checks a plain access and says what it makes of a history. Not known
/// afterwards if there was a race: that is of each object.
void learn_change(struct change *c, struct race_history h,
                  enum access_kind kind, entry now);

static inline const struct change *change_of(struct race_history h,
                                             enum access_kind kind, entry now) {
  // Labels of one strand, and of strands next to each other, are so, too.
  uint32_t hash =
      (now + (uint32_t)kind + h.write * 3 + h.reads[0] * 5 + h.reads[1] * 7) *
      UINT32_C(0x9e3779b9);
  struct change *c = &changes[hash >> (32 - CHANGE_BITS)];
  if (c->label != now || c->kind != kind || !is_equal(&h, &c->before))
    learn_change(c, h, kind, now);
  return c;
}

/// Returns whether \p at can keep the access. Else nothing is done.
static inline bool change_plain(struct race_history *at, enum access_kind kind,
                                entry now) {
  const struct change *c = change_of(get_plain(at), kind, now);
  if (c->fits)
    set_plain(at, c->after);
  return c->fits;
}

bool histories_prepare(void);

/// \name Reclamations
/// reclaim.c. All but the first while no other thread is in the detector.
/// @{
/// The thread forgets all changes, and what it could give.
void histories_forget_changes(void);
void histories_begin_marks(void);
/// Marks the labels that \p h has.
void history_mark(const struct history *h);
void histories_end_marks(void);
/// @}

#endif // TUSSAH_TOOLS_RACE_HISTORIES_H
