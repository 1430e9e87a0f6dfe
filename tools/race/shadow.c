//===- shadow.c - Who has accessed each byte of memory --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory is in lines of 128 bytes, eight of which have a lock. While all bytes
/// of a line have the same history, of plain accesses, the line has it. Else
/// each word of four bytes has a cell with its history, or, if its bytes differ
/// or there were atomic accesses, one for each byte.
///
//===----------------------------------------------------------------------===//

#include "shadow.h"

#include "histories.h"
#include "ranges.h"
#include "tables.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum { WORD = RACE_WORD, LINE = 128, CELLS = LINE / WORD, ALL_BYTES = 15 };

/// A line without LINE_CELLS has one history. Its cells are then not used, but
/// may be other than 0 if it has LINE_STALE.
struct line {
  _Atomic uint32_t state;
  struct race_history all;
};

enum { LINE_LOCKED = 1, LINE_CELLS = 2, LINE_STALE = 4 };

/// Without the lock.
static uint32_t get_state(const struct line *line) {
  return atomic_load_explicit(&line->state, memory_order_relaxed) &
         ~(uint32_t)LINE_LOCKED;
}

/// Histories of the four bytes of a word.
struct split {
  struct history bytes[WORD];
  uint32_t next; ///< while it is free
};

/// \name Where they are
/// Where neither programs nor AddressSanitizer have anything.
/// @{
#define LINES UINT64_C(0x180000000000)
#define LINES_SIZE                                                             \
  ((UINT64_C(1) << RACE_ADDRESS_BITS) / LINE * sizeof(struct line))

static struct table splits = {.most = UINT64_C(1) << 30,
                              .size = sizeof(struct split),
                              .block = 256,
                              .run = 1,
                              .least = 1 << 16};

/// Parts of the program's memory whose lines have been other than empty: which,
/// and their numbers.
enum { PART_BITS = 18, PARTS = 1 << (RACE_ADDRESS_BITS - PART_BITS) };
static _Atomic bool *is_used;
static uint32_t *used_parts;
static _Atomic uint32_t used_count;

/// Constructors of libraries allocate memory before there is any shadow.
static bool is_prepared;

bool shadow_prepare(void) {
  is_prepared = memory_reserve_at(RACE_CELLS, RACE_CELLS_SIZE) &&
                memory_reserve_at(LINES, LINES_SIZE) &&
                (is_used = memory_reserve(PARTS * sizeof *is_used)) &&
                (used_parts = memory_reserve(PARTS * sizeof *used_parts)) &&
                histories_prepare() && table_prepare(&splits);
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

/// A line, or a cell, for fewer instructions.
struct pair {
  uint64_t low, high;
};

static struct pair get_pair(const void *at) {
  const struct pair *pair = at;
  return (struct pair){__atomic_load_n(&pair->low, __ATOMIC_RELAXED),
                       __atomic_load_n(&pair->high, __ATOMIC_RELAXED)};
}

static void set_pair(void *at, struct pair value) {
  struct pair *pair = at;
  __atomic_store_n(&pair->low, value.low, __ATOMIC_RELAXED);
  __atomic_store_n(&pair->high, value.high, __ATOMIC_RELAXED);
}

static bool differ(struct pair a, struct pair b) {
  return (a.low ^ b.low) | (a.high ^ b.high);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static _Thread_local struct supply split_supply;
static _Thread_local uint32_t free_split;

static struct split *split_at(uint32_t number) {
  return (struct split *)splits.entries + number;
}

/// Gives each byte of \p cell a history of its own.
static void split(struct race_cell *cell) {
  uint32_t number = free_split;
  if (number) {
    free_split = split_at(number)->next;
  } else {
    if (split_supply.next == split_supply.end &&
        !table_take(&splits, &split_supply))
      memory_fatal("no memory for accesses of single bytes; run the program on "
                   "a smaller input");
    number = (uint32_t)split_supply.next++;
  }
  struct race_history h = get_plain(&cell->all);
  struct history all = {.write = h.write, .reads = {h.reads[0], h.reads[1]}};
  for (int byte = 0; byte != WORD; ++byte)
    split_at(number)->bytes[byte] = all;
  set_plain(&cell->all, (struct race_history){0});
  cell->split = number;
}

static void unsplit(struct race_cell *cell) {
  split_at(cell->split)->next = free_split;
  free_split = cell->split;
  cell->split = 0;
}

/// Whether \p h has the write \p now, and nothing else.
static bool is_write_alone(const struct history *h, entry now) {
  bool has_others = h->locked;
  for (int i = 0; i != 2; ++i)
    has_others |= h->reads[i] || h->atomic_reads[i] || h->atomic_writes[i];
  return h->write == now && !has_others;
}

/// If a write has made the bytes of \p cell equal, gives them one history.
static void join(struct race_cell *cell, entry now) {
  const struct history *bytes = split_at(cell->split)->bytes;
  for (int byte = 0; byte != WORD; ++byte)
    if (!is_write_alone(&bytes[byte], now))
      return;
  unsplit(cell);
  set(&cell->all.write, now);
}

static void cell_access(struct race_cell *cell, uint32_t bytes, lock_set locks,
                        enum access_kind kind, entry now) {
  bool is_plain = !is_atomic(kind) && !locks;
  if (is_plain && bytes == ALL_BYTES && !cell->split) {
    change_plain(&cell->all, kind, now);
    return;
  }
  if (!cell->split) {
    struct race_history h = get_plain(&cell->all);
    // Also if it holds locks now: without them it conflicts with no less.
    if (!is_atomic(kind) && is_repeated(&h, kind, now))
      return;
    split(cell);
  }
  histories_access(split_at(cell->split)->bytes, bytes, locks, kind, now);
  if (kind == WRITE && !locks)
    join(cell, now);
}

_Static_assert(LINE == 1 << 7 && PART_BITS > 10, "note_use, shadow_mark");
_Static_assert(sizeof(struct pair) == sizeof(struct race_cell), "");

static struct pair cell_pair(struct race_history h) {
  return (struct pair){h.write | (uint64_t)h.reads[0] << 32, h.reads[1]};
}

/// Whether the cells from \p cell to \p end, at least one, are equal.
static inline bool are_equal(const struct race_cell *cell,
                             const struct race_cell *end) {
  // Sixteen bytes at once. Who does not have the lock may see some old words.
  typedef uint64_t vector __attribute__((vector_size(16), may_alias));
  const vector first = *(const vector *)cell;
  vector differs = {0, 0};
  for (++cell; cell < end; ++cell)
    differs |= *(const vector *)cell ^ first;
  return !(differs[0] | differs[1]);
}

static inline void fill(struct race_cell *cell, const struct race_cell *end,
                        struct race_history h) {
  for (const struct pair pair = cell_pair(h); cell != end; ++cell)
    set_pair(cell, pair);
}

/// The same for plain accesses of the words from \p cell to \p end.
static void cells_access(struct race_cell *cell, const struct race_cell *end,
                         enum access_kind kind, entry now) {
  if (end - cell > 1 && !cell->split && are_equal(cell, end)) {
    const struct change *c = change_of(get_plain(&cell->all), kind, now);
    if (c->label) {
      fill(cell, end, c->after);
      return;
    }
    // Each of the others has a race of its own.
    set_plain(&cell++->all, c->after);
  }
  // No cell that is not split is this.
  struct pair before = {0, UINT64_MAX}, after = before;
  for (; cell != end; ++cell) {
    struct pair pair = get_pair(cell);
    if (__builtin_expect(differ(pair, before), 0)) {
      if (cell->split) {
        cell_access(cell, ALL_BYTES, 0, kind, now);
        continue;
      }
      const struct change *c = change_of(get_plain(&cell->all), kind, now);
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
enum { BLOCK_LINES = 8 };

static struct line *block_of(struct line *line) {
  const uintptr_t size = BLOCK_LINES * sizeof(struct line);
  return (struct line *)((uintptr_t)line & ~(size - 1));
}

static void lock(struct line *block) {
  for (;;) {
    uint32_t state = get_state(block);
    if (atomic_compare_exchange_weak_explicit(
            &block->state, &state, state | LINE_LOCKED, memory_order_acquire,
            memory_order_relaxed))
      return;
    __builtin_ia32_pause();
  }
}

static void unlock(struct line *block) {
  atomic_store_explicit(&block->state, get_state(block), memory_order_release);
}

/// Sets the state of \p line, which is locked.
static void set_state(struct line *line, uint32_t state) {
  uint32_t bit = atomic_load_explicit(&line->state, memory_order_relaxed);
  atomic_store_explicit(&line->state, state | (bit & LINE_LOCKED),
                        memory_order_relaxed);
}

/// Gives each word of \p line, which has one history, that history.
static void expand(struct line *line, struct race_cell *cells) {
  struct race_history all = get_plain(&line->all);
  if (get_state(line) & LINE_STALE || !is_empty(&all))
    fill(cells, cells + CELLS, all);
  set_plain(&line->all, (struct race_history){0});
  set_state(line, LINE_CELLS);
}

/// If the words of \p line have one history, makes it that of the line.
static void collapse(struct line *line, const struct race_cell *cells) {
  // Often the line begins with another strand's words.
  const struct race_cell *last = &cells[CELLS - 1];
  if (last->split || differ(get_pair(cells), get_pair(last)) ||
      !are_equal(cells, cells + CELLS))
    return;
  set_plain(&line->all, get_plain(&last->all));
  set_state(line, LINE_STALE);
}

/// Whether the strand has accessed all of \p line already, so that it need not
/// be locked.
static bool is_seen(struct line *line, enum access_kind kind) {
  uint32_t write = get(&line->all.write);
  bool is_seen = is_mine(write);
  if (!is_seen && kind == READ)
    is_seen =
        is_mine(get(&line->all.reads[0])) || is_mine(get(&line->all.reads[1]));
  // While the line has cells, these are 0.
  return is_seen;
}

/// The same for the word of \p cell.
static inline bool is_cell_seen(const struct race_cell *cell,
                                enum access_kind kind) {
  return is_mine(get(&cell->all.write)) ||
         (kind == READ && (is_mine(get(&cell->all.reads[0])) ||
                           is_mine(get(&cell->all.reads[1]))));
}

/// The same for the words from \p cell to \p end.
static bool are_seen(const struct race_cell *cell, const struct race_cell *end,
                     enum access_kind kind) {
  // Often none is, or all are equal.
  if (!is_cell_seen(cell, kind) || !is_cell_seen(end - 1, kind))
    return false;
  if (are_equal(cell, end))
    return true;
  for (++cell; cell != end; ++cell)
    if (!is_cell_seen(cell, kind))
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
  const struct race_cell *cell = race_cell_of(address);
  return get_state(line) & LINE_CELLS &&
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
  uint64_t part = (uint64_t)(block - (struct line *)LINES) >> (PART_BITS - 7);
  if (__builtin_expect(
          !atomic_load_explicit(&is_used[part], memory_order_relaxed), 0) &&
      !atomic_exchange(&is_used[part], true))
    used_parts[atomic_fetch_add(&used_count, 1)] = (uint32_t)part;
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
  bool is_plain = !is_atomic(a->kind) && !a->locks;
  struct line *line = line_of(address);
  hold(a, line);
  bool has_cells = get_state(line) & LINE_CELLS;
  if (is_plain && !has_cells && end - address == LINE) {
    change_plain(&line->all, a->kind, a->now);
    return;
  }
  struct race_cell *cells = race_cell_of(address & ~(uintptr_t)(LINE - 1));
  if (!has_cells)
    expand(line, cells);
  bool reaches_end = end % LINE == 0;
  if (is_plain && (address | end) % WORD == 0) {
    struct race_cell *cell = &cells[address % LINE / WORD];
    cells_access(cell, cell + (end - address) / WORD, a->kind, a->now);
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
    collapse(line, cells);
}

/// Returns where, from \p address on, the first line begins that the strand has
/// not accessed as a whole, or the last one that does not end before \p end.
static uintptr_t skip_seen(uintptr_t address, uintptr_t end,
                           enum access_kind kind) {
  const uint32_t first = __tussah_race_window.first,
                 room = __tussah_race_window.room;
  for (const struct line *line = line_of(address); end - address >= LINE;
       ++line, address += LINE)
    if (!race_is_mine(get(&line->all.write), first, room) &&
        !(kind == READ &&
          (race_is_mine(get(&line->all.reads[0]), first, room) ||
           race_is_mine(get(&line->all.reads[1]), first, room))))
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
    if (pair.low & LINE_CELLS)
      break;
    const uint64_t state = (uint32_t)pair.low;
    pair.low ^= state;
    if (!is_known || differ(pair, before)) {
      const struct change *c =
          change_of(get_plain(&line->all), a->kind, a->now);
      is_known = c->label;
      before = pair;
      after.low = (uint64_t)c->after.write << 32;
      after.high = c->after.reads[0] | (uint64_t)c->after.reads[1] << 32;
    }
    set_pair(line, (struct pair){after.low | state, after.high});
  }
  return address;
}

static void access_bytes(struct checked *a, uintptr_t address, uint64_t size) {
  if (!is_known(address, size))
    return;
  uintptr_t end = address + size;
  while (address != end) {
    if (!is_atomic(a->kind) && address % LINE == 0) {
      address = skip_seen(address, end, a->kind);
      if (!a->locks && end - address >= LINE)
        address = whole_lines(a, address, end);
      if (address == end)
        break;
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
      unsplit(cell);
    set_plain(&cell->all, (struct race_history){0});
    return;
  }
  if (!cell->split) {
    if (is_empty(&h))
      return;
    split(cell);
  }
  for (int byte = 0; byte != WORD; ++byte)
    if (bytes & 1u << byte)
      split_at(cell->split)->bytes[byte] = (struct history){0};
}

/// Forgets all of \p line, which is locked.
static void whole_line_forget(struct line *line, struct race_cell *cells) {
  // Stale cells, too: what the strand has accessed is not what it will.
  if (get_state(line)) {
    for (struct race_cell *cell = cells; cell != cells + CELLS; ++cell)
      if (cell->split)
        unsplit(cell);
    fill(cells, cells + CELLS, (struct race_history){0});
  }
  set_plain(&line->all, (struct race_history){0});
  set_state(line, 0);
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
  return !((pair.low & ~(uint64_t)LINE_LOCKED) | pair.high);
}

/// Gives the shadow of whole pages of lines back. Returns where the rest of the
/// memory begins.
static uintptr_t forget_pages(uintptr_t address, uintptr_t end) {
  const uint64_t page = 4096 / sizeof(struct line) * LINE;
  uintptr_t last = end / page * page;
  memory_clear(line_of(address), (last - address) / LINE * sizeof(struct line));
  memory_clear(race_cell_of(address),
               (last - address) / WORD * sizeof(struct race_cell));
  return last;
}

void shadow_forget(uintptr_t address, uint64_t size) {
  enum { MANY = 1 << 20, PAGE = 4096 / sizeof(struct line) * LINE };
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

void shadow_forget_supplies(void) {
  split_supply = (struct supply){0, 0, 0};
  free_split = 0;
}

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
    if (!cell->split)
      continue;
    table_mark(&splits, cell->split);
    for (int byte = 0; byte != WORD; ++byte)
      history_mark(&split_at(cell->split)->bytes[byte]);
  }
}

/// Marks what the lines from \p line on have, those of a part.
static void mark_lines(struct line *line, struct race_cell *cells) {
  const struct line *end = line + (1 << PART_BITS) / LINE;
  for (; line != end; ++line, cells += CELLS) {
    uint32_t state = get_state(line);
    if (state & LINE_CELLS) {
      mark_cells(cells);
      continue;
    }
    if (state & LINE_STALE) {
      // Their labels may be given again, and be mine then.
      fill(cells, cells + CELLS, (struct race_history){0});
      set_state(line, 0);
    }
    mark_plain(get_plain(&line->all));
  }
}

uint64_t shadow_mark(void) {
  table_begin_marks(&splits);
  histories_begin_marks();
  const uint32_t count = atomic_load(&used_count);
  for (uint32_t i = 0; i != count; ++i) {
    uint64_t address = (uint64_t)used_parts[i] << PART_BITS;
    mark_lines(line_of(address), race_cell_of(address));
  }
  table_end_marks(&splits, 0);
  histories_end_marks();
  return (uint64_t)count << PART_BITS;
}
