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

#include "runtime.h"

#include <string.h>

/// More than a page, so that a large frame does not step over it.
#define GUARD ((size_t)64 << 10)

/// Free fibers that a worker keeps for itself, and that all keep together for
/// each worker.
enum { KEPT_BY_WORKER = 8, KEPT_BY_ALL = 8 };

size_t tussah_fiber_size;

static struct lock lock;
static struct fiber *free_fibers; // protected by the lock
static unsigned free_count;       // protected by the lock
static atomic_word existing, most_existing;

void fibers_configure(size_t stack_size) {
  size_t size = GUARD;
  while (size < stack_size + GUARD + sizeof(struct fiber))
    size *= 2;
  tussah_fiber_size = size;
}

static uintptr_t base_of(struct fiber *fiber) {
  return (uintptr_t)fiber & ~(tussah_fiber_size - 1);
}

/// Maps a new fiber. Null if there is no memory.
static struct fiber *map_fiber(void) {
  void *base;
  if (tussah_os->stack_map(tussah_fiber_size, tussah_fiber_size, GUARD,
                           &base) != 0)
    return NULL;
  uintptr_t now = fetch_add_relaxed(&existing, 1) + 1;
  for (uintptr_t most = load_relaxed(&most_existing); now > most;
       most = load_relaxed(&most_existing))
    if (cas_relaxed(&most_existing, most, now))
      break;
  return fiber_of((uintptr_t)base);
}

static void unmap_fiber(struct fiber *fiber) {
  fetch_sub_relaxed(&existing, 1);
  tussah_os->stack_unmap((void *)base_of(fiber), tussah_fiber_size);
}

/// Takes a fiber from those that all keep. Null if there is none.
static struct fiber *take_shared(void) {
  lock_acquire(&lock);
  struct fiber *fiber = free_fibers;
  if (fiber) {
    free_fibers = fiber->next;
    --free_count;
  }
  lock_release(&lock);
  return fiber;
}

static void put_shared(struct fiber *fiber) {
  lock_acquire(&lock);
  bool keep = free_count < KEPT_BY_ALL * (worker_count() + 1);
  if (keep) {
    fiber->next = free_fibers;
    free_fibers = fiber;
    ++free_count;
  }
  lock_release(&lock);
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
  memset(fiber, 0, sizeof *fiber);
  return fiber;
}

void fiber_put(struct worker *worker, struct fiber *fiber) {
  if (worker->fiber_count == KEPT_BY_WORKER) {
    put_shared(fiber);
    return;
  }
  fiber->next = worker->fibers;
  worker->fibers = fiber;
  ++worker->fiber_count;
}

void fibers_release(struct worker *worker) {
  while (worker->fibers) {
    struct fiber *fiber = worker->fibers;
    worker->fibers = fiber->next;
    put_shared(fiber);
  }
  worker->fiber_count = 0;
  if (worker->spare)
    put_shared(worker->spare);
  worker->spare = NULL;
}

uintptr_t fibers_existing(uintptr_t *most) {
  *most = load_relaxed(&most_existing);
  return load_relaxed(&existing);
}
