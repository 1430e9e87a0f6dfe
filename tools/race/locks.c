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
  /// What locks_class and locks_inherited return.
  lock_set class, inherited;
  struct guard_set passed;
  bool is_unchecked;
  uint32_t count;
  struct held held[];
};

enum { MOST_LOCKS = 64 };

/// A set that has no number yet, with room for one more.
struct contents {
  struct guard_set passed;
  uint32_t count;
  struct held held[MOST_LOCKS + 1];
};

/// \name What is held in place of a lock
/// No address of a program has these bits.
/// @{
/// Marks what a strand holds to its end. It is behind all others.
#define TO_STRANDS_END ((uintptr_t)1 << 63)
/// Marks an initialiser: of a guard, in an attempt. It is behind all locks.
#define INITIALISER ((uintptr_t)1 << 62)
enum { GUARD_SHIFT = 32 };
/// Marks an initialiser that is not checked: of the guard at an address.
#define UNCHECKED ((uintptr_t)1 << 61)
/// @}

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

static uint64_t mix(uint64_t hash, uint64_t first, uint64_t second) {
  hash = (hash ^ first) * UINT64_C(0x9e3779b97f4a7c15);
  return (hash ^ hash >> 29 ^ second) * UINT64_C(0xbf58476d1ce4e5b9);
}

static uint64_t hash_of(const struct contents *of) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i != of->count; ++i)
    hash = mix(hash, of->held[i].lock,
               (uint64_t)of->held[i].exclusive << 32 | of->held[i].shared);
  for (int i = 0; i != MOST_GUARDS / 64; ++i)
    if (of->passed.words[i])
      hash = mix(hash, of->passed.words[i], (uint64_t)i);
  return hash ^ hash >> 32;
}

/// Where the number of the set is, or may be put. By who has the lock.
static lock_set *find(const struct contents *of, uint64_t hash) {
  lock_set *place = &places[hash % PLACES];
  for (; *place; place = place == &places[PLACES - 1] ? places : place + 1) {
    const struct set *set = sets[*place];
    if (set->hash == hash && set->count == of->count &&
        !memcmp(set->held, of->held, of->count * sizeof *of->held) &&
        !memcmp(&set->passed, &of->passed, sizeof of->passed))
      break;
  }
  return place;
}

/// In place of the number of the set itself.
#define ITSELF UINT32_MAX

static lock_set add(lock_set *place, const struct contents *of, struct set is) {
  const lock_set number = load32_relaxed(&locks_used);
  if (number == MOST_LOCK_SETS)
    memory_fatal("strands have held too many sets of locks; run the program "
                 "on a smaller input");
  const size_t bytes = of->count * sizeof *of->held;
  struct set *made = memory_allocate(sizeof *made + bytes);
  *made = is;
  memcpy(made->held, of->held, bytes);
  if (is.class == ITSELF)
    made->class = number;
  if (is.inherited == ITSELF)
    made->inherited = number;
  sets[number] = made;
  *place = number;
  store32_relaxed(&locks_used, number + 1);
  return number;
}

static lock_set intern(const struct contents *of);

static void copy_held(struct contents *to, const struct held *held,
                      uint32_t count) {
  memcpy(to->held, held, count * sizeof *held);
  to->count = count;
}

/// Whether it is something about a guard, and an initialiser that is checked.
static bool is_of_guard(const struct held *held) {
  return !(held->lock & TO_STRANDS_END) &&
         held->lock & (INITIALISER | UNCHECKED);
}

static bool is_initialiser(const struct held *held) {
  return (held->lock & (INITIALISER | TO_STRANDS_END)) == INITIALISER;
}

/// What of \p of is about guards, or is not.
static lock_set intern_part(const struct contents *of, bool is_of_guards) {
  struct contents part;
  part.count = 0;
  part.passed = is_of_guards ? of->passed : (struct guard_set){{0}};
  for (uint32_t i = 0; i != of->count; ++i)
    if (is_of_guard(&of->held[i]) == is_of_guards)
      part.held[part.count++] = of->held[i];
  return intern(&part);
}

/// What \p of is in a history.
static lock_set intern_class(const struct contents *of) {
  struct contents part;
  copy_held(&part, of->held, of->count);
  part.passed = (struct guard_set){{0}};
  return intern(&part);
}

/// Returns the number of the set.
static lock_set intern(const struct contents *of) {
  const bool has_passed = !guards_are_none(&of->passed);
  if (!of->count && !has_passed)
    return 0;
  const uint64_t hash = hash_of(of);
  spin_lock(&lock);
  lock_set result = *find(of, hash);
  spin_unlock(&lock);
  if (result)
    return result;
  bool has_locks = false, is_unchecked = false;
  for (uint32_t i = 0; i != of->count; ++i) {
    const bool is_lock = !is_of_guard(&of->held[i]);
    has_locks |= is_lock;
    is_unchecked |= !is_lock && !is_initialiser(&of->held[i]);
  }
  const struct set is = {.hash = hash,
                         .class = has_passed ? intern_class(of) : ITSELF,
                         .inherited =
                             has_locks ? intern_part(of, true) : ITSELF,
                         .passed = of->passed,
                         .is_unchecked = is_unchecked,
                         .count = of->count};
  spin_lock(&lock);
  lock_set *place = find(of, hash);
  result = *place ? *place : add(place, of, is);
  spin_unlock(&lock);
  return result;
}

/// Copies what \p set is to \p to.
static void unpack(struct contents *to, lock_set set) {
  to->count = 0;
  to->passed = (struct guard_set){{0}};
  if (!set)
    return;
  copy_held(to, sets[set]->held, sets[set]->count);
  to->passed = sets[set]->passed;
}

static uint32_t place_of_lock(const struct contents *in, uintptr_t address) {
  uint32_t i = 0;
  while (i != in->count && in->held[i].lock < address)
    ++i;
  return i;
}

/// Where \p address is, or is put.
static struct held *hold(struct contents *in, uintptr_t address) {
  const uint32_t at = place_of_lock(in, address);
  struct held *held = &in->held[at];
  if (at != in->count && held->lock == address)
    return held;
  if (in->count == MOST_LOCKS)
    memory_fatal("a strand holds more than 64 locks");
  memmove(held + 1, held, (in->count - at) * sizeof *held);
  ++in->count;
  *held = (struct held){address, 0, 0};
  return held;
}

static void drop(struct contents *in, uint32_t at) {
  --in->count;
  memmove(&in->held[at], &in->held[at + 1],
          (in->count - at) * sizeof *in->held);
}

lock_set locks_add(lock_set set, const void *added, bool is_shared) {
  struct contents c;
  unpack(&c, set);
  struct held *held = hold(&c, (uintptr_t)added);
  ++*(is_shared ? &held->shared : &held->exclusive);
  return intern(&c);
}

lock_set locks_remove(lock_set set, const void *removed) {
  struct contents c;
  unpack(&c, set);
  const uint32_t at = place_of_lock(&c, (uintptr_t)removed);
  struct held *held = &c.held[at];
  if (at == c.count || held->lock != (uintptr_t)removed)
    return set;
  --*(held->shared ? &held->shared : &held->exclusive);
  if (!held->shared && !held->exclusive)
    drop(&c, at);
  return intern(&c);
}

lock_set locks_hold(lock_set set, const void *owner) {
  struct contents c;
  unpack(&c, set);
  hold(&c, (uintptr_t)owner | TO_STRANDS_END)->exclusive = 1;
  return intern(&c);
}

lock_set locks_end_strand(lock_set set) {
  struct contents c;
  unpack(&c, set);
  const uint32_t left = place_of_lock(&c, TO_STRANDS_END);
  if (left == c.count)
    return set;
  c.count = left;
  return intern(&c);
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

static guard_id guard_of(const struct held *initialiser) {
  return (guard_id)((initialiser->lock & ~INITIALISER) >> GUARD_SHIFT);
}

static bool has_guard(const struct guard_set *guards, guard_id guard) {
  return guards->words[guard / 64] >> guard % 64 & 1;
}

lock_set locks_begin_guard(lock_set set, guard_id guard, uint32_t attempt) {
  struct contents c;
  unpack(&c, set);
  hold(&c, INITIALISER | (uintptr_t)guard << GUARD_SHIFT | attempt)->exclusive =
      1;
  return intern(&c);
}

lock_set locks_end_guard(lock_set set, guard_id guard) {
  struct contents c;
  unpack(&c, set);
  for (uint32_t at = c.count; at-- != 0;)
    if (is_initialiser(&c.held[at]) && guard_of(&c.held[at]) == guard)
      drop(&c, at);
  return intern(&c);
}

/// In place of a lock.
static const void *unchecked(const void *guard) {
  return (const void *)((uintptr_t)guard | UNCHECKED);
}

lock_set locks_begin_unchecked(lock_set set, const void *guard) {
  return locks_add(set, unchecked(guard), false);
}

lock_set locks_end_unchecked(lock_set set, const void *guard) {
  return locks_remove(set, unchecked(guard));
}

bool locks_are_unchecked(lock_set set) {
  return set && sets[set]->is_unchecked;
}

lock_set locks_pass(lock_set set, const struct guard_set *passed) {
  struct contents c;
  unpack(&c, set);
  for (int i = 0; i != MOST_GUARDS / 64; ++i)
    c.passed.words[i] |= passed->words[i];
  return intern(&c);
}

struct guard_set locks_passed(lock_set set) {
  return set ? sets[set]->passed : (struct guard_set){{0}};
}

struct guard_set locks_guards_begun(lock_set set) {
  struct guard_set begun = {{0}};
  for (uint32_t i = 0; set && i != sets[set]->count; ++i) {
    const struct held *held = &sets[set]->held[i];
    if (is_initialiser(held))
      begun.words[guard_of(held) / 64] |= UINT64_C(1) << guard_of(held) % 64;
  }
  return begun;
}

bool locks_have_passed(lock_set set, guard_id guard) {
  return set && has_guard(&sets[set]->passed, guard);
}

lock_set locks_class(lock_set set) { return set ? sets[set]->class : 0; }

lock_set locks_inherited(lock_set set) {
  return set ? sets[set]->inherited : 0;
}

lock_set locks_without_guards(lock_set set) {
  struct contents c;
  unpack(&c, set);
  return intern_part(&c, false);
}

/// Whether a strand with \p now is behind the \p initialiser that another one
/// was in.
static bool is_behind(const struct set *now, const struct held *initialiser) {
  const guard_id guard = guard_of(initialiser);
  if (has_guard(&now->passed, guard))
    return true;
  for (uint32_t i = 0; i != now->count; ++i)
    if (is_initialiser(&now->held[i]) && guard_of(&now->held[i]) == guard &&
        now->held[i].lock != initialiser->lock)
      return true;
  return false;
}

bool locks_exclude(lock_set before_set, lock_set now_set) {
  if (!before_set || !now_set)
    return false;
  const struct set *before = sets[before_set], *now = sets[now_set];
  for (uint32_t i = 0, j = 0; i != before->count;) {
    const struct held *a = &before->held[i], *b = &now->held[j];
    if (is_initialiser(a)) {
      if (is_behind(now, a))
        return true;
      ++i;
    } else if (j == now->count || a->lock < b->lock) {
      ++i;
    } else if (a->lock > b->lock) {
      ++j;
    } else {
      if (a->exclusive || b->exclusive)
        return true;
      ++i, ++j;
    }
  }
  return false;
}
