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

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

enum { WORD = 4, REGION_BITS = 20, ADDRESS_BITS = 47, IS_BLOCK = 1 };
/// So much memory has one byte that says whether there are marks.
enum { PART_SIZE = 1024 };
#define REGION_SIZE (UINT64_C(1) << REGION_BITS)

/// The lower half is 0, or twice the id, plus 2, and IS_BLOCK. The upper half
/// is the size of a variable, or the path of a block.
typedef _Atomic uint64_t mark;

struct region {
  struct region *next; ///< the one that was made before
  /// Of a block that begins before and covers the beginning: where.
  _Atomic uintptr_t covered_from;
  _Atomic bool has_marks[REGION_SIZE / PART_SIZE];
  mark marks[REGION_SIZE / WORD];
};

static _Atomic(struct region *) *regions;
static _Atomic(struct region *) last_region;

bool objects_prepare(void) {
  regions = memory_reserve((UINT64_C(1) << (ADDRESS_BITS - REGION_BITS)) *
                           sizeof *regions);
  return regions;
}

static struct region *known_region(uintptr_t address) {
  return atomic_load_explicit(&regions[address >> REGION_BITS],
                              memory_order_acquire);
}

/// Returns null if there is no memory: reports then say less.
static struct region *region_of(uintptr_t address) {
  struct region *region = known_region(address);
  if (region)
    return region;
  struct region *made = memory_reserve(sizeof *made);
  if (!made)
    return NULL;
  if (atomic_compare_exchange_strong(&regions[address >> REGION_BITS], &region,
                                     made)) {
    made->next = atomic_load_explicit(&last_region, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(&last_region, &made->next, made)) {
    }
    return made;
  }
  // Another thread was faster. Only addresses are lost.
  return region;
}

static mark *mark_of(struct region *region, uintptr_t address) {
  return &region->marks[(address & (REGION_SIZE - 1)) / WORD];
}

static void set(mark *mark, uint64_t value) {
  atomic_store_explicit(mark, value, memory_order_relaxed);
}

static _Atomic bool *has_marks(struct region *region, uintptr_t address) {
  return &region->has_marks[(address & (REGION_SIZE - 1)) / PART_SIZE];
}

/// Puts a mark at \p address.
static void add_mark(struct region *region, uintptr_t address, uint64_t value) {
  set(mark_of(region, address), value);
  _Atomic bool *has = has_marks(region, address);
  if (!atomic_load_explicit(has, memory_order_relaxed))
    atomic_store_explicit(has, true, memory_order_relaxed);
}

static uint64_t get(const mark *mark) {
  return atomic_load_explicit(mark, memory_order_relaxed);
}

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
    _Atomic bool *has = region ? has_marks(region, begin) : NULL;
    if (has && atomic_load_explicit(has, memory_order_relaxed)) {
      for (uintptr_t at = begin; at < last; at += WORD)
        if (get(mark_of(region, at)))
          set(mark_of(region, at), 0);
      if (begin == part && last == part_end)
        atomic_store_explicit(has, false, memory_order_relaxed);
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
      atomic_store_explicit(&region->covered_from, from, memory_order_relaxed);
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
  for (const struct region *region = atomic_load(&last_region); region;
       region = region->next)
    for (uint64_t part = 0; part != REGION_SIZE / PART_SIZE; ++part)
      if (atomic_load_explicit(&region->has_marks[part], memory_order_relaxed))
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
    uintptr_t from = region ? atomic_load(&region->covered_from) : 0;
    struct region *other = from ? known_region(from) : NULL;
    if (other && get(mark_of(other, from)))
      return read_mark(get(mark_of(other, from)), from, address, found);
    if (!first)
      return false;
    at = first - WORD;
  }
  return false;
}
