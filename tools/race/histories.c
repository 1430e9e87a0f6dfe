//===- histories.c - The accesses that some bytes remember ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "histories.h"

#include "memory.h"
#include "report.h"
#include "tables.h"

#include <stddef.h>

/// The accesses of strands that held the same locks: of each kind the last in
/// each of two serial orders, as writes that a lock keeps apart do not conflict
/// either.
struct locked {
  struct locked *next;
  lock_set locks;
  entry last[ACCESS_KINDS][2];
};

static struct table all_locked = {.most = UINT64_C(1) << 30,
                                  .size = sizeof(struct locked),
                                  .block = 64,
                                  .run = 1,
                                  .least = 1 << 17};
static _Thread_local struct supply locked_supply;

bool histories_prepare(void) { return table_prepare(&all_locked); }

static struct locked *new_locked(void) {
  if (locked_supply.next == locked_supply.end &&
      !table_take(&all_locked, &locked_supply))
    memory_fatal("no memory for accesses of strands that hold locks; run the "
                 "program on a smaller input");
  return (struct locked *)all_locked.entries + locked_supply.next++;
}

/// Reports a race of \p now with \p before, if there is one.
static bool check(entry before, enum access_kind kind_before, entry now,
                  enum access_kind kind) {
  if (!before || !is_parallel(label_order(before, now)))
    return false;
  report_race(before, kind_before, now, kind);
  return true;
}

static bool check_both(const entry before[2], enum access_kind kind_before,
                       entry now, enum access_kind kind) {
  bool first = check(before[0], kind_before, now, kind);
  bool second =
      before[1] != before[0] && check(before[1], kind_before, now, kind);
  return first || second;
}

/// Keeps, of \p last and \p now, the last in each order.
static void keep_last(entry last[2], entry now) {
  const unsigned orders[] = {ENGLISH, HEBREW};
  for (int which = 0; which != 2; ++which)
    if (!last[which] || label_order(last[which], now) & orders[which])
      last[which] = now;
}

/// Returns whether there was a race.
static bool plain_access(struct race_history *h, enum access_kind kind,
                         entry now) {
  if (is_repeated(h, kind, now))
    return false;
  bool is_raced = check(h->write, WRITE, now, kind);
  if (kind == READ) {
    keep_last(h->reads, now);
    return is_raced;
  }
  is_raced |= check_both(h->reads, READ, now, kind);
  // All others came before it, so what is in parallel with one of them is in
  // parallel with the write.
  if (!is_raced)
    *h = (struct race_history){0};
  h->write = now;
  return is_raced;
}

static bool is_write(enum access_kind kind) {
  return kind == WRITE || kind == ATOMIC_WRITE;
}

static bool do_conflict(enum access_kind a, enum access_kind b) {
  return (is_write(a) || is_write(b)) && !(is_atomic(a) && is_atomic(b));
}

/// Checks an access with those of strands that held locks, other than \p locks.
static bool check_locked(const struct history *h, lock_set locks,
                         enum access_kind kind, entry now) {
  bool is_raced = false;
  for (const struct locked *l = h->locked; l; l = l->next) {
    if (locks_exclude(l->locks, locks))
      continue;
    for (int other = 0; other != ACCESS_KINDS; ++other)
      if (do_conflict((enum access_kind)other, kind))
        is_raced |=
            check_both(l->last[other], (enum access_kind)other, now, kind);
  }
  return is_raced;
}

/// Checks an access with all that came before.
static bool check_all(const struct history *h, lock_set locks,
                      enum access_kind kind, entry now) {
  bool is_raced = check_locked(h, locks, kind, now);
  if (do_conflict(WRITE, kind))
    is_raced |= check(h->write, WRITE, now, kind);
  if (do_conflict(READ, kind))
    is_raced |= check_both(h->reads, READ, now, kind);
  if (do_conflict(ATOMIC_WRITE, kind))
    is_raced |= check_both(h->atomic_writes, ATOMIC_WRITE, now, kind);
  if (do_conflict(ATOMIC_READ, kind))
    is_raced |= check_both(h->atomic_reads, ATOMIC_READ, now, kind);
  return is_raced;
}

static void locked_access(struct history *h, lock_set locks,
                          enum access_kind kind, entry now) {
  check_all(h, locks, kind, now);
  struct locked *l = h->locked;
  while (l && l->locks != locks)
    l = l->next;
  if (!l) {
    l = new_locked();
    *l = (struct locked){.next = h->locked, .locks = locks};
    h->locked = l;
  }
  keep_last(l->last[kind], now);
}

static void history_access(struct history *h, enum access_kind kind,
                           entry now) {
  const struct race_history plain = {h->write, {h->reads[0], h->reads[1]}};
  if (!is_atomic(kind) && is_repeated(&plain, kind, now))
    return;
  bool is_raced = check_all(h, 0, kind, now);
  switch (kind) {
  case READ:
    keep_last(h->reads, now);
    break;
  case ATOMIC_READ:
    keep_last(h->atomic_reads, now);
    break;
  case ATOMIC_WRITE:
    keep_last(h->atomic_writes, now);
    break;
  default:
    if (!is_raced)
      *h = (struct history){0};
    h->write = now;
  }
}

void histories_access(struct history bytes[RACE_WORD], uint32_t accessed,
                      lock_set locks, enum access_kind kind, entry now) {
  for (int byte = 0; byte != RACE_WORD; ++byte) {
    if (!(accessed & 1u << byte))
      continue;
    if (locks)
      locked_access(&bytes[byte], locks, kind, now);
    else
      history_access(&bytes[byte], kind, now);
  }
}

_Thread_local struct change changes[1 << CHANGE_BITS];

void learn_change(struct change *c, struct race_history h,
                  enum access_kind kind, entry now) {
  c->before = h;
  bool is_raced = plain_access(&h, kind, now);
  c->after = h;
  c->label = is_raced ? 0 : now;
  c->kind = kind;
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

void histories_forget_changes(void) {
  for (int i = 0; i != 1 << CHANGE_BITS; ++i)
    changes[i].label = 0;
  locked_supply = (struct supply){0, 0, 0};
}

void histories_begin_marks(void) { table_begin_marks(&all_locked); }

static void mark_both(const entry last[2]) {
  label_mark(last[0]);
  label_mark(last[1]);
}

void history_mark(const struct history *h) {
  label_mark(h->write);
  mark_both(h->reads);
  mark_both(h->atomic_reads);
  mark_both(h->atomic_writes);
  for (const struct locked *l = h->locked; l; l = l->next) {
    table_mark(&all_locked,
               (uint64_t)(l - (const struct locked *)all_locked.entries));
    for (int kind = 0; kind != ACCESS_KINDS; ++kind)
      mark_both(l->last[kind]);
  }
}

void histories_end_marks(void) { table_end_marks(&all_locked, 0); }
