//===- reducers.c - Where uses of reducers are accesses -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reducers.h"

#include "memory.h"

#include "runtime/atomic.h"

#include <stddef.h>

/// Addresses of reducers, by their hash, and a byte for each.
static atomic_word *reducers;
static const char *uses;
enum { MOST_REDUCERS = 1 << 24 };

bool reducers_prepare(void) {
  reducers = memory_reserve(MOST_REDUCERS * sizeof *reducers);
  uses = memory_reserve(MOST_REDUCERS);
  return reducers && uses;
}

const void *reducer_use(const void *reducer) {
  uint64_t product = (uintptr_t)reducer * UINT64_C(0x9e3779b97f4a7c15);
  for (uint64_t at = product >> 40;; ++at) {
    at %= MOST_REDUCERS;
    if (!load_relaxed(&reducers[at]))
      cas_relaxed(&reducers[at], 0, (uintptr_t)reducer);
    if (load_relaxed(&reducers[at]) == (uintptr_t)reducer)
      return uses + at;
  }
}

const void *reducer_used_at(uintptr_t address) {
  uintptr_t first = (uintptr_t)uses;
  return address >= first && address < first + MOST_REDUCERS
             ? (const void *)load_relaxed(&reducers[address - first])
             : NULL;
}
