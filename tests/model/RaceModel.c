//===- RaceModel.c - Shadow memory, and what is read without its locks ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strands in parallel, each in a thread of its own, access memory through the
/// sources of tools/race. Each access has a number, which is its place in the
/// program; models say which pairs of them must be reported as races, and which
/// others may be.
///
//===----------------------------------------------------------------------===//

#include "RaceModel.h"
#include "RaceMemory.h"
#include "models.h"

// For its flags.
#include "tools/race/strands.c"

#include "tools/race/checks.h"
#include "tools/race/choices.h"
#include "tools/race/current.h"
#include "tools/race/guards.h"
#include "tools/race/objects.h"
#include "tools/race/paths.h"
#include "tools/race/places.h"
#include "tools/race/race.h"
#include "tools/race/reclaim.h"
#include "tools/race/report.h"
#include "tools/race/shadow.h"
#include "tools/race/tables.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// The rest of the detector
//===----------------------------------------------------------------------===//

struct choices choices;
_Thread_local struct pedigree __tussah_pedigree;

place place_of(csi_kind_t kind, csi_id_t id) {
  (void)kind;
  return (place)id + 1;
}

void report_values(void) {}
void object_note_variable(csi_id_t id, const void *address, uint64_t size) {
  (void)id, (void)address, (void)size;
}
void object_note_block(csi_id_t id, const void *address) {
  (void)id, (void)address;
}
void objects_mark_paths(void) {}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

/// Pairs of accesses. The set of races is not read before the end, and follows
/// from what the threads have read.
enum { ACCESSES = 4 };
#define PAIR(a, b) (1u << ((a) * ACCESSES + (b)))
static unsigned reported;

// No guard has a number.
uint32_t __tussah_race_guards;
void guards_forget_bytes(uintptr_t address, uint64_t size) {
  (void)address, (void)size;
}

void report_race(entry before, enum access_kind kind_before, entry now,
                 enum access_kind kind) {
  (void)kind_before, (void)kind;
  unsigned a = entry_place(before) - 1, b = entry_place(now) - 1;
  reported |= a < b ? PAIR(a, b) : PAIR(b, a);
}

static void require_races(unsigned must, unsigned may) {
  model_require((reported & must) == must, "a race is not reported");
  model_require(!(reported & ~(must | may)), "what is no race is reported");
}

//===----------------------------------------------------------------------===//
// Strands
//===----------------------------------------------------------------------===//

enum { WORD = RACE_WORD, LINE = 16 };

static node_id root, block, inner;
static atomic_word turn;

void race_begin(void) {
  static bool is_prepared;
  if (!is_prepared) {
    model_require(strands_prepare() && labels_prepare() && shadow_prepare() &&
                      locks_prepare() && paths_prepare(),
                  "the detector is not prepared");
    reclaim_prepare();
    root = node_add(0, 0, 0);
    block = node_add(root, 0, 0);
    inner = node_add(block, 0, 0);
    is_prepared = true;
    race_memory_keep();
  }
  race_memory_reset();
  reported = 0;
  turn.value = 0;
}

/// The thread executes what is at this position of the block.
static void be_at(position at) {
  set_current((struct cursor){block, at}, NO_VIEWS);
}

static void be_task(unsigned rank) { be_at(2 * rank + POSITION_IS_TASK); }

static void *at(unsigned offset) {
  return (void *)(uintptr_t)(MEMORY + offset);
}

static void store(csi_id_t number, unsigned offset, unsigned size) {
  __tussah_race_store(number, at(offset), size, 0);
}

static void load(csi_id_t number, unsigned offset, unsigned size) {
  __tussah_race_load(number, at(offset), size, 0);
}

static void store_words(csi_id_t number, unsigned offset, unsigned count) {
  __tussah_race_store_range(number, at(offset), WORD, count, WORD);
}

/// Stores a word if hooks.c, inlined into the program, does not see that the
/// strand has done so.
static void store_inlined(csi_id_t number, unsigned offset) {
  const struct race_window *window = &__tussah_race_window;
  bool is_current = window->strand == (uintptr_t)__tussah_pedigree.parent;
  if (!is_current ||
      !race_cell_is_seen(race_cell_of(MEMORY + offset), *window, false))
    store(number, offset, WORD);
}

/// Waits for the threads before, in an order that is not that of the dag.
static void wait_for_turn(uintptr_t number) {
  while (load_acquire(&turn) != number)
    model_wait_while(&turn, number - 1);
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// Two writes of a word.
static void writes(unsigned number) {
  be_task(number);
  store(number, 0, WORD);
}
static void check_writes(void) { require_races(PAIR(0, 1), 0); }

/// Two reads, and a write.
static void reads(unsigned number) {
  be_task(number);
  if (number == 1)
    store(1, 0, WORD);
  else
    load(number, 0, WORD);
}
static void check_reads(void) { require_races(PAIR(0, 1) | PAIR(1, 2), 0); }

/// Bytes of a word have histories of their own.
static void bytes(unsigned number) {
  be_task(number);
  store(number, number, 1);
  if (number == 1)
    store(2, 0, 1);
}
static void check_bytes(void) { require_races(PAIR(0, 2), 0); }

/// A line, and a word of it.
static void line(unsigned number) {
  be_task(number);
  if (number == 0)
    store_words(0, 0, LINE / WORD);
  else
    store(1, WORD, WORD);
}

/// The first and last of some words are a strand's already, and those between
/// are not.
static void ends_first(unsigned number) {
  enum { COUNT = 3 };
  be_task(number);
  if (number == 0) {
    store(0, 0, WORD);
    store(1, (COUNT - 1) * WORD, WORD);
    store_words(2, 0, COUNT);
  } else {
    store_words(3, 0, COUNT);
  }
}
static void check_ends_first(void) {
  require_races(PAIR(0, 3) | PAIR(1, 3) | PAIR(2, 3), 0);
}

/// Runs of words: a strand has accessed some at an end of a line, which others
/// make a part of a longer run.
static void runs(unsigned number) {
  enum { HALF = LINE / WORD / 2 };
  be_task(number);
  if (number == 0) {
    store_words(0, 0, HALF);
    store_words(2, 0, LINE / WORD);
  } else {
    store_words(1, HALF * WORD, HALF);
    store_words(3, 0, LINE / WORD);
  }
}
static void check_runs(void) {
  require_races(PAIR(0, 3) | PAIR(1, 2), PAIR(2, 3));
}

/// The same, of one that looks at its words without the lock meanwhile.
static void runs_again(unsigned number) {
  be_task(number);
  if (number == 0) {
    store_words(0, 0, 2);
    store_words(2, 0, 3);
  } else {
    store_words(3, 0, 3);
  }
}
static void check_runs_again(void) {
  require_races(PAIR(0, 3) | PAIR(2, 3), 0);
}

/// A strand's words become a line's history; then it accesses one again, and
/// sees its label in a cell that is out of date.
static void stale(unsigned number) {
  be_task(number);
  if (number == 1) {
    store_words(1, 0, LINE / WORD);
    return;
  }
  for (unsigned word = 0; word != LINE / WORD; ++word)
    store(0, word * WORD, WORD);
  store_inlined(2, 0);
}
static void check_stale(void) { require_races(PAIR(0, 1), PAIR(1, 2)); }

/// The same, but the memory becomes another object in between: then nothing of
/// before counts.
static void reuse(unsigned number) {
  be_task(number);
  if (number == 1) {
    wait_for_turn(1);
    store(1, 0, WORD);
    store_release(&turn, 2);
    return;
  }
  for (unsigned word = 0; word != LINE / WORD; ++word)
    store(0, word * WORD, WORD);
  __tussah_race_new(at(0), LINE);
  store_release(&turn, 1);
  wait_for_turn(2);
  store_inlined(2, 0);
}
static void check_reuse(void) { require_races(PAIR(1, 2), 0); }

/// A task, and what follows the sync, of a block that ends.
static void series(unsigned number) {
  if (number == 0) {
    be_task(0);
    store(0, 0, WORD);
    store_release(&turn, 1);
    return;
  }
  wait_for_turn(1);
  struct cursor before = node_parent(block);
  set_current((struct cursor){before.node, before.at + 2}, NO_VIEWS);
  node_end(block);
  store(1, 0, WORD);
}
static void check_series(void) { require_races(0, 0); }

/// Strands that hold a lock, one of which writes without it, too.
static void locked(unsigned number) {
  be_task(number);
  __tussah_race_acquire(at(0), false);
  store(number, 0, WORD);
  __tussah_race_release(at(0));
  if (number == 0)
    store(2, 0, WORD);
}
static void check_locked_writes(void) { require_races(PAIR(1, 2), 0); }

/// Equal sets of locks have one number.
static lock_set sets[2][2];
static void lock_sets(unsigned number) {
  for (unsigned lock = 0; lock != 2; ++lock)
    sets[number][lock] = locks_add(0, at((lock ^ number) * LINE), false);
}
static void check_sets(void) {
  model_require(sets[0][0] == sets[1][1] && sets[0][1] == sets[1][0] &&
                    sets[0][0] != sets[0][1],
                "a set of locks has two numbers, or a number two sets");
}

/// Threads give the calls that lead to them a number; of two that agree it is
/// one, and what it stands for is there.
static path_id numbers[2];
static void number_paths(unsigned number) {
  struct race_frame caller = {.function = 1};
  struct race_frame frame = {.caller = &caller, .function = 2 + number};
  __tussah_race_frame = &frame;
  path_id path = path_of_current();
  model_require(path_at(path)->function == 2 + number, "a path is another");
  numbers[number] = path_at(path)->caller;
}
static void check_paths(void) {
  model_require(numbers[0] && numbers[0] == numbers[1],
                "a path has two numbers");
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

/// The flags of nodes that are not there do not change.
static void begin_reclaiming(void) {
  race_begin();
  model_ignore(is_active + inner + 1, 64 - inner - 1);
}

/// A block ends, which is read before, outside of the detector; then its number
/// may be another's.
static void ending(unsigned number) {
  if (number == 0) {
    model_require(node_parent(inner).node == block, "the node is another");
    node_end(inner);
    return;
  }
  reclaim_request();
  model_require(thread_enter(), "a thread is inside twice");
  node_id made = node_add(block, 2, 0);
  node_id other = node_add(block, 4, 0);
  model_require(made != block && other != block, "a node in use is given");
  thread_leave();
}

/// A thread asks for a reclamation, and then has a strand with numbers that may
/// have been given before.
static void reclaimed(unsigned number) {
  be_task(number);
  store(number, 0, WORD);
  if (number == 0) {
    reclaim_request();
    be_task(2);
    store(2, WORD, WORD);
  }
}

/// Each thread looks at words of its own of the second line.
static void begin_with_labels(void) {
  begin_reclaiming();
  model_ignore(race_cell_of(MEMORY + LINE),
               LINE / WORD * sizeof(struct race_cell));
}

/// Takes labels that nothing refers to: what is given in one piece is at least
/// eight.
static void waste_labels(void) {
  for (csi_id_t other = ACCESSES; other != ACCESSES + 8; ++other)
    label_of(place_of(CSI_STORE, other));
}

/// Takes the rest of the labels that the thread has, so that it is given those
/// that others had.
static void waste_block(void) {
  enum { BLOCK = 64 };
  csi_id_t other = ACCESSES;
  while (label_of(place_of(CSI_STORE, other)) % BLOCK != BLOCK - 1)
    ++other;
}

/// A strand's label is in cells that are out of date when it is given again, to
/// a strand that is in parallel with what the line has by then.
static void reclaimed_stale(unsigned number) {
  if (number == 0) {
    be_at(0);
    store(3, LINE, WORD);
    waste_labels();
    for (unsigned word = 0; word != LINE / WORD; ++word)
      store(0, word * WORD, WORD);
    be_at(2);
    store_words(1, 0, LINE / WORD);
    store_release(&turn, 1);
    return;
  }
  wait_for_turn(1);
  be_task(0);
  reclaim_request();
  store(3, LINE + WORD, WORD);
  store_inlined(2, 0);
}
/// A thread knows that a label is of a strand before its own, when that is
/// given to one in parallel.
static void reclaimed_known(unsigned number) {
  if (number == 0) {
    be_at(0);
    store(0, 0, WORD);
    waste_labels();
    be_at(4);
    store(3, LINE, WORD);
    waste_block();
    store_release(&turn, 1);
    wait_for_turn(2);
    be_task(0);
    store(2, WORD, WORD);
    store_release(&turn, 3);
    return;
  }
  wait_for_turn(1);
  be_at(2);
  store(1, 0, WORD);
  reclaim_request();
  model_require(thread_enter(), "a thread is inside twice");
  thread_leave();
  store_release(&turn, 2);
  wait_for_turn(3);
  store(1, WORD, WORD);
}

/// A thread knows that a strand has accessed a range, when its labels are given
/// to another.
static void reclaimed_range(unsigned number) {
  enum { COUNT = 5 };
  if (number != 0)
    return;
  be_at(0);
  __tussah_race_store_range(0, at(0), 1, COUNT, WORD);
  waste_labels();
  be_at(2);
  store_words(1, 0, COUNT);
  waste_block();
  be_task(0);
  reclaim_request();
  store(3, LINE + 3 * WORD, WORD);
  __tussah_race_store_range(2, at(0), 1, COUNT, WORD);
}

static void check_reclaimed(void) { require_races(PAIR(1, 2), 0); }

const struct model race_models[] = {
    {"race-writes", 2, 0, race_begin, writes, check_writes, 3, 1},
    {"race-bytes", 2, 0, race_begin, bytes, check_bytes, 2, 2},
    {"race-reads", 3, 0, race_begin, reads, check_reads, 1, 1},
    {"race-line", 2, 0, race_begin, line, check_writes, 2, 1},
    {"race-ends-first", 2, 0, race_begin, ends_first, check_ends_first, 2, 0},
    {"race-runs", 2, 0, race_begin, runs, check_runs, 2, 1},
    {"race-runs-again", 2, 0, race_begin, runs_again, check_runs_again, 2, 1},
    {"race-stale", 2, 0, race_begin, stale, check_stale, 2, 0},
    {"race-reuse", 2, 0, race_begin, reuse, check_reuse, 2, 1},
    {"race-series", 2, 0, race_begin, series, check_series, 2, 2},
    {"race-locked", 2, 0, race_begin, locked, check_locked_writes, 2, 1},
    {"race-lock-sets", 2, 0, race_begin, lock_sets, check_sets, 2, 1},
    {"race-paths", 2, 0, race_begin, number_paths, check_paths, 3, 2},
    {"race-node-ends", 2, 0, begin_reclaiming, ending, NULL, 2, 1},
    {"race-reclaimed", 2, 0, begin_reclaiming, reclaimed, check_writes, 2, 1},
    {"race-reclaimed-stale", 2, 0, begin_with_labels, reclaimed_stale,
     check_reclaimed, 1, 0},
    {"race-reclaimed-known", 2, 0, begin_with_labels, reclaimed_known,
     check_reclaimed, 1, 0},
    {"race-reclaimed-range", 2, 0, begin_with_labels, reclaimed_range,
     check_reclaimed, 1, 0},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
