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

/// Histories of the four bytes of a word.
struct split {
  struct history bytes[RACE_WORD];
  uint32_t next; ///< while it is free
  bool is_one;   ///< all bytes have the history of the first one
};

static struct table splits = {.most = UINT64_C(1) << 30,
                              .size = sizeof(struct split),
                              .block = RACE_SIZE(256, 64),
                              .run = 1,
                              .least = 1 << 16};

static _Thread_local struct supply supply;
static _Thread_local uint32_t free_split;

bool splits_prepare(void) { return table_prepare(&splits); }

static struct split *split_at(uint32_t number) {
  return (struct split *)splits.entries + number;
}

static uint32_t new_split(void) {
  uint32_t number = free_split;
  if (number) {
    free_split = split_at(number)->next;
    return number;
  }
  if (supply.next == supply.end && !table_take(&splits, &supply))
    memory_fatal("no memory for accesses of single bytes; run the program on "
                 "a smaller input");
  return (uint32_t)supply.next++;
}

void cell_split(struct race_cell *cell) {
  uint32_t number = new_split();
  struct split *split = split_at(number);
  split->bytes[0] = history_of(get_plain(&cell->all));
  split->is_one = true;
  cell->split = number;
}

void cell_unsplit(struct race_cell *cell) {
  split_at(cell->split)->next = free_split;
  free_split = cell->split;
  cell->split = 0;
  set_plain(&cell->all, (struct race_history){0});
}

/// Gives each byte a history of its own.
static void divide(struct split *split) {
  if (!split->is_one)
    return;
  for (int byte = 1; byte != RACE_WORD; ++byte)
    history_copy(&split->bytes[byte], &split->bytes[0]);
  split->is_one = false;
}

/// How many histories \p split has.
static int count_of(const struct split *split) {
  return split->is_one ? 1 : RACE_WORD;
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
  const struct split *split = split_at(cell->split);
  for (int byte = 0; byte != count_of(split); ++byte)
    if (!is_write_alone(&split->bytes[byte], now))
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
      history_access(&split->bytes[byte], locks, kind, now);
  if (bytes == ALL_BYTES && kind == WRITE)
    set(&cell->all.write, now);
  else if (bytes == ALL_BYTES && kind == READ)
    set(&cell->all.reads[0], now);
  if (kind == WRITE && !locks)
    join(cell, now);
}

void split_forget(struct race_cell *cell, uint32_t bytes) {
  struct split *split = split_at(cell->split);
  set_plain(&cell->all, (struct race_history){0});
  divide(split);
  for (int byte = 0; byte != RACE_WORD; ++byte)
    if (bytes & 1u << byte)
      split->bytes[byte] = (struct history){0};
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

void splits_forget_supplies(void) {
  supply = (struct supply){0, 0, 0};
  free_split = 0;
}

void splits_begin_marks(void) { table_begin_marks(&splits); }

void split_mark(const struct race_cell *cell) {
  table_mark(&splits, cell->split);
  const struct split *split = split_at(cell->split);
  for (int byte = 0; byte != count_of(split); ++byte)
    history_mark(&split->bytes[byte]);
}

void splits_end_marks(void) { table_end_marks(&splits, 0); }
