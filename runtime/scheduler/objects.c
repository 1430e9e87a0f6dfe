//===- objects.c - Memory of the scheduler's own objects -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects made by one worker are freed by another, so free ones are kept by
/// all. Promotions and full frames are made only when work is about to be
/// shared, which is rare enough for a lock.
///
//===----------------------------------------------------------------------===//

#include "runtime.h"

#include <string.h>

struct object {
  struct object *next;
};

struct object_pool {
  struct lock lock;
  struct object *free;
  size_t size;
};

enum { CHUNK = 1 << 16 };

static struct object_pool full_frames = {.size = sizeof(struct full_frame)};
static struct object_pool promotions = {.size = sizeof(struct promotion)};

/// Maps a chunk of memory and makes it free objects. The lock is held.
static void refill(struct object_pool *pool) {
  void *chunk;
  if (tussah_os->memory_map(CHUNK, &chunk) != 0)
    return;
  size_t stride =
      (pool->size + TUSSAH_CACHE_LINE - 1) & ~(size_t)(TUSSAH_CACHE_LINE - 1);
  for (size_t offset = 0; offset + stride <= CHUNK; offset += stride) {
    struct object *object = (struct object *)((char *)chunk + offset);
    object->next = pool->free;
    pool->free = object;
  }
}

static void *get(struct object_pool *pool) {
  lock_acquire(&pool->lock);
  if (!pool->free)
    refill(pool);
  struct object *object = pool->free;
  if (object)
    pool->free = object->next;
  lock_release(&pool->lock);
  if (object)
    memset(object, 0, pool->size);
  return object;
}

static void put(struct object_pool *pool, void *memory) {
  struct object *object = memory;
  lock_acquire(&pool->lock);
  object->next = pool->free;
  pool->free = object;
  lock_release(&pool->lock);
}

struct full_frame *full_frame_get(void) { return get(&full_frames); }
void full_frame_put(struct full_frame *full) { put(&full_frames, full); }
struct promotion *promotion_get(void) { return get(&promotions); }
void promotion_put(struct promotion *promotion) { put(&promotions, promotion); }

struct worker *worker_new(void) {
  // Whole pages: a worker is never freed, and shares no cache line.
  void *memory;
  size_t size = (sizeof(struct worker) + 4095) & ~(size_t)4095;
  return tussah_os->memory_map(size, &memory) == 0 ? memory : NULL;
}
