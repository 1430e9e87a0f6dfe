//===- objects.c - What is at an address ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A mark is kept for the first word of each object. To find an object, one
/// goes back to the nearest mark; for reports only.
///
//===----------------------------------------------------------------------===//

#include "objects.h"

#include "memory.h"

#include "runtime/atomic.h"

#include <malloc.h>
#include <stddef.h>

enum { WORD = 4, REGION_BITS = 20, ADDRESS_BITS = 47, IS_BLOCK = 1 };
/// So much memory has one byte that says whether there are marks.
enum { PART_SIZE = 1024 };
#define REGION_SIZE (UINT64_C(1) << REGION_BITS)

/// The lower half is 0, or twice the id, plus 2, and IS_BLOCK. The upper half
/// is the size of a variable, or the path of a block.
typedef atomic_word mark;

struct region {
  struct region *next; ///< the one that was made before
  /// Of a block that begins before and covers the beginning: where.
  atomic_word covered_from;
  uint8_t has_marks[REGION_SIZE / PART_SIZE];
  mark marks[REGION_SIZE / WORD];
};

static atomic_word *regions;
static atomic_word last_region;

bool objects_prepare(void) {
  regions = memory_reserve((UINT64_C(1) << (ADDRESS_BITS - REGION_BITS)) *
                           sizeof *regions);
  return regions;
}

static struct region *known_region(uintptr_t address) {
  // Pairs with region_of.
  return (struct region *)load_acquire(&regions[address >> REGION_BITS]);
}

/// Returns null if there is no memory: reports then say less.
static struct region *region_of(uintptr_t address) {
  struct region *region = known_region(address);
  if (region)
    return region;
  struct region *made = memory_reserve(sizeof *made);
  if (!made)
    return NULL;
  // Pairs with known_region.
  if (!cas_release(&regions[address >> REGION_BITS], 0, (uintptr_t)made))
    return known_region(address); // only addresses are lost
  uintptr_t last;
  do {
    last = load_relaxed(&last_region);
    made->next = (struct region *)last;
    // Pairs with objects_mark_paths.
  } while (!cas_release(&last_region, last, (uintptr_t)made));
  return made;
}

static mark *mark_of(struct region *region, uintptr_t address) {
  return &region->marks[(address & (REGION_SIZE - 1)) / WORD];
}

static void set(mark *mark, uint64_t value) { store_relaxed(mark, value); }

static uint8_t *has_marks(struct region *region, uintptr_t address) {
  return &region->has_marks[(address & (REGION_SIZE - 1)) / PART_SIZE];
}

/// Puts a mark at \p address.
static void add_mark(struct region *region, uintptr_t address, uint64_t value) {
  set(mark_of(region, address), value);
  uint8_t *has = has_marks(region, address);
  if (!load8_relaxed(has))
    store8_relaxed(has, true);
}

static uint64_t get(const mark *mark) { return load_relaxed(mark); }

static bool is_known(uintptr_t address) {
  return regions && !(address >> ADDRESS_BITS);
}

/// Forgets what was between \p begin and \p end.
static void forget_marks(uintptr_t begin, uintptr_t end) {
  while (begin < end) {
    uintptr_t part = begin & ~(uintptr_t)(PART_SIZE - 1);
    uintptr_t part_end = part + PART_SIZE;
    uintptr_t last = part_end < end ? part_end : end;
    struct region *region = known_region(begin);
    uint8_t *has = region ? has_marks(region, begin) : NULL;
    if (has && load8_relaxed(has)) {
      for (uintptr_t at = begin; at < last; at += WORD)
        if (get(mark_of(region, at)))
          set(mark_of(region, at), 0);
      if (begin == part && last == part_end)
        store8_relaxed(has, false);
    }
    begin = last;
  }
}

void object_note_variable(csi_id_t id, const void *begin, uint64_t size) {
  uintptr_t address = (uintptr_t)begin;
  if (!is_known(address))
    return;
  struct region *region = region_of(address);
  if (!region)
    return;
  uint32_t kept = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
  forget_marks(address + WORD, address + size);
  add_mark(region, address, (uint64_t)kept << 32 | (uint32_t)(2 * id + 2));
}

/// Says of the regions that a large block covers where it begins, or that it is
/// gone.
static void cover(uintptr_t begin, uint64_t size, uintptr_t from) {
  for (uintptr_t at = (begin | (REGION_SIZE - 1)) + 1; at < begin + size;
       at += REGION_SIZE) {
    struct region *region = from ? region_of(at) : known_region(at);
    if (region)
      store_relaxed(&region->covered_from, from);
  }
}

void object_note_block(csi_id_t id, const void *begin) {
  uintptr_t address = (uintptr_t)begin;
  if (!address || !is_known(address))
    return;
  struct region *region = region_of(address);
  if (!region)
    return;
  add_mark(region, address,
           (uint64_t)path_of_current() << 32 | (uint32_t)(2 * id + 2) |
               IS_BLOCK);
  cover(address, malloc_usable_size((void *)address), address);
}

void object_forget_block(const void *begin) {
  uintptr_t address = (uintptr_t)begin;
  if (!is_known(address))
    return;
  struct region *region = known_region(address);
  if (!region || !get(mark_of(region, address)))
    return;
  set(mark_of(region, address), 0);
  cover(address, malloc_usable_size((void *)address), 0);
}

static void mark_paths_of(const struct region *region, uint64_t part) {
  const mark *first = &region->marks[part * (PART_SIZE / WORD)];
  for (const mark *m = first; m != first + PART_SIZE / WORD; ++m)
    if (get(m) & IS_BLOCK)
      path_mark((path_id)(get(m) >> 32));
}

void objects_mark_paths(void) {
  // Pairs with region_of.
  const struct region *region = (struct region *)load_acquire(&last_region);
  for (; region; region = region->next)
    for (uint64_t part = 0; part != REGION_SIZE / PART_SIZE; ++part)
      if (load8_relaxed(&region->has_marks[part]))
        mark_paths_of(region, part);
}

/// Reads the mark at \p begin. Returns false if its object does not have \p
/// address.
static bool read_mark(uint64_t value, uintptr_t begin, uintptr_t address,
                      struct object *found) {
  bool is_block = value & IS_BLOCK;
  *found = (struct object){.begin = begin,
                           .size = is_block ? malloc_usable_size((void *)begin)
                                            : value >> 32,
                           .kind = is_block ? CSI_ALLOCFN : CSI_ALLOCA,
                           .id = (csi_id_t)((uint32_t)value >> 1) - 1,
                           .path = is_block ? (path_id)(value >> 32) : 0};
  return address < begin + found->size;
}

bool object_find(uintptr_t address, struct object *found) {
  if (!is_known(address))
    return false;
  uintptr_t at = address & ~(uintptr_t)(WORD - 1);
  // A block that begins further back covers this region.
  for (int tries = 0; tries != 2; ++tries) {
    struct region *region = known_region(at);
    uintptr_t first = at & ~(REGION_SIZE - 1);
    for (; region && at >= first; at -= WORD) {
      uint64_t value = get(mark_of(region, at));
      if (value)
        return read_mark(value, at, address, found);
    }
    uintptr_t from = region ? load_relaxed(&region->covered_from) : 0;
    struct region *other = from ? known_region(from) : NULL;
    if (other && get(mark_of(other, from)))
      return read_mark(get(mark_of(other, from)), from, address, found);
    if (!first)
      return false;
    at = first - WORD;
  }
  return false;
}
