//===- cells.h - Cells of shadow memory, many at once -----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_CELLS_H
#define TUSSAH_TOOLS_RACE_CELLS_H

#include "layout.h"

#include <stdbool.h>
#include <stdint.h>

/// A line, or a cell, for fewer instructions.
struct pair {
  uint64_t low, high;
};

static inline struct pair get_pair(const void *at) {
  const struct pair *pair = at;
  return (struct pair){__atomic_load_n(&pair->low, __ATOMIC_RELAXED),
                       __atomic_load_n(&pair->high, __ATOMIC_RELAXED)};
}

static inline void set_pair(void *at, struct pair value) {
  struct pair *pair = at;
  __atomic_store_n(&pair->low, value.low, __ATOMIC_RELAXED);
  __atomic_store_n(&pair->high, value.high, __ATOMIC_RELAXED);
}

static inline bool differ(struct pair a, struct pair b) {
  return (a.low ^ b.low) | (a.high ^ b.high);
}

_Static_assert(sizeof(struct pair) == sizeof(struct race_cell), "");

static inline struct pair cell_pair(struct race_history h) {
  return (struct pair){h.write | (uint64_t)h.reads[0] << 32, h.reads[1]};
}

static inline struct race_history history_in(struct pair pair) {
  return (struct race_history){
      (uint32_t)pair.low, {(uint32_t)(pair.low >> 32), (uint32_t)pair.high}};
}

/// Whether the cells from \p cell to \p end, at least one, are equal.
static inline bool are_equal(const struct race_cell *cell,
                             const struct race_cell *end) {
  // Sixteen bytes at once. Who does not have the lock may see some old words.
  typedef uint64_t vector __attribute__((vector_size(16), may_alias));
  const vector first = *(const vector *)cell;
  vector differs = {0, 0};
  for (++cell; cell < end; ++cell)
    differs |= *(const vector *)cell ^ first;
  return !(differs[0] | differs[1]);
}

/// Gives the cells from \p cell to \p end the history \p h.
static inline void fill(struct race_cell *cell, const struct race_cell *end,
                        struct race_history h) {
  for (const struct pair pair = cell_pair(h); cell != end; ++cell)
    set_pair(cell, pair);
}

#endif // TUSSAH_TOOLS_RACE_CELLS_H
