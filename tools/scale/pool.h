//===- pool.h - Memory of one size, of one thread ---------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Faster than malloc. What one thread has got, another may give back: to its
/// own pool, which does not grow without bounds by that.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_POOL_H
#define TUSSAH_TOOLS_SCALE_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { POOL_MOST = 1024 };

struct pool_entry {
  struct pool_entry *next;
};

struct pool {
  struct pool_entry *first;
  uint64_t count;
};

/// Returns \p size bytes, the same size each time, at least that of a pointer.
static inline void *pool_get(struct pool *pool, size_t size) {
  struct pool_entry *entry = pool->first;
  if (entry) {
    pool->first = entry->next;
    --pool->count;
    return entry;
  }
  void *made = malloc(size);
  if (!made) {
    fprintf(stderr, "cilkscale: error: out of memory\n");
    abort();
  }
  return made;
}

static inline void pool_put(struct pool *pool, void *unused) {
  if (pool->count == POOL_MOST) {
    free(unused);
    return;
  }
  struct pool_entry *entry = unused;
  entry->next = pool->first;
  pool->first = entry;
  ++pool->count;
}

#endif // TUSSAH_TOOLS_SCALE_POOL_H
