//===- shadow.c - Who has accessed each byte of memory --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory is in lines of 128 bytes, 32 of which have a lock. While all bytes
/// of a line have the same history, of plain accesses, the line has it; or it
/// has a few runs of words with one history each (runs.h). Else each word of
/// four bytes has a cell with its history, or is split (splits.h).
///
//===----------------------------------------------------------------------===//

#include "shadow.h"

#include "cells.h"
#include "histories.h"
#include "memory.h"
#include "ranges.h"
#include "runs.h"
#include "splits.h"

#include <stddef.h>
#include <string.h>

enum {
  WORD = RACE_WORD,
  LINE_BITS = RACE_SIZE(7, 4),
  LINE = 1 << LINE_BITS,
  CELLS = LINE / WORD,
  ALL_BYTES = 15
};

/// A line has one history, or runs, whose set is in place of `reads[1]`, or
/// cells. Cells that do not count may be other than 0 if it has LINE_STALE.
struct line {
  struct race_history all; ///< 0, but for the runs, unless it has one history
  uint32_t state;
};

enum { LINE_LOCKED = 1, LINE_CELLS = 2, LINE_STALE = 4, LINE_RUNS = 8 };

_Static_assert(CELLS == RUN_WORDS, "a run_set has a bit for each");
_Static_assert(sizeof(struct pair) == sizeof(struct line), "");

/// Without the lock.
static uint32_t get_state(const struct line *line) {
  return load32_relaxed(&line->state) & ~(uint32_t)LINE_LOCKED;
}

/// \name The upper half of a line as a pair
/// @{
static uint32_t state_in(uint64_t high) {
  return (uint32_t)(high >> 32) & ~(uint32_t)LINE_LOCKED;
}

/// The runs of the line, 0 if it has none.
static run_set runs_in(uint64_t high) {
  return state_in(high) & LINE_RUNS ? (uint32_t)high : 0;
}

/// The state, and with it what is in place of runs. Acquire, which pairs with
/// set_line: cells are at least as new.
static uint64_t get_upper(const struct line *line) {
  return load_both32_acquire(&((const struct pair *)line)->high);
}
/// @}

/// Sets all of \p line, which is locked.
static void set_line(struct line *line, struct race_history h, uint32_t state) {
  struct pair *pair = (struct pair *)line;
  uint64_t bit = load32_relaxed(&line->state) & LINE_LOCKED;
  store_both32_relaxed(&pair->low, h.write | (uint64_t)h.reads[0] << 32);
  // Pairs with get_upper.
  store_both32_release(&pair->high, h.reads[1] | (state | bit) << 32);
}

/// \name Where they are
/// Where neither programs nor AddressSanitizer have anything.
/// @{
#define LINES UINT64_C(0x180000000000)
#define LINES_SIZE                                                             \
  ((UINT64_C(1) << RACE_ADDRESS_BITS) / LINE * sizeof(struct line))

/// Parts of the program's memory whose lines have been other than empty: which,
/// and their numbers.
enum { PART_BITS = RACE_SIZE(18, 5) };
#define PARTS (UINT64_C(1) << (RACE_ADDRESS_BITS - PART_BITS))
static uint8_t *is_used;
static uint32_t *used_parts;
static uint32_t used_count;

/// Constructors of libraries allocate memory before there is any shadow.
static bool is_prepared;

bool shadow_prepare(void) {
  is_prepared = memory_reserve_at(RACE_CELLS, RACE_CELLS_SIZE) &&
                memory_reserve_at(LINES, LINES_SIZE) &&
                (is_used = memory_reserve(PARTS * sizeof *is_used)) &&
                (used_parts = memory_reserve(PARTS * sizeof *used_parts)) &&
                histories_prepare() && splits_prepare();
  return is_prepared;
}

static struct line *line_of(uintptr_t address) {
  uint64_t low = address & ((UINT64_C(1) << RACE_ADDRESS_BITS) - 1);
  return (struct line *)LINES + low / LINE;
}

/// Whether the bytes are where programs have memory: layout.h.
static bool is_known(uintptr_t address, uint64_t size) {
  uintptr_t part = address >> RACE_ADDRESS_BITS;
  return is_prepared && size &&
         (part == 0 || part == 5 || part == 10 || part == 15) &&
         (address + size - 1) >> RACE_ADDRESS_BITS == part;
}
/// @}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static void cell_access(struct race_cell *cell, uint32_t bytes, lock_set locks,
                        enum access_kind kind, entry now) {
  if (!is_atomic(kind) && bytes == ALL_BYTES && !cell->split &&
      change_plain(&cell->all, kind, now))
    return;
  if (!cell->split) {
    struct race_history h = get_plain(&cell->all);
    if (!is_atomic(kind) && is_repeated(&h, kind, now))
      return;
    cell_split(cell);
  }
  split_access(cell, bytes, locks, kind, now);
}

/// The same for plain accesses of the words from \p cell to \p end.
static void cells_access(struct race_cell *cell, const struct race_cell *end,
                         lock_set locks, enum access_kind kind, entry now) {
  if (end - cell > 1 && !cell->split && are_equal(cell, end)) {
    const struct change *c = change_of(get_plain(&cell->all), kind, now);
    if (c->label) {
      fill(cell, end, c->after);
      return;
    }
    // Each of the others has a race of its own.
    if (c->fits)
      set_plain(&cell++->all, c->after);
  }
  // No cell that is not split is this.
  struct pair before = {0, UINT64_MAX}, after = before;
  for (; cell != end; ++cell) {
    struct pair pair = get_pair(cell);
    if (__builtin_expect(differ(pair, before), 0)) {
      const struct change *c =
          cell->split ? NULL : change_of(get_plain(&cell->all), kind, now);
      if (!c || !c->fits) {
        cell_access(cell, ALL_BYTES, locks, kind, now);
        continue;
      }
      before = pair;
      after = cell_pair(c->after);
      if (!c->label) {
        set_pair(cell, after);
        before.high = UINT64_MAX;
        continue;
      }
    }
    set_pair(cell, after);
  }
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Lines that have one lock, that of the first of them: accesses of many lines
/// take few.
enum { BLOCK_LINES = RACE_SIZE(32, 2) };
_Static_assert(1 << PART_BITS >= BLOCK_LINES * LINE, "a part has whole blocks");

static struct line *block_of(struct line *line) {
  const uintptr_t size = BLOCK_LINES * sizeof(struct line);
  return (struct line *)((uintptr_t)line & ~(size - 1));
}

static void lock(struct line *block) {
  for (;;) {
    uint32_t state = get_state(block);
    // Pairs with unlock.
    if (cas32_acquire(&block->state, state, state | LINE_LOCKED))
      return;
    spin_pause();
  }
}

static void unlock(struct line *block) {
  store32_release(&block->state, get_state(block)); // pairs with lock
}

/// Gives each word of \p line, which has one history or runs, its own.
static void expand(struct line *line, struct race_cell *cells) {
  const uint64_t upper = get_upper(line);
  struct race_history all = get_plain(&line->all);
  if (runs_in(upper))
    runs_expand(cells, runs_in(upper));
  else if (state_in(upper) & LINE_STALE || !is_empty(&all))
    fill(cells, cells + CELLS, all);
  set_line(line, (struct race_history){0}, LINE_CELLS);
}

/// Gives \p line its \p runs, whose cells are set. Of the others, some may not
/// be clear if \p stale is LINE_STALE.
static void set_runs(struct line *line, struct race_cell *cells, run_set runs,
                     uint32_t stale) {
  if (runs != 1) {
    set_line(line, (struct race_history){.reads = {0, runs}},
             LINE_RUNS | stale);
    return;
  }
  struct race_history all = get_plain(&cells->all);
  if (!stale)
    set_pair(cells, (struct pair){0, 0});
  set_line(line, all, stale);
}

/// Clears the cells of \p line that do not count: an iteration's write ends
/// what those before have read.
static void drop_stale(struct line *line, struct race_cell *cells) {
  const run_set runs = runs_in(get_upper(line));
  if (runs)
    runs_forget_unused(cells, runs);
  else
    fill(cells, cells + CELLS, (struct race_history){0});
  set_line(line, get_plain(&line->all), runs ? LINE_RUNS : 0);
}

/// Whether an access from \p address to \p end is one of words, more than two:
/// accesses of single words would make as many runs.
static bool is_of_words(uintptr_t address, uintptr_t end) {
  return (address | end) % WORD == 0 && end - address > (uintptr_t)2 * WORD;
}

/// Checks a plain access of words of \p line, which has no cells. Returns false
/// if it must have some for that.
static bool line_access_runs(struct line *line, uintptr_t address,
                             uintptr_t end, enum access_kind kind, entry now) {
  struct race_cell *cells = race_cell_of(address & ~(uintptr_t)(LINE - 1));
  const unsigned first = address % LINE / WORD;
  const unsigned count = (unsigned)(end - address) / WORD;
  if (kind == WRITE && get_state(line) & LINE_STALE)
    drop_stale(line, cells);
  const uint64_t upper = get_upper(line);
  run_set runs = runs_in(upper);
  if (!runs && count == CELLS)
    return change_plain(&line->all, kind, now);
  const uint32_t stale = state_in(upper) & LINE_STALE;
  if (!runs) {
    runs = 1;
    set_pair(cells, cell_pair(get_plain(&line->all)));
  }
  bool fits = runs_access(cells, &runs, first, first + count, kind, now);
  set_runs(line, cells, runs, stale);
  return fits;
}

/// Whether the words from \p cell to \p end, at least one, have one history.
static bool are_one(const struct race_cell *cell, const struct race_cell *end) {
  // Often the line has another strand's words at one end.
  return !cell->split && !differ(get_pair(cell), get_pair(end - 1)) &&
         are_equal(cell, end);
}

/// If the words of \p line have one history, or two with an access that begins
/// or ends at the word \p boundary, makes these the line's.
static void collapse(struct line *line, struct race_cell *cells,
                     unsigned boundary) {
  if (are_one(cells, cells + CELLS))
    set_runs(line, cells, 1, LINE_STALE);
  else if (boundary % CELLS && are_one(cells, cells + boundary) &&
           are_one(cells + boundary, cells + CELLS))
    set_runs(line, cells, 1 | 1u << boundary, LINE_STALE);
}

/// Whether the strand has accessed all of \p line already, so that it need not
/// be locked. Of reads that are last in one order only, just the last in E
/// tells: in place of the other the line may have runs.
static bool is_seen(struct line *line, enum access_kind kind) {
  // While the line has runs or cells, these are 0.
  return is_mine(get(&line->all.write)) ||
         (kind == READ && is_of_run(get(&line->all.reads[0])));
}

/// The same for what has the history \p h, which nobody changes.
static inline bool is_history_seen(const struct race_history *h,
                                   enum access_kind kind) {
  return is_mine(h->write) ||
         (kind == READ && (is_of_run(h->reads[0]) || is_mine(h->reads[1])));
}

/// The same for the word of \p cell.
static inline bool is_cell_seen(const struct race_cell *cell,
                                enum access_kind kind) {
  return is_mine(get(&cell->all.write)) ||
         (kind == READ && (is_of_run(get(&cell->all.reads[0])) ||
                           is_mine(get(&cell->all.reads[1]))));
}

/// The same for the words from \p cell to \p end.
static bool are_seen(const struct race_cell *cell, const struct race_cell *end,
                     enum access_kind kind) {
  // Often none is, or all are equal. Others change cells meanwhile: those that
  // equal the first must equal what was seen in it.
  const four_words first = load_four32_relaxed(cell);
  const struct race_history seen = {(uint32_t)first[0],
                                    {first[0] >> 32, (uint32_t)first[1]}};
  if (!is_history_seen(&seen, kind) || !is_cell_seen(end - 1, kind))
    return false;
  if (are_all(cell + 1, end, first))
    return true;
  for (++cell; cell != end; ++cell)
    if (!is_cell_seen(cell, kind))
      return false;
  return true;
}

/// The same for the bytes from \p address to \p end of a line with \p runs.
static bool are_runs_seen(run_set runs, uintptr_t address, uintptr_t end,
                          enum access_kind kind) {
  const struct race_cell *cells =
      race_cell_of(address & ~(uintptr_t)(LINE - 1));
  const unsigned last = (end - 1) % LINE / WORD;
  for (unsigned at = run_start(runs, address % LINE / WORD); at <= last;
       at = run_end(runs, at))
    if (!is_cell_seen(&cells[at], kind))
      return false;
  return true;
}

/// Whether the strand has accessed the bytes from \p address to \p end, all in
/// \p line.
static bool is_part_seen(struct line *line, uintptr_t address, uintptr_t end,
                         enum access_kind kind) {
  if (is_seen(line, kind))
    return true;
  // Cells that do not count are not worth a miss in the cache.
  const uint64_t upper = get_upper(line);
  if (runs_in(upper))
    return are_runs_seen(runs_in(upper), address, end, kind);
  const struct race_cell *cell = race_cell_of(address);
  return state_in(upper) & LINE_CELLS &&
         are_seen(cell, cell + (end - 1) / WORD - address / WORD + 1, kind);
}

/// An access that is being checked.
struct checked {
  lock_set locks;
  enum access_kind kind;
  entry now;
  struct line *block; ///< whose lock it has
};

static void release(struct checked *a) {
  if (a->block)
    unlock(a->block);
  a->block = NULL;
}

/// The lines of \p block may become other than empty.
static void note_use(const struct line *block) {
  uint64_t part =
      (uint64_t)(block - (struct line *)LINES) >> (PART_BITS - LINE_BITS);
  if (__builtin_expect(!load8_relaxed(&is_used[part]), 0) &&
      !exchange8_relaxed(&is_used[part], true))
    used_parts[fetch_add32_relaxed(&used_count, 1)] = (uint32_t)part;
}

static struct line *hold(struct checked *a, struct line *line) {
  struct line *block = block_of(line);
  if (a->block != block) {
    release(a);
    lock(block);
    note_use(block);
    a->block = block;
  }
  return block;
}

/// Checks the bytes from \p address to \p end, which are in one line.
static void line_access(struct checked *a, uintptr_t address, uintptr_t end) {
  bool is_plain = !is_atomic(a->kind);
  struct line *line = line_of(address);
  hold(a, line);
  bool has_cells = get_state(line) & LINE_CELLS;
  if (is_plain && !has_cells && is_of_words(address, end) &&
      line_access_runs(line, address, end, a->kind, a->now))
    return;
  struct race_cell *cells = race_cell_of(address & ~(uintptr_t)(LINE - 1));
  if (!has_cells)
    expand(line, cells);
  const bool reaches_end = end % LINE == 0;
  const uintptr_t begin = address;
  if (is_plain && (address | end) % WORD == 0) {
    struct race_cell *cell = &cells[address % LINE / WORD];
    cells_access(cell, cell + (end - address) / WORD, a->locks, a->kind,
                 a->now);
    address = end;
  }
  while (address != end) {
    uintptr_t word_end = (address | (WORD - 1)) + 1;
    if (word_end > end)
      word_end = end;
    uint32_t bytes = ((1u << (word_end - address)) - 1)
                     << (address & (WORD - 1));
    cell_access(&cells[address % LINE / WORD], bytes, a->locks, a->kind,
                a->now);
    address = word_end;
  }
  if (is_plain && reaches_end)
    collapse(line, cells, begin % LINE / WORD);
  else if (is_plain && begin % LINE == 0 && is_of_words(begin, end))
    collapse(line, cells, end % LINE / WORD);
}

/// Returns where, from \p address on, the first line begins that the strand has
/// not accessed as a whole, or the last one that does not end before \p end.
static uintptr_t skip_seen(uintptr_t address, uintptr_t end,
                           enum access_kind kind) {
  const uint32_t first = __tussah_race_window.first,
                 room = __tussah_race_window.room,
                 run = __tussah_race_window.run,
                 run_room = __tussah_race_window.run_room;
  for (const struct line *line = line_of(address); end - address >= LINE;
       ++line, address += LINE)
    if (!race_is_mine(get(&line->all.write), first, room) &&
        !(kind == READ &&
          race_is_mine(get(&line->all.reads[0]), run, run_room)))
      break;
  return address;
}

/// Checks whole lines from \p address on that have one history, of one block.
/// Returns where the rest begins.
static uintptr_t whole_lines(struct checked *a, uintptr_t address,
                             uintptr_t end) {
  struct line *line = line_of(address);
  const struct line *block_end = hold(a, line) + BLOCK_LINES;
  bool is_known = false;
  struct pair before = {0, 0}, after = before;
  for (; line != block_end && end - address >= LINE; ++line, address += LINE) {
    struct pair pair = get_pair(line);
    if (state_in(pair.high) & (LINE_CELLS | LINE_RUNS) ||
        (a->kind == WRITE && state_in(pair.high) & LINE_STALE))
      break;
    const uint64_t state = pair.high >> 32 << 32;
    pair.high ^= state;
    if (!is_known || differ(pair, before)) {
      const struct change *c =
          change_of(get_plain(&line->all), a->kind, a->now);
      if (!c->fits)
        break;
      is_known = c->label;
      before = pair;
      after = cell_pair(c->after);
    }
    set_pair(line, (struct pair){after.low, after.high | state});
  }
  return address;
}

static void access_bytes(struct checked *a, uintptr_t address, uint64_t size) {
  if (!is_known(address, size))
    return;
  uintptr_t end = address + size;
  while (address != end) {
    if (!is_atomic(a->kind) && address % LINE == 0 && end - address >= LINE) {
      const uintptr_t begin = address;
      address = skip_seen(address, end, a->kind);
      if (end - address >= LINE)
        address = whole_lines(a, address, end);
      if (address != begin)
        continue;
    }
    uintptr_t line_end = (address | (LINE - 1)) + 1;
    if (line_end > end)
      line_end = end;
    if (is_atomic(a->kind) ||
        !is_part_seen(line_of(address), address, line_end, a->kind))
      line_access(a, address, line_end);
    address = line_end;
  }
}

bool shadow_is_seen(uintptr_t address, uint64_t size, enum access_kind kind) {
  if (!is_known(address, size))
    return false;
  uintptr_t end = address + size;
  while (address != end) {
    if (address % LINE == 0)
      address = skip_seen(address, end, kind);
    if (address == end)
      break;
    uintptr_t line_end = (address | (LINE - 1)) + 1;
    if (line_end > end)
      line_end = end;
    if (!is_part_seen(line_of(address), address, line_end, kind))
      return false;
    address = line_end;
  }
  return true;
}

void shadow_access(uintptr_t address, uint64_t size, lock_set locks,
                   enum access_kind kind, entry by) {
  struct checked a = {locks, kind, by, NULL};
  // Callers have seen that it is not repeated.
  if (address / LINE == (address + size - 1) / LINE && is_known(address, size))
    line_access(&a, address, address + size);
  else
    access_bytes(&a, address, size);
  release(&a);
}

void shadow_access_all(uintptr_t address, uint64_t size, uint64_t count,
                       int64_t stride, lock_set locks, enum access_kind kind,
                       entry by) {
  if (!count)
    return;
  uint64_t step = stride < 0 ? -(uint64_t)stride : (uint64_t)stride;
  if (stride < 0)
    address -= (count - 1) * step;
  struct checked a = {locks, kind, by, NULL};
  if (step <= size) {
    access_bytes(&a, address, (count - 1) * step + size);
    release(&a);
    return;
  }
  for (; count; --count, address += step)
    access_bytes(&a, address, size);
  release(&a);
}

//===----------------------------------------------------------------------===//
// Reuse
//===----------------------------------------------------------------------===//

static void forget_bytes(struct race_cell *cell, uint32_t bytes) {
  struct race_history h = get_plain(&cell->all);
  if (bytes == ALL_BYTES) {
    if (cell->split)
      cell_unsplit(cell);
    set_plain(&cell->all, (struct race_history){0});
    return;
  }
  if (!cell->split) {
    if (is_empty(&h))
      return;
    cell_split(cell);
  }
  split_forget(cell, bytes);
}

/// Forgets all of \p line, which is locked.
static void whole_line_forget(struct line *line, struct race_cell *cells) {
  // Stale cells, too: what the strand has accessed is not what it will.
  if (get_state(line)) {
    for (struct race_cell *cell = cells; cell != cells + CELLS; ++cell)
      if (cell->split)
        cell_unsplit(cell);
    fill(cells, cells + CELLS, (struct race_history){0});
  }
  set_line(line, (struct race_history){0}, 0);
}

static void line_forget(uintptr_t address, uintptr_t end) {
  struct line *line = line_of(address), *block = block_of(line);
  struct race_cell *cells = race_cell_of(address & ~(uintptr_t)(LINE - 1));
  lock(block);
  if (end - address == LINE) {
    whole_line_forget(line, cells);
    unlock(block);
    return;
  }
  if (!(get_state(line) & LINE_CELLS))
    expand(line, cells);
  while (address != end) {
    const unsigned first = address % WORD;
    unsigned count = WORD - first;
    if (count > end - address)
      count = end - address;
    forget_bytes(&cells[address % LINE / WORD], ((1u << count) - 1) << first);
    address += count;
  }
  unlock(block);
}

/// Whether nothing of \p line is known.
static inline bool is_forgotten(struct line *line) {
  struct pair pair = get_pair(line);
  return !(pair.low | (pair.high & ~((uint64_t)LINE_LOCKED << 32)));
}

/// Gives the shadow of whole pages of lines back. Returns where the rest of the
/// memory begins.
static uintptr_t forget_pages(uintptr_t address, uintptr_t end) {
  const uint64_t page = MEMORY_PAGE / sizeof(struct line) * LINE;
  uintptr_t last = end / page * page;
  memory_clear(line_of(address), (last - address) / LINE * sizeof(struct line));
  memory_clear(race_cell_of(address),
               (last - address) / WORD * sizeof(struct race_cell));
  return last;
}

void shadow_forget(uintptr_t address, uint64_t size) {
  enum { MANY = 1 << 20, PAGE = MEMORY_PAGE / sizeof(struct line) * LINE };
  if (!is_known(address, size))
    return;
  ranges_forget();
  uintptr_t end = address + size;
  while (address != end) {
    if (address % PAGE == 0 && end - address >= MANY) {
      address = forget_pages(address, end);
      continue;
    }
    uintptr_t line_end = (address | (LINE - 1)) + 1;
    if (line_end > end)
      line_end = end;
    if (!is_forgotten(line_of(address)))
      line_forget(address, line_end);
    address = line_end;
  }
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

static void mark_plain(struct race_history h) {
  label_mark(h.write);
  label_mark(h.reads[0]);
  label_mark(h.reads[1]);
}

static void mark_cells(const struct race_cell *cells) {
  struct pair before = {0, 0};
  for (const struct race_cell *cell = cells; cell != cells + CELLS; ++cell) {
    struct pair pair = get_pair(cell);
    if (!differ(pair, before))
      continue;
    before = pair;
    mark_plain(get_plain(&cell->all));
    if (cell->split)
      split_mark(cell);
  }
}

/// Marks what the lines from \p line on have, those of a part.
static void mark_lines(struct line *line, struct race_cell *cells) {
  const struct line *end = line + (1 << PART_BITS) / LINE;
  for (; line != end; ++line, cells += CELLS) {
    const uint64_t upper = get_upper(line);
    const uint32_t state = state_in(upper);
    // Labels in cells that do not count may be given again, and be mine then.
    if (runs_in(upper))
      runs_forget_unused(cells, runs_in(upper));
    if (state & (LINE_CELLS | LINE_RUNS)) {
      mark_cells(cells);
      continue;
    }
    if (state & LINE_STALE) {
      fill(cells, cells + CELLS, (struct race_history){0});
      set_line(line, get_plain(&line->all), 0);
    }
    mark_plain(get_plain(&line->all));
  }
}

uint64_t shadow_mark(void) {
  splits_begin_marks();
  histories_begin_marks();
  const uint32_t count = load32_relaxed(&used_count);
  for (uint32_t i = 0; i != count; ++i) {
    uint64_t address = (uint64_t)used_parts[i] << PART_BITS;
    mark_lines(line_of(address), race_cell_of(address));
  }
  splits_end_marks();
  histories_end_marks();
  return (uint64_t)count << PART_BITS;
}
