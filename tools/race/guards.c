//===- guards.c - Static variables and `once` -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guards.h"

#include "current.h"
#include "memory.h"
#include "spin.h"
#include "thread.h"

#include <stddef.h>
#include <string.h>

struct guard {
  atomic_word address; ///< of its object, FORGOTTEN if that is gone
  atomic_word is_complete;
  uint32_t attempts;
  /// What its initialisers have passed.
  struct guard_set gained;
};
enum { FORGOTTEN = 1 };

static struct guard guards[MOST_GUARDS];
uint32_t __tussah_race_guards;
static atomic_word are_too_many;
/// Numbers, plus 1, by address; 0 is free. Objects that are gone stay there.
static uint32_t places[2 * MOST_GUARDS];
/// All guards that have numbers are from `first` on, below `end`.
static atomic_word first, end;
/// For changes of all that, and for `gained`.
static struct spin lock;

bool guards_were_too_many(void) { return load_relaxed(&are_too_many); }

/// Where the number of the guard at \p address is, or 0.
static uint32_t *find_place(uintptr_t address) {
  enum { PLACES = sizeof places / sizeof *places };
  uint32_t at = (uint32_t)((address >> 2) * UINT32_C(0x9e3779b9)) % PLACES;
  for (;; at = (at + 1) % PLACES) {
    // Pairs with add: the guard has its address.
    const uint32_t number = load32_acquire(&places[at]);
    if (!number || load_relaxed(&guards[number - 1].address) == address)
      return &places[at];
  }
}

/// The guard at \p address, or null.
static struct guard *find(const void *address) {
  if (!guards_are_used())
    return NULL;
  const uint32_t number = load32_relaxed(find_place((uintptr_t)address));
  return number ? &guards[number - 1] : NULL;
}

static guard_id number_of(const struct guard *guard) {
  return (guard_id)(guard - guards);
}

/// Returns null if there is no number left. With the lock.
static struct guard *add(uintptr_t address) {
  const uint32_t number = load32_relaxed(&__tussah_race_guards);
  if (number == MOST_GUARDS) {
    store_relaxed(&are_too_many, true);
    return NULL;
  }
  struct guard *guard = &guards[number];
  guard->attempts = 0;
  guard->gained = (struct guard_set){{0}};
  store_relaxed(&guard->is_complete, false);
  store_relaxed(&guard->address, address);
  if (number == 0 || address < load_relaxed(&first))
    store_relaxed(&first, address);
  if (number == 0 || address >= load_relaxed(&end))
    store_relaxed(&end, address + 1);
  store32_release(find_place(address), number + 1); // pairs with find_place
  store32_relaxed(&__tussah_race_guards, number + 1);
  return guard;
}

static void forget(struct guard *guard) {
  store_relaxed(&guard->address, FORGOTTEN);
}

void guards_forget_bytes(uintptr_t address, uint64_t size) {
  if (address >= load_relaxed(&end) || address + size <= load_relaxed(&first))
    return;
  spin_lock(&lock);
  for (uint32_t i = 0; i != load32_relaxed(&__tussah_race_guards); ++i)
    if (load_relaxed(&guards[i].address) - address < size)
      forget(&guards[i]);
  spin_unlock(&lock);
}

/// Whether other strands may run in parallel with the current one, and their
/// accesses are compared. The root's own strands are in series with all.
static bool may_be_parallel(void) {
  const struct cursor name = current();
  return name.node && !node_is_root(name.node) && node_is_compared(name.node);
}

//===----------------------------------------------------------------------===//
// Initialisers
//===----------------------------------------------------------------------===//

static void add_all(struct guard_set *to, const struct guard_set *more) {
  for (int i = 0; i != MOST_GUARDS / 64; ++i)
    to->words[i] |= more->words[i];
}

/// The strand, which holds \p held, passes \p more. So do those that wait for
/// the initialisers that it is in. Returns what it holds then.
static lock_set gain(lock_set held, const struct guard_set *more) {
  struct guard_set begun = locks_guards_begun(held);
  spin_lock(&lock);
  for (int i = 0; i != MOST_GUARDS / 64; ++i)
    for (uint64_t left = begun.words[i]; left; left &= left - 1)
      add_all(&guards[i * 64 + __builtin_ctzll(left)].gained, more);
  spin_unlock(&lock);
  return locks_pass(held, more);
}

/// Whether a strand that passes \p guard, and holds \p held, learns nothing. In
/// an initialiser it does, for those who wait.
static bool is_passed(lock_set held, guard_id guard) {
  const struct guard_set begun = locks_guards_begun(held);
  return locks_have_passed(held, guard) && guards_are_none(&begun);
}

/// Returns \p held for a strand that is behind \p guard, which is complete.
static lock_set pass(lock_set held, const struct guard *guard) {
  const guard_id number = number_of(guard);
  if (is_passed(held, number))
    return held;
  // Nobody adds to what a complete one has gained.
  struct guard_set more = guard->gained;
  more.words[number / 64] |= UINT64_C(1) << number % 64;
  return gain(held, &more);
}

/// Whether the library says that the initialiser of the guard at \p address has
/// ended. It is not asked by who initializes a static variable.
static bool is_done(const void *address, enum race_guard kind) {
  // glibc and musl use the same number.
  enum { ONCE_DONE = 2 };
  // Pair with the library.
  return (kind == RACE_ONCE &&
          load32_acquire((const uint32_t *)address) == ONCE_DONE) ||
         (kind == RACE_LIBCXX_ONCE &&
          load_acquire((const atomic_word *)address) == UINTPTR_MAX);
}

/// The strand is in the initialiser of the guard at \p address from now on.
static void begin(const void *address, enum race_guard kind) {
  spin_lock(&lock);
  struct guard *guard = find(address);
  const bool is_complete = guard && load_relaxed(&guard->is_complete);
  // Perhaps of late.
  if (is_complete && is_done(address, kind)) {
    spin_unlock(&lock);
    return;
  }
  // One that is complete and not done was another object.
  if (is_complete)
    forget(guard);
  if (!guard || is_complete)
    guard = add((uintptr_t)address);
  const uint32_t attempt = guard ? ++guard->attempts : 0;
  const struct guard_set gained =
      guard ? guard->gained : (struct guard_set){{0}};
  spin_unlock(&lock);
  lock_set held = gain(held_locks(), &gained);
  held = guard ? locks_begin_guard(held, number_of(guard), attempt)
               : locks_begin_unchecked(held, address);
  set_held_locks(held);
}

/// The strand is no longer in the initialiser that it has begun. If it \p
/// is_done, others may pass.
static void finish(const void *address, bool is_done) {
  if (!thread_enter())
    return;
  struct guard *guard = find(address);
  const bool is_compared = may_be_parallel();
  if (guard) {
    if (is_done)
      store_release(&guard->is_complete, true); // pairs with pass_complete
    lock_set held = held_locks();
    if (held)
      held = locks_end_guard(held, number_of(guard));
    set_held_locks(is_done && is_compared ? pass(held, guard) : held);
  } else if (held_locks()) {
    set_held_locks(locks_end_unchecked(held_locks(), address));
  }
  thread_leave();
}

/// The strand has seen that the initialiser of the guard at \p address has
/// ended.
static void pass_complete(const void *address) {
  const struct guard *guard = find(address);
  // Pairs with finish.
  if (!guard || !load_acquire(&guard->is_complete) ||
      is_passed(held_locks(), number_of(guard)) || !thread_enter())
    return;
  if (may_be_parallel())
    set_held_locks(pass(held_locks(), guard));
  thread_leave();
}

void __tussah_race_guard_begin(const void *guard, int kind) {
  if (is_done(guard, (enum race_guard)kind) || !thread_enter())
    return;
  if (may_be_parallel())
    begin(guard, (enum race_guard)kind);
  thread_leave();
}

void __tussah_race_guard_end(const void *guard, int is_done) {
  finish(guard, is_done);
}

void __tussah_race_guard_pass(const void *guard) { pass_complete(guard); }

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// What the tasks of a block have passed that have ended.
struct left {
  struct left *next;
  node_id block;
  lock_set passed;
};

/// By block.
static struct shelf {
  struct spin lock;
  struct left *first, *free;
} shelves[1 << 8];

static struct shelf *shelf_of(node_id block) {
  return &shelves[(block * UINT32_C(0x9e3779b9)) >> 24];
}

static struct left **find_left(struct shelf *shelf, node_id block) {
  struct left **link = &shelf->first;
  while (*link && (*link)->block != block)
    link = &(*link)->next;
  return link;
}

static lock_set unite(lock_set a, lock_set b) {
  const struct guard_set passed = locks_passed(b);
  return locks_pass(a, &passed);
}

void guards_leave(node_id block, lock_set held) {
  const struct guard_set passed = locks_passed(held);
  const lock_set set = locks_pass(0, &passed);
  if (!set)
    return;
  struct shelf *shelf = shelf_of(block);
  spin_lock(&shelf->lock);
  struct left **link = find_left(shelf, block);
  if (!*link) {
    struct left *made = shelf->free;
    if (made)
      shelf->free = made->next;
    else
      made = memory_allocate(sizeof *made);
    *made = (struct left){NULL, block, set};
    *link = made;
  } else if ((*link)->passed != set) {
    (*link)->passed = unite((*link)->passed, set);
  }
  spin_unlock(&shelf->lock);
}

lock_set guards_unite(node_id block, lock_set held) {
  struct shelf *shelf = shelf_of(block);
  spin_lock(&shelf->lock);
  struct left **link = find_left(shelf, block), *taken = *link;
  lock_set passed = 0;
  if (taken) {
    passed = taken->passed;
    *link = taken->next;
    taken->next = shelf->free;
    shelf->free = taken;
  }
  spin_unlock(&shelf->lock);
  return passed ? unite(held, passed) : held;
}

lock_set guards_end_phase(lock_set held) {
  spin_lock(&lock);
  memset(places, 0, sizeof places);
  store32_relaxed(&__tussah_race_guards, 0);
  spin_unlock(&lock);
  return locks_without_guards(held);
}
