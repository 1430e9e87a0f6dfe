//===- fiber.c - Stacks that tasks run on -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fiber is an aligned region: a guard, the stack, and at the top its header,
/// which is so found from any address on the stack. Free fibers are kept by
/// workers, a few each, and by all together; the rest goes back to the system.
///
//===----------------------------------------------------------------------===//

#include "fiber.h"

#include "../atomic.h"
#include "../os/os.h"
#include "counters.h"
#include "lock.h"
#include "sanitizer_stack.h"
#include "thread.h"
#include "worker.h"
#include "workers.h"

#include "pages.h"

#include <string.h>

/// The smallest guard. Much more than a page, so that a large frame does not
/// step over it. It costs addresses only.
#define LEAST_GUARD ((size_t)1 << 20)
#define PAGE ((size_t)4096)

_Static_assert(TUSSAH_MOST_ON_STACK + PAGE <= 16 * PAGE &&
                   2 * TUSSAH_MOST_ON_STACK <= LEAST_GUARD,
               "no use of a stack steps over the guard or stays unseen");

/// Free fibers that a worker keeps for itself, and that all keep together for
/// each worker.
enum { KEPT_BY_WORKER = 8, KEPT_BY_ALL = 8 };

/// What a free fiber keeps of the memory that was committed for it.
#define KEPT_MEMORY ((size_t)128 << 10)

size_t tussah_fiber_size, tussah_stack_size;

/// What the power of two leaves over is guard too.
static size_t guard;

static struct lock lock;
static struct fiber *free_fibers; // protected by the lock
static unsigned free_count;       // protected by the lock
static atomic_word existing, most_existing;
static bool measures;

void fibers_configure(size_t stack_size, bool measure_depth) {
  measures = measure_depth;
  tussah_stack_size = stack_size;
  size_t used = stack_size + sizeof(struct fiber) + LARGEST_PAGE - 1;
  used &= ~(LARGEST_PAGE - 1);
  size_t size = 2 * LEAST_GUARD;
  while (size < used + LEAST_GUARD)
    size *= 2;
  tussah_fiber_size = size;
  guard = size - used;
}

static uintptr_t base_of(const struct fiber *fiber) {
  return (uintptr_t)fiber & ~(tussah_fiber_size - 1);
}

bool fiber_overflows(const struct fiber *fiber, uintptr_t address) {
  return address - base_of(fiber) < guard;
}

void *fiber_stack(const struct fiber *fiber, size_t *size) {
  *size = tussah_fiber_size - guard - sizeof(struct fiber);
  return (void *)(base_of(fiber) + guard);
}

/// Maps a new fiber. Null if there is no memory.
static struct fiber *map_fiber(void) {
  void *base;
  if (tussah_os->stack_map(tussah_fiber_size, tussah_fiber_size, guard,
                           &base) != 0)
    return NULL;
  struct fiber *fiber = fiber_of((uintptr_t)base);
  size_t size;
  void *stack = fiber_stack(fiber, &size);
  sanitizer_stack_mapped(stack, size);
  uintptr_t now = fetch_add_relaxed(&existing, 1) + 1;
  for (uintptr_t most = load_relaxed(&most_existing); now > most;
       most = load_relaxed(&most_existing))
    if (cas_relaxed(&most_existing, most, now))
      break;
  return fiber;
}

static void unmap_fiber(struct fiber *fiber) {
  fetch_sub_relaxed(&existing, 1);
  size_t size;
  void *stack = fiber_stack(fiber, &size);
  sanitizer_stack_unmapped(stack, size);
  tussah_os->stack_unmap((void *)base_of(fiber), tussah_fiber_size);
}

/// Gives back the memory of a stack that was used deeply. It is enough to look
/// at some pages below the memory that is kept: apart from large frames, a
/// stack grows page by page.
static void trim(struct fiber *fiber) {
  enum { LOOKED_AT = 16 };
  if (fiber->is_trimmed)
    return;
  fiber->is_trimmed = true;
  size_t size;
  char *stack = fiber_stack(fiber, &size);
  char *kept = stack + size + sizeof(struct fiber) - KEPT_MEMORY;
  char *look = kept - LOOKED_AT * PAGE;
  if (look < stack || !tussah_os->memory_is_committed(look, LOOKED_AT * PAGE))
    return;
  tussah_os->memory_discard(stack, (size_t)(kept - stack));
}

/// Takes a fiber from those that all keep. Null if there is none.
static struct fiber *take_shared(void) {
  lock_enter(&lock);
  struct fiber *fiber = free_fibers;
  if (fiber) {
    free_fibers = fiber->next;
    --free_count;
  }
  lock_leave(&lock);
  return fiber;
}

static void put_shared(struct fiber *fiber) {
  trim(fiber);
  lock_enter(&lock);
  bool keep = free_count < KEPT_BY_ALL * (worker_count() + 1);
  if (keep) {
    fiber->next = free_fibers;
    free_fibers = fiber;
    ++free_count;
  }
  lock_leave(&lock);
  if (!keep)
    unmap_fiber(fiber);
}

struct fiber *fiber_get(struct worker *worker) {
  struct fiber *fiber = worker->fibers;
  if (fiber) {
    worker->fibers = fiber->next;
    --worker->fiber_count;
  } else if (!(fiber = take_shared()) && !(fiber = map_fiber())) {
    return NULL;
  }
  // It may be trimmed before it is used.
  bool is_trimmed = fiber->is_trimmed;
  memset(fiber, 0, sizeof *fiber);
  fiber->is_trimmed = is_trimmed;
  size_t size;
  void *stack = fiber_stack(fiber, &size);
  sanitizer_stack_cleared(stack, size);
  count(&worker->statistics.fibers, 1);
  return fiber;
}

/// Notes how much of the stack has been used, in steps.
static void measure(struct worker *worker, const struct fiber *fiber) {
  enum { STEP = 16 * PAGE };
  size_t size, used = 0;
  char *stack = fiber_stack(fiber, &size);
  char *end = stack + size + sizeof(struct fiber);
  while (used + STEP <= size &&
         tussah_os->memory_is_committed(end - used - STEP, STEP))
    used += STEP;
  if (used > load_relaxed(&worker->statistics.stack_bytes))
    store_relaxed(&worker->statistics.stack_bytes, used);
}

void fiber_put(struct worker *worker, struct fiber *fiber) {
  enum { MOST_UNTRIMMED = 64 };
  if (measures)
    measure(worker, fiber);
  fiber->is_trimmed = false;
  if (worker->fiber_count == KEPT_BY_WORKER) {
    put_shared(fiber);
    return;
  }
  fiber->next = worker->fibers;
  worker->fibers = fiber;
  ++worker->fiber_count;
  // To look at the memory takes longer than all the rest of a steal.
  if (++worker->untrimmed == MOST_UNTRIMMED)
    fibers_trim(worker);
}

void fibers_trim(struct worker *worker) {
  if (worker->untrimmed == 0)
    return;
  worker->untrimmed = 0;
  for (struct fiber *fiber = worker->fibers; fiber; fiber = fiber->next)
    trim(fiber);
  if (worker->spare)
    trim(worker->spare);
}

void fibers_rest(struct worker *worker) {
  enum { TRIM_NS = 1000000 };
  uint64_t now = tussah_os->clock_ns();
  if (now < worker->next_trim)
    return;
  fibers_trim(worker);
  worker->next_trim = now + TRIM_NS;
}

void fibers_release(struct worker *worker) {
  while (worker->fibers) {
    struct fiber *fiber = worker->fibers;
    worker->fibers = fiber->next;
    put_shared(fiber);
  }
  worker->fiber_count = 0;
  worker->untrimmed = 0;
  if (worker->spare)
    put_shared(worker->spare);
  worker->spare = NULL;
}

void fibers_unmap(void) {
  for (struct fiber *fiber; (fiber = take_shared());)
    unmap_fiber(fiber);
}

struct fibers_usage fibers_usage(void) {
  return (struct fibers_usage){load_relaxed(&existing),
                               load_relaxed(&most_existing)};
}

void fibers_freeze(bool is_frozen) { lock_hold(&lock, is_frozen); }

void fibers_forked(void) { lock_forget(&lock); }
