//===- tables.c - Tables whose entries are reclaimed ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tables.h"

#include <string.h>

enum { BITS = 64 };

bool table_prepare(struct table *table) {
  table->entries = memory_reserve(table->most * table->size);
  table->marks = memory_reserve(table->most / 8);
  if (!table->entries || !table->marks)
    return false;
  // Nothing has the number 0.
  table->marks[0] = 1;
  table->marked = BITS;
  table->used = table->block;
  store_relaxed(&table->next_new, table->used);
  table->due = table->due_new = table->used + table->least;
  return true;
}

bool table_prepare_follow(struct table *table) {
  table->follow = memory_reserve(table->most / 8);
  return table->follow;
}

uint64_t table_find(const struct table *table, uint64_t from, uint64_t end,
                    bool is_marked) {
  while (from < end) {
    uint64_t word = from < table->marked ? table->marks[from / BITS] : 0;
    uint64_t found = (is_marked ? word : ~word) >> from % BITS;
    if (found) {
      from += (uint64_t)__builtin_ctzll(found);
      break;
    }
    from = (from | (BITS - 1)) + 1;
  }
  return from < end ? from : end;
}

static void nobody(void) {}
static void (*on_due)(void) = nobody;

void tables_call_when_due(void (*function)(void)) { on_due = function; }

bool table_take_block(struct table *table, struct supply *supply) {
  uint64_t block = fetch_add_relaxed(&table->next_new, table->block);
  if (block + table->block > table->most)
    return false;
  if (block >= table->due_new)
    on_due();
  *supply = (struct supply){block, block + table->block, block + table->block};
  return true;
}

bool table_take(struct table *table, struct supply *supply) {
  for (uint64_t from = supply->end;; from = supply->end) {
    supply->next = table_find(table, from, supply->block_end, false);
    supply->end = table_find(table, supply->next, supply->block_end, true);
    if (supply->next != supply->end && supply->end - supply->next >= table->run)
      return true;
    if (supply->end != supply->block_end)
      continue;
    uint64_t block = fetch_add_relaxed(&table->next, table->block);
    if (block >= table->used)
      return table_take_block(table, supply);
    if (block >= table->due)
      on_due();
    supply->next = supply->end = block;
    supply->block_end = block + table->block;
  }
}

/// How many numbers were in blocks since the last reclamation.
static uint64_t given_now(struct table *table) {
  uint64_t next = load_relaxed(&table->next);
  return (next < table->used ? next : table->used) +
         load_relaxed(&table->next_new) - table->used;
}

uint64_t table_given(struct table *table) {
  return table->given + given_now(table);
}

uint64_t table_end(struct table *table) {
  uint64_t next = load_relaxed(&table->next_new);
  return next < table->most ? next : table->most;
}

void table_begin_marks(struct table *table) {
  // Blocks are whole words.
  table->marked = table_end(table);
  memset(table->marks, 0, table->marked / BITS * sizeof *table->marks);
  table->marks[0] = 1;
}

void table_visit(const struct table *table,
                 void (*visit)(uint64_t number, uint64_t first)) {
  uint64_t first = 0; // the last one of the words before
  for (uint64_t word = 0; word != table->marked / BITS; ++word) {
    const uint64_t entries = ~load_relaxed(&table->follow[word]);
    for (uint64_t marks = table->marks[word]; marks; marks &= marks - 1) {
      const uint64_t number = word * BITS + (uint64_t)__builtin_ctzll(marks);
      const uint64_t before = entries & (~UINT64_C(0) >> (63 - number % BITS));
      if (before)
        first = word * BITS + 63 - (uint64_t)__builtin_clzll(before);
      visit(number, first);
    }
    if (entries)
      first = word * BITS + 63 - (uint64_t)__builtin_clzll(entries);
  }
}

void table_write_first(struct table *table, void (*write)(uint64_t number)) {
  uint64_t before = 1; // of the last number before
  for (uint64_t word = 0; word != table->marked / BITS; ++word) {
    const uint64_t marks = table->marks[word];
    uint64_t found =
        load_relaxed(&table->follow[word]) & marks & ~(marks << 1 | before);
    before = marks >> (BITS - 1);
    for (; found; found &= found - 1) {
      const uint64_t number = word * BITS + (uint64_t)__builtin_ctzll(found);
      write(number);
      table_set_follow(table, number, false);
    }
  }
}

/// Returns the number at which \p wanted numbers can have been given, of those
/// without a mark. Runs that are too short for a thread do not count: where
/// marks are scattered, most are.
static uint64_t number_after(const struct table *table, uint64_t end,
                             uint64_t wanted) {
  for (uint64_t at = 0; at < end;) {
    uint64_t block_end = (at / table->block + 1) * table->block;
    uint64_t from = table_find(table, at, block_end, false);
    at = table_find(table, from, block_end, true);
    if (at == from || at - from < table->run)
      continue;
    if (at - from >= wanted)
      return at;
    wanted -= at - from;
  }
  return end + wanted;
}

void table_end_marks(struct table *table, uint64_t least) {
  const uint64_t end = table_end(table);
  uint64_t in_use = 0, last = 0;
  for (uint64_t word = 0; word * BITS < end; ++word) {
    in_use += (uint64_t)__builtin_popcountll(table->marks[word]);
    if (table->marks[word])
      last = word + 1;
  }
  table->given += given_now(table);
  table->marked = last * BITS;
  table->used =
      (table->marked + table->block - 1) / table->block * table->block;
  store_relaxed(&table->next, 0);
  store_relaxed(&table->next_new, table->used);
  // As many can be given as are in use, at least.
  uint64_t wanted = in_use;
  if (wanted < least)
    wanted = least;
  if (wanted < table->least)
    wanted = table->least;
  table->due = number_after(table, table->used, wanted);
  table->due_new = table->used + wanted;
  if (table->due > table->used)
    table->due_new = table->due;
}
