//===- tables.h - Tables whose entries are reclaimed ------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reclamation (reclaim.c) marks the entries that something refers to. The
/// numbers of the others are given again.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_TABLES_H
#define TUSSAH_TOOLS_RACE_TABLES_H

#include "layout.h"
#include "memory.h"

#include "runtime/atomic.h"

#include <stdbool.h>
#include <stdint.h>

/// A table whose entries have numbers from 1. They do not change while
/// something refers to them, and get to other threads by what those synchronize
/// with anyway: a steal, or a word of shadow memory.
struct table {
  void *entries;
  uint64_t most, size; ///< of entries, and of one
  /// Numbers that threads take at once, and that they take only if so many
  /// follow one another.
  uint64_t block, run;
  /// Below `used` are blocks that the last reclamation has found marks in. Of
  /// these, and of those from there on, the one that a thread takes next.
  uint64_t used;
  atomic_word next, next_new;
  /// How many numbers can be given before a reclamation is due, at least; and
  /// the numbers at which it is, of both kinds of blocks.
  uint64_t least, due, due_new;
  /// A bit for each number below `marked`: something refers to the entry.
  uint64_t *marks, marked;
  /// How many numbers were in blocks before the last reclamation.
  uint64_t given;
  /// If not null, a bit for each number: there is no entry, for it follows from
  /// that of the number before.
  atomic_word *follow;
};

/// Numbers that a thread has taken: from `next` to `end`, and those without a
/// mark from there to the end of the block.
struct supply {
  uint64_t next, end, block_end;
};

/// Reserves memory for \p table, whose `most`, `size`, `block`, `run` and
/// `least` are given. Returns false, with errno, if there is none.
bool table_prepare(struct table *table);

/// Gives \p supply, whose numbers are used up, others. Returns false if there
/// are none. By a thread that is in the detector (thread.h).
bool table_take(struct table *table, struct supply *supply);

/// The same for a whole block.
bool table_take_block(struct table *table, struct supply *supply);

/// How many numbers were taken, rounded up to blocks.
uint64_t table_given(struct table *table);

/// \name Entries that follow
/// The entries of a loop's iterations, say, differ in one number only. Those
/// that a thread gives one after another follow from the first of them, and are
/// not written: no page of memory is needed for them.
/// @{
/// Of numbers that begin anew at each multiple of this: so far is looked back.
enum { MOST_FOLLOWERS = RACE_SIZE(2048, 8) };

/// Reserves memory for that. Returns false, with errno, if there is none.
bool table_prepare_follow(struct table *table);

/// Says whether \p number, which the thread gives, has no entry.
static inline void table_set_follow(struct table *table, uint64_t number,
                                    bool follows) {
  atomic_word *word = &table->follow[number / 64];
  const uint64_t bit = UINT64_C(1) << number % 64;
  const uint64_t old = load_relaxed(word);
  if (((old & bit) != 0) == follows)
    return;
  // Of what has been reclaimed, other threads give other numbers of the word.
  if (number >= table->marked)
    store_relaxed(word, old ^ bit);
  else if (follows)
    or_relaxed(word, bit);
  else
    and_relaxed(word, ~bit);
}

/// Returns the number whose entry that of \p number follows from, or itself.
/// Who has got \p number from another thread has got these bits, too.
static inline uint64_t table_first(const struct table *table, uint64_t number) {
  uint64_t word = number / 64;
  uint64_t entries =
      ~load_relaxed(&table->follow[word]) & ~UINT64_C(0) >> (63 - number % 64);
  while (!entries)
    entries = ~load_relaxed(&table->follow[--word]);
  return word * 64 + 63 - (uint64_t)__builtin_clzll(entries);
}

/// Calls \p visit for each number that is marked, with the one that its entry
/// follows from. By a reclamation.
void table_visit(const struct table *table,
                 void (*visit)(uint64_t number, uint64_t first));

/// Writes by \p write the entries of marked numbers that follow from one that
/// has no mark. By a reclamation, before table_end_marks.
void table_write_first(struct table *table, void (*write)(uint64_t number));
/// @}

/// \name Reclamations
/// While no other thread is in the detector.
/// @{
/// The numbers that have been given are below this.
uint64_t table_end(struct table *table);
void table_begin_marks(struct table *table);

/// Whether the entry is marked for the first time.
static inline bool table_mark(struct table *table, uint64_t number) {
  uint64_t *word = &table->marks[number / 64], bit = UINT64_C(1) << number % 64;
  if (*word & bit)
    return false;
  *word |= bit;
  return true;
}

/// Returns the first number from \p from on that is marked, or is not, as \p
/// is_marked says; \p end if there is none below.
uint64_t table_find(const struct table *table, uint64_t from, uint64_t end,
                    bool is_marked);

/// Lets threads take what has no mark. The next reclamation is not due before
/// \p least numbers have been given.
void table_end_marks(struct table *table, uint64_t least);
/// @}

/// \p function is called, by any thread in the detector, when a table has given
/// so many numbers that a reclamation is due. Before any is.
void tables_call_when_due(void (*function)(void));

#endif // TUSSAH_TOOLS_RACE_TABLES_H
