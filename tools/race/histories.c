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
  if (!before || !is_parallel(label_order(before, now)) ||
      locks_exclude(entry_locks(before), entry_locks(now)))
    return false;
  report_race(before, kind_before, now, kind);
  // Later iterations may race with the same, which is reported then.
  labels_end_run();
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

/// Whether a plain history can keep an access of \p now: that takes the place
/// of all that came before it, of what held the same locks, or conflicts with
/// no more.
static bool fits(const struct race_history *h, enum access_kind kind,
                 entry now) {
  const lock_set locks = entry_class(now);
  const entry others[] = {h->reads[0], h->reads[1], h->write};
  if (kind == WRITE && !locks)
    return true;
  for (int i = 0; i != (kind == WRITE ? 3 : 2); ++i) {
    if (!others[i])
      continue;
    if (entry_class(others[i]) != locks)
      return false;
    // Writes that a lock keeps apart are not one after another.
    if (kind == WRITE && is_parallel(label_order(others[i], now)))
      return false;
  }
  return true;
}

/// Whether an iteration of the run has read what is read again. It has not
/// written it: the write would have taken the place of the read.
static bool is_run_read(const struct race_history *h, enum access_kind kind) {
  return kind == READ && (is_of_run(h->reads[0]) || is_of_run(h->reads[1]));
}

/// Checks an access that is not repeated. Returns whether there was a race.
static bool plain_access(struct race_history *h, enum access_kind kind,
                         entry now) {
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

/// Checks an access with those of strands that held locks that do not exclude
/// \p locks.
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

/// The accesses of strands that held \p locks.
static struct locked *locked_with(struct history *h, lock_set locks) {
  struct locked *l = h->locked;
  while (l && l->locks != locks)
    l = l->next;
  if (l)
    return l;
  l = new_locked();
  *l = (struct locked){.next = h->locked, .locks = locks};
  return h->locked = l;
}

static void locked_access(struct history *h, lock_set locks,
                          enum access_kind kind, entry now) {
  check_all(h, locks, kind, now);
  keep_last(locked_with(h, locks_class(locks))->last[kind], now);
}

static bool is_any_of_run(const entry last[2]) {
  return is_of_run(last[0]) || is_of_run(last[1]);
}

/// Whether an iteration of the run has made an access of \p kind, and none one
/// that conflicts with it.
static bool is_run_atomic(const struct history *h, enum access_kind kind) {
  const entry *same = kind == ATOMIC_READ ? h->atomic_reads : h->atomic_writes;
  return is_any_of_run(same) && !is_of_run(h->write) &&
         (kind == ATOMIC_READ || !is_any_of_run(h->reads));
}

/// The same for one that has passed guards, at most.
static void unlocked_access(struct history *h, lock_set locks,
                            enum access_kind kind, entry now) {
  const struct race_history plain = {h->write, {h->reads[0], h->reads[1]}};
  if (is_atomic(kind) ? is_run_atomic(h, kind) : is_repeated(&plain, kind, now))
    return;
  bool is_raced = check_all(h, locks, kind, now);
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

void history_access(struct history *h, lock_set locks, enum access_kind kind,
                    entry now) {
  if (locks_class(locks))
    locked_access(h, locks, kind, now);
  else
    unlocked_access(h, locks, kind, now);
}

struct history history_of(struct race_history plain) {
  struct history h = {0};
  // All reads held the same.
  lock_set locks = plain.reads[0] ? entry_class(plain.reads[0]) : 0;
  entry *reads = locks ? locked_with(&h, locks)->last[READ] : h.reads;
  reads[0] = plain.reads[0];
  reads[1] = plain.reads[1];
  locks = plain.write ? entry_class(plain.write) : 0;
  if (locks)
    keep_last(locked_with(&h, locks)->last[WRITE], plain.write);
  else
    h.write = plain.write;
  return h;
}

void history_copy(struct history *to, const struct history *from) {
  *to = *from;
  for (struct locked **l = &to->locked; *l; l = &(*l)->next) {
    struct locked *copy = new_locked();
    *copy = **l;
    *l = copy;
  }
}

_Thread_local struct change changes[1 << CHANGE_BITS];

void learn_change(struct change *c, struct race_history h,
                  enum access_kind kind, entry now) {
  c->before = h;
  c->kind = kind;
  const bool is_known = is_repeated(&h, kind, now) || is_run_read(&h, kind);
  c->fits = is_known || fits(&h, kind, now);
  bool is_raced = c->fits && !is_known && plain_access(&h, kind, now);
  c->after = h;
  c->label = is_raced || !c->fits ? 0 : now;
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
