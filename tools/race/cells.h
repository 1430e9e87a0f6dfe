//===- cells.h - Cells of shadow memory, many at once -----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_CELLS_H
#define TUSSAH_TOOLS_RACE_CELLS_H

#include "layout.h"

#include "runtime/atomic.h"

#include <stdbool.h>
#include <stdint.h>

/// A line, or a cell, for fewer instructions.
struct pair {
  uint64_t low, high;
};

static inline struct pair get_pair(const void *at) {
  const struct pair *pair = at;
  return (struct pair){load_both32_relaxed(&pair->low),
                       load_both32_relaxed(&pair->high)};
}

static inline void set_pair(void *at, struct pair value) {
  struct pair *pair = at;
  store_both32_relaxed(&pair->low, value.low);
  store_both32_relaxed(&pair->high, value.high);
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

/// Whether the cells from \p cell to \p end are \p value.
static inline bool are_all(const struct race_cell *cell,
                           const struct race_cell *end, four_words value) {
  four_words differs = {0, 0};
  for (; cell < end; ++cell)
    differs |= load_four32_relaxed(cell) ^ value;
  return !(differs[0] | differs[1]);
}

/// Whether the cells from \p cell to \p end, at least one, are equal.
static inline bool are_equal(const struct race_cell *cell,
                             const struct race_cell *end) {
  return are_all(cell + 1, end, load_four32_relaxed(cell));
}

/// Gives the cells from \p cell to \p end the history \p h.
static inline void fill(struct race_cell *cell, const struct race_cell *end,
                        struct race_history h) {
  for (const struct pair pair = cell_pair(h); cell != end; ++cell)
    set_pair(cell, pair);
}

#endif // TUSSAH_TOOLS_RACE_CELLS_H
