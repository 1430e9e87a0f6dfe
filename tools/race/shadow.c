//===- shadow.c - Who has accessed each byte of memory --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "shadow.h"

#include "memory.h"
#include "report.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/// The accesses of some bytes that the checks need: algorithm.md has the proof.
struct history {
  entry write;
  /// Of each kind that does not conflict with itself, the last in each of two
  /// serial orders.
  entry reads[2], atomic_reads[2], atomic_writes[2];
  /// The accesses of strands that held locks.
  struct locked *locked;
};

/// The accesses of strands that held the same locks: of each kind the last in
/// each of two serial orders, as writes that a lock keeps apart do not conflict
/// either.
struct locked {
  struct locked *next;
  lock_set locks;
  entry last[ACCESS_KINDS][2];
};

enum { WORD = 4 };

/// Four bytes of the program's memory. While all accesses were plain ones of
/// the same of these bytes, `reads` and `write` are their history; else `split`
/// has one for each byte.
struct cell {
  /// In the lower bits: CELL_LOCKED, CELL_SPLIT, and which bytes from
  /// CELL_BYTES on.
  _Atomic uint32_t state;
  uint32_t unused;
  union {
    struct {
      _Atomic entry write, reads[2];
    };
    struct history *split;
  };
};

enum { CELL_LOCKED = 1, CELL_SPLIT = 2, CELL_BYTES_SHIFT = 4 };

/// \name Where cells are
/// @{
enum { ADDRESS_BITS = 47, REGION_BITS = 20 };
#define REGION_SIZE (UINT64_C(1) << REGION_BITS)
#define REGION_SHADOW (REGION_SIZE / WORD * sizeof(struct cell))

/// The cells of each megabyte of memory, or null.
static _Atomic(struct cell *) *regions;
/// @}

bool shadow_prepare(void) {
  regions = memory_reserve((UINT64_C(1) << (ADDRESS_BITS - REGION_BITS)) *
                           sizeof *regions);
  return regions;
}

static struct cell *cells_of(uintptr_t address) {
  _Atomic(struct cell *) *region = &regions[address >> REGION_BITS];
  struct cell *cells = atomic_load_explicit(region, memory_order_acquire);
  if (cells)
    return cells;
  struct cell *made = memory_reserve(REGION_SHADOW);
  if (!made)
    memory_fatal("no memory for what has been accessed; run the program on a "
                 "smaller input");
  // Another thread may be faster. Its cells are then taken.
  if (atomic_compare_exchange_strong(region, &cells, made))
    return made;
  memory_return(made, REGION_SHADOW);
  return cells;
}

//===----------------------------------------------------------------------===//
// Histories
//===----------------------------------------------------------------------===//

static bool check(entry before, enum access_kind kind_before, entry now,
                  enum access_kind kind) {
  if (!before || !runs_in_parallel(
                     strands_compare(entry_strand(before), entry_strand(now))))
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
  for (int which = 0; which != 2; ++which) {
    if (!last[which]) {
      last[which] = now;
      continue;
    }
    struct order order =
        strands_compare(entry_strand(last[which]), entry_strand(now));
    if (which == 0 ? order.english : order.hebrew)
      last[which] = now;
  }
}

static bool is_write(enum access_kind kind) {
  return kind == WRITE || kind == ATOMIC_WRITE;
}

static bool is_atomic(enum access_kind kind) {
  return kind == ATOMIC_READ || kind == ATOMIC_WRITE;
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
    l = memory_allocate(sizeof *l);
    *l = (struct locked){.next = h->locked, .locks = locks};
    h->locked = l;
  }
  keep_last(l->last[kind], now);
}

static void history_access(struct history *h, enum access_kind kind,
                           entry now) {
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
    // All others came before it, so what is in parallel with one of them is in
    // parallel with the write.
    if (!is_raced)
      *h = (struct history){0};
    h->write = now;
  }
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// Waits for the lock of \p cell. Returns its state, without the lock.
static uint32_t lock(struct cell *cell) {
  for (;;) {
    uint32_t state =
        atomic_load_explicit(&cell->state, memory_order_relaxed) & ~CELL_LOCKED;
    if (atomic_compare_exchange_weak_explicit(
            &cell->state, &state, state | CELL_LOCKED, memory_order_acquire,
            memory_order_relaxed))
      return state;
  }
}

static void unlock(struct cell *cell, uint32_t state) {
  atomic_store_explicit(&cell->state, state, memory_order_release);
}

static entry get(const _Atomic entry *word) {
  return atomic_load_explicit(word, memory_order_relaxed);
}

static void set(_Atomic entry *word, entry value) {
  atomic_store_explicit(word, value, memory_order_relaxed);
}

static struct history unsplit_history(const struct cell *cell) {
  return (struct history){
      .write = get(&cell->write),
      .reads = {get(&cell->reads[0]), get(&cell->reads[1])}};
}

/// Gives each byte of \p cell a history of its own.
static void split(struct cell *cell, uint32_t bytes) {
  struct history *histories = memory_allocate(WORD * sizeof *histories);
  struct history all = unsplit_history(cell);
  for (int byte = 0; byte != WORD; ++byte)
    histories[byte] = bytes & 1u << byte ? all : (struct history){.write = 0};
  cell->split = histories;
}

/// Whether a check of this access would find and change nothing: the strand has
/// made one at the same bytes that conflicts with no less.
static bool is_redundant(struct cell *cell, uint32_t bytes,
                         enum access_kind kind, entry by) {
  uint32_t state = atomic_load_explicit(&cell->state, memory_order_acquire);
  if (state != bytes << CELL_BYTES_SHIFT)
    return false;
  strand_id strand = entry_strand(by);
  bool is_seen =
      entry_strand(get(&cell->write)) == strand ||
      (kind == READ && entry_strand(get(&cell->reads[0])) == strand &&
       entry_strand(get(&cell->reads[1])) == strand);
  atomic_thread_fence(memory_order_acquire);
  return is_seen &&
         atomic_load_explicit(&cell->state, memory_order_relaxed) == state;
}

static void cell_access(struct cell *cell, uint32_t bytes, lock_set locks,
                        enum access_kind kind, entry by) {
  if (!is_atomic(kind) && is_redundant(cell, bytes, kind, by))
    return;
  uint32_t state = lock(cell);
  uint32_t known = state >> CELL_BYTES_SHIFT;
  bool is_plain = !is_atomic(kind) && !locks;
  if (!(state & CELL_SPLIT) && is_plain && (!known || known == bytes)) {
    struct history h = unsplit_history(cell);
    history_access(&h, kind, by);
    set(&cell->write, h.write);
    set(&cell->reads[0], h.reads[0]);
    set(&cell->reads[1], h.reads[1]);
    unlock(cell, bytes << CELL_BYTES_SHIFT);
    return;
  }
  if (!(state & CELL_SPLIT))
    split(cell, known);
  for (int byte = 0; byte != WORD; ++byte)
    if (bytes & 1u << byte) {
      if (locks)
        locked_access(&cell->split[byte], locks, kind, by);
      else
        history_access(&cell->split[byte], kind, by);
    }
  unlock(cell, CELL_SPLIT);
}

void shadow_access(uintptr_t address, uint64_t size, lock_set locks,
                   enum access_kind kind, entry by) {
  if (!regions || size == 0 || (address + size - 1) >> ADDRESS_BITS)
    return;
  uintptr_t end = address + size;
  while (address != end) {
    struct cell *cells = cells_of(address);
    uintptr_t region_end = (address | (REGION_SIZE - 1)) + 1;
    if (region_end > end)
      region_end = end;
    while (address != region_end) {
      uintptr_t word_end = (address | (WORD - 1)) + 1;
      if (word_end > region_end)
        word_end = region_end;
      uint32_t bytes = ((1u << (word_end - address)) - 1)
                       << (address & (WORD - 1));
      cell_access(&cells[(address & (REGION_SIZE - 1)) / WORD], bytes, locks,
                  kind, by);
      address = word_end;
    }
  }
}

//===----------------------------------------------------------------------===//
// Reuse
//===----------------------------------------------------------------------===//

static void forget_bytes(struct cell *cell, uint32_t bytes) {
  if (!atomic_load_explicit(&cell->state, memory_order_relaxed))
    return;
  uint32_t state = lock(cell);
  if (state & CELL_SPLIT) {
    for (int byte = 0; byte != WORD; ++byte)
      if (bytes & 1u << byte)
        cell->split[byte] = (struct history){0};
  } else {
    uint32_t left = (state >> CELL_BYTES_SHIFT) & ~bytes;
    if (!left) {
      set(&cell->write, 0);
      set(&cell->reads[0], 0);
      set(&cell->reads[1], 0);
    }
    state = left << CELL_BYTES_SHIFT;
  }
  unlock(cell, state);
}

void shadow_forget(uintptr_t address, uint64_t size) {
  if (!regions || size == 0 || (address + size - 1) >> ADDRESS_BITS)
    return;
  uintptr_t end = address + size;
  while (address != end) {
    uintptr_t region_end = (address | (REGION_SIZE - 1)) + 1;
    if (region_end > end)
      region_end = end;
    struct cell *cells = atomic_load_explicit(&regions[address >> REGION_BITS],
                                              memory_order_acquire);
    if (cells && region_end - address == REGION_SIZE) {
      memory_clear(cells, REGION_SHADOW);
      cells = NULL;
    }
    if (!cells)
      address = region_end;
    while (address != region_end) {
      uintptr_t word_end = (address | (WORD - 1)) + 1;
      if (word_end > region_end)
        word_end = region_end;
      forget_bytes(&cells[(address & (REGION_SIZE - 1)) / WORD],
                   ((1u << (word_end - address)) - 1)
                       << (address & (WORD - 1)));
      address = word_end;
    }
  }
}
