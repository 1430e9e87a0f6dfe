//===- locks.c - Sets of locks that strands hold --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "locks.h"

#include "memory.h"
#include "spin.h"

#include <stddef.h>
#include <string.h>

/// A lock may be held several times, by recursion.
struct held {
  uintptr_t lock;
  uint32_t exclusive, shared;
};

/// Ordered by address. Does not change, and gets to other threads by the locks
/// of shadow memory.
struct set {
  uint64_t hash;
  uint32_t count;
  struct held held[];
};

enum { MOST_LOCKS = 64 };

static const struct set **sets;
/// Numbers of sets, by their hash; 0 is free.
static lock_set *places;
enum { PLACES = 2 * MOST_LOCK_SETS };
lock_set locks_used = 1;
static struct spin lock;

bool locks_prepare(void) {
  sets = memory_reserve(MOST_LOCK_SETS * sizeof *sets);
  places = memory_reserve(PLACES * sizeof *places);
  return sets && places;
}

static uint64_t hash_of(const struct held *held, uint32_t count) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i != count; ++i) {
    uint64_t times = (uint64_t)held[i].exclusive << 32 | held[i].shared;
    hash = (hash ^ held[i].lock) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 29 ^ times) * UINT64_C(0xbf58476d1ce4e5b9);
  }
  return hash ^ hash >> 32;
}

/// Returns the number of the set of \p count locks.
static lock_set intern(const struct held *held, uint32_t count) {
  if (!count)
    return 0;
  const size_t bytes = count * sizeof *held;
  uint64_t hash = hash_of(held, count);
  spin_lock(&lock);
  lock_set *place = &places[hash % PLACES];
  while (*place &&
         !(sets[*place]->hash == hash && sets[*place]->count == count &&
           !memcmp(sets[*place]->held, held, bytes)))
    place = place == &places[PLACES - 1] ? places : place + 1;
  if (!*place) {
    const lock_set number = load32_relaxed(&locks_used);
    if (number == MOST_LOCK_SETS)
      memory_fatal("strands have held too many sets of locks; run the program "
                   "on a smaller input");
    struct set *made = memory_allocate(sizeof *made + bytes);
    made->hash = hash;
    made->count = count;
    memcpy(made->held, held, bytes);
    sets[number] = made;
    *place = number;
    store32_relaxed(&locks_used, number + 1);
  }
  lock_set result = *place;
  spin_unlock(&lock);
  return result;
}

/// Copies the locks of \p set to \p held, and returns how many they are.
static uint32_t locks_of(lock_set set, struct held *held) {
  if (!set)
    return 0;
  memcpy(held, sets[set]->held, sets[set]->count * sizeof *held);
  return sets[set]->count;
}

static uint32_t place_of_lock(const struct held *held, uint32_t count,
                              uintptr_t address) {
  uint32_t i = 0;
  while (i != count && held[i].lock < address)
    ++i;
  return i;
}

/// Makes room at \p at, for \p address.
static void insert(struct held *held, uint32_t count, uint32_t at,
                   uintptr_t address) {
  if (count == MOST_LOCKS)
    memory_fatal("a strand holds more than 64 locks");
  memmove(&held[at + 1], &held[at], (count - at) * sizeof *held);
  held[at] = (struct held){address, 0, 0};
}

lock_set locks_add(lock_set set, const void *added, bool is_shared) {
  struct held held[MOST_LOCKS + 1];
  uint32_t count = locks_of(set, held);
  uintptr_t address = (uintptr_t)added;
  uint32_t at = place_of_lock(held, count, address);
  if (at == count || held[at].lock != address)
    insert(held, count++, at, address);
  ++*(is_shared ? &held[at].shared : &held[at].exclusive);
  return intern(held, count);
}

lock_set locks_remove(lock_set set, const void *removed) {
  struct held held[MOST_LOCKS];
  uint32_t count = locks_of(set, held);
  uintptr_t address = (uintptr_t)removed;
  uint32_t at = place_of_lock(held, count, address);
  if (at == count || held[at].lock != address)
    return set;
  --*(held[at].shared ? &held[at].shared : &held[at].exclusive);
  if (!held[at].shared && !held[at].exclusive) {
    --count;
    memmove(&held[at], &held[at + 1], (count - at) * sizeof *held);
  }
  return intern(held, count);
}

/// Marks what a strand holds to its end. No address of a program has it, and
/// these are behind all others.
#define TO_STRANDS_END ((uintptr_t)1 << 63)

lock_set locks_hold(lock_set set, const void *owner) {
  struct held held[MOST_LOCKS + 1];
  uint32_t count = locks_of(set, held);
  uintptr_t address = (uintptr_t)owner | TO_STRANDS_END;
  uint32_t at = place_of_lock(held, count, address);
  if (at != count && held[at].lock == address)
    return set;
  insert(held, count, at, address);
  held[at].exclusive = 1;
  return intern(held, count + 1);
}

lock_set locks_end_strand(lock_set set) {
  struct held held[MOST_LOCKS];
  uint32_t count = locks_of(set, held);
  uint32_t left = place_of_lock(held, count, TO_STRANDS_END);
  return left == count ? set : intern(held, left);
}

bool locks_exclude(lock_set a_set, lock_set b_set) {
  if (!a_set || !b_set)
    return false;
  const struct set *a = sets[a_set], *b = sets[b_set];
  for (uint32_t i = 0, j = 0; i != a->count && j != b->count;) {
    if (a->held[i].lock < b->held[j].lock) {
      ++i;
    } else if (a->held[i].lock > b->held[j].lock) {
      ++j;
    } else {
      if (a->held[i].exclusive || b->held[j].exclusive)
        return true;
      ++i, ++j;
    }
  }
  return false;
}
