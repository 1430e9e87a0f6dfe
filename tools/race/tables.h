//===- tables.h - Tables that only grow -------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_TABLES_H
#define TUSSAH_TOOLS_RACE_TABLES_H

#include "memory.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// A table whose entries have numbers from 1. They do not change, and get to
/// other threads by what those synchronize with anyway: a steal, or a word of
/// shadow memory.
struct table {
  void *entries;
  _Atomic uint64_t used;
};

/// A block of numbers that a thread has taken.
struct supply {
  uint64_t next, end;
};

enum { TABLE_BLOCK = 256 };

static inline bool table_prepare(struct table *table, uint64_t most,
                                 uint64_t size) {
  table->entries = memory_reserve(most * size);
  atomic_store_explicit(&table->used, 1, memory_order_relaxed);
  return table->entries;
}

/// Gives \p supply the next \p count numbers. Returns false if they are \p most
/// or above.
static inline bool table_take(struct table *table, struct supply *supply,
                              uint64_t count, uint64_t most) {
  supply->next =
      atomic_fetch_add_explicit(&table->used, count, memory_order_relaxed);
  supply->end = supply->next + count;
  return supply->end <= most;
}

#endif // TUSSAH_TOOLS_RACE_TABLES_H
