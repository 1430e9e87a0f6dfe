//===- splits.c - Words with more than a plain history --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "splits.h"

#include "memory.h"
#include "tables.h"

enum { ALL_BYTES = (1 << RACE_WORD) - 1 };

/// What a word remembers. Most words have one history for all their bytes,
/// which is then in one line of the cache.
struct split {
  _Alignas(RACE_SIZE(64, 8)) struct history first; ///< of the first byte
  uint32_t others; ///< the number of those of the others; 0: the same
  uint32_t next;   ///< while it is free
};

/// Histories of the other three bytes of a word.
struct others {
  struct history bytes[RACE_WORD - 1];
  uint32_t next; ///< while it is free
};

static struct table splits = {.most = UINT64_C(1) << 30,
                              .size = sizeof(struct split),
                              .block = RACE_SIZE(256, 64),
                              .run = 1,
                              .least = 1 << 16};
static struct table all_others = {.most = UINT64_C(1) << 30,
                                  .size = sizeof(struct others),
                                  .block = RACE_SIZE(256, 64),
                                  .run = 1,
                                  .least = 1 << 16};

static _Thread_local struct supply supply, others_supply;
static _Thread_local uint32_t free_split, free_others;

bool splits_prepare(void) {
  return table_prepare(&splits) && table_prepare(&all_others);
}

static struct split *split_at(uint32_t number) {
  return (struct split *)splits.entries + number;
}

static struct others *others_at(uint32_t number) {
  return (struct others *)all_others.entries + number;
}

static uint32_t take(struct table *table, struct supply *from) {
  if (from->next == from->end && !table_take(table, from))
    memory_fatal("no memory for accesses of single bytes; run the program on "
                 "a smaller input");
  return (uint32_t)from->next++;
}

static uint32_t new_split(void) {
  const uint32_t number = free_split;
  if (!number)
    return take(&splits, &supply);
  free_split = split_at(number)->next;
  return number;
}

static uint32_t new_others(void) {
  const uint32_t number = free_others;
  if (!number)
    return take(&all_others, &others_supply);
  free_others = others_at(number)->next;
  return number;
}

static struct history *history_at(struct split *split, int byte) {
  return byte ? &others_at(split->others)->bytes[byte - 1] : &split->first;
}

void cell_split(struct race_cell *cell) {
  uint32_t number = new_split();
  struct split *split = split_at(number);
  const struct race_history plain = get_plain(&cell->all);
  split->first = history_of(plain);
  split->others = 0;
  set_plain(&cell->all,
            (struct race_history){plain.write, {0, plain.reads[0]}});
  cell->split = number;
}

void cell_unsplit(struct race_cell *cell) {
  struct split *split = split_at(cell->split);
  if (split->others) {
    others_at(split->others)->next = free_others;
    free_others = split->others;
  }
  split->next = free_split;
  free_split = cell->split;
  cell->split = 0;
  set_plain(&cell->all, (struct race_history){0});
}

/// Gives each byte a history of its own.
static void divide(struct split *split) {
  if (split->others)
    return;
  split->others = new_others();
  for (int byte = 1; byte != RACE_WORD; ++byte)
    history_copy(history_at(split, byte), &split->first);
}

/// How many histories \p split has.
static int count_of(const struct split *split) {
  return split->others ? RACE_WORD : 1;
}

/// Whether \p h has the write \p now, and nothing else.
static bool is_write_alone(const struct history *h, entry now) {
  bool has_others = h->locked;
  for (int i = 0; i != 2; ++i)
    has_others |= h->reads[i] || h->atomic_reads[i] || h->atomic_writes[i];
  return h->write == now && !has_others;
}

/// If a write has made the bytes of \p cell equal, gives them a plain history.
static void join(struct race_cell *cell, entry now) {
  struct split *split = split_at(cell->split);
  for (int byte = 0; byte != count_of(split); ++byte)
    if (!is_write_alone(history_at(split, byte), now))
      return;
  cell_unsplit(cell);
  set(&cell->all.write, now);
}

void split_access(struct race_cell *cell, uint32_t bytes, lock_set locks,
                  enum access_kind kind, entry now) {
  struct split *split = split_at(cell->split);
  if (bytes != ALL_BYTES)
    divide(split);
  for (int byte = 0; byte != count_of(split); ++byte)
    if (bytes & 1u << byte)
      history_access(history_at(split, byte), locks, kind, now);
  if (bytes == ALL_BYTES && kind == WRITE)
    set(&cell->all.write, now);
  else if (bytes == ALL_BYTES && kind == READ)
    set(&cell->all.reads[1], now);
  if (kind == WRITE && !locks_class(locks))
    join(cell, now);
}

void split_forget(struct race_cell *cell, uint32_t bytes) {
  struct split *split = split_at(cell->split);
  set_plain(&cell->all, (struct race_history){0});
  divide(split);
  for (int byte = 0; byte != RACE_WORD; ++byte)
    if (bytes & 1u << byte)
      *history_at(split, byte) = (struct history){0};
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

void splits_forget_supplies(void) {
  supply = others_supply = (struct supply){0, 0, 0};
  free_split = free_others = 0;
}

void splits_begin_marks(void) {
  table_begin_marks(&splits);
  table_begin_marks(&all_others);
}

void split_mark(const struct race_cell *cell) {
  table_mark(&splits, cell->split);
  struct split *split = split_at(cell->split);
  if (split->others)
    table_mark(&all_others, split->others);
  for (int byte = 0; byte != count_of(split); ++byte)
    history_mark(history_at(split, byte));
}

void splits_end_marks(void) {
  table_end_marks(&splits, 0);
  table_end_marks(&all_others, 0);
}
