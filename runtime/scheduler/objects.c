//===- objects.c - Memory of the scheduler's own objects -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Promotions and full frames are made where work is about to be shared. One
/// that was made by a worker may be freed by another. Each keeps a few free
/// ones, and what is more is kept by all.
///
//===----------------------------------------------------------------------===//

#include "objects.h"

#include "../os/os.h"
#include "attributes.h"
#include "frame.h"
#include "lock.h"
#include "worker.h"

#include <string.h>

struct object {
  struct object *next;
};

struct object_pool {
  struct lock lock;
  struct object *free;   ///< protected by the lock
  struct object *chunks; ///< all memory; each begins with the next one
  size_t size;
};

enum { CHUNK = 1 << 16, MOST_OWN = 8 };

static struct object_pool full_frames = {.size = sizeof(struct full_frame)};
static struct object_pool promotions = {.size = sizeof(struct promotion)};

/// Maps a chunk of memory and makes it free objects. The lock is held.
static void refill(struct object_pool *pool) {
  void *chunk;
  if (tussah_os->memory_map(CHUNK, &chunk) != 0)
    return;
  size_t stride =
      (pool->size + TUSSAH_CACHE_LINE - 1) & ~(size_t)(TUSSAH_CACHE_LINE - 1);
  struct object *mapped = chunk;
  mapped->next = pool->chunks;
  pool->chunks = mapped;
  for (size_t offset = TUSSAH_CACHE_LINE; offset + stride <= CHUNK;
       offset += stride) {
    struct object *object = (struct object *)((char *)chunk + offset);
    object->next = pool->free;
    pool->free = object;
  }
}

static struct object *get_shared(struct object_pool *pool) {
  lock_enter(&pool->lock);
  if (!pool->free)
    refill(pool);
  struct object *object = pool->free;
  if (object)
    pool->free = object->next;
  lock_leave(&pool->lock);
  return object;
}

static void put_shared(struct object_pool *pool, struct object *object) {
  lock_enter(&pool->lock);
  object->next = pool->free;
  pool->free = object;
  lock_leave(&pool->lock);
}

/// \p own are those that the worker of the calling thread keeps.
static void *get(struct object_pool *pool, struct free_objects *own) {
  struct object *object = own->first;
  if (object) {
    own->first = object->next;
    --own->count;
  } else if (!(object = get_shared(pool))) {
    return NULL;
  }
  memset(object, 0, pool->size);
  return object;
}

static void put(struct object_pool *pool, struct free_objects *own,
                void *memory) {
  struct object *object = memory;
  if (own->count == MOST_OWN) {
    put_shared(pool, object);
    return;
  }
  object->next = own->first;
  own->first = object;
  ++own->count;
}

struct full_frame *full_frame_get(struct worker *worker) {
  return get(&full_frames, &worker->full_frames);
}

void full_frame_put(struct worker *worker, struct full_frame *full) {
  put(&full_frames, &worker->full_frames, full);
}

struct promotion *promotion_get(struct worker *worker) {
  return get(&promotions, &worker->promotions);
}

void promotion_put(struct worker *worker, struct promotion *promotion) {
  put(&promotions, &worker->promotions, promotion);
}

static void unmap_chunks(struct object_pool *pool) {
  while (pool->chunks) {
    struct object *chunk = pool->chunks;
    pool->chunks = chunk->next;
    tussah_os->memory_unmap(chunk, CHUNK);
  }
  pool->free = NULL;
}

void objects_unmap(void) {
  unmap_chunks(&full_frames);
  unmap_chunks(&promotions);
}

void objects_freeze(bool is_frozen) {
  lock_hold(&full_frames.lock, is_frozen);
  lock_hold(&promotions.lock, is_frozen);
}

void objects_forked(void) {
  lock_forget(&full_frames.lock);
  lock_forget(&promotions.lock);
}
