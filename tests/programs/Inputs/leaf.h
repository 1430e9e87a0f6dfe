//===- leaf.h - Spawning functions that are inlined ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the programs nest*.cpp share: a function with stack memory, and one
/// that spawns it, both small enough to be inlined with their sync scopes.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_PROGRAMS_LEAF_H
#define TUSSAH_TESTS_PROGRAMS_LEAF_H

#include "support.h"

#include <cilk/cilk.h>

#include <atomic>

static std::atomic<long> leaves;

static long leaf(int k) {
  int buffer[8];
  for (int i = 0; i < 8; ++i)
    buffer[i] = k ^ i;
  long sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += buffer[i];
  ++leaves;
  return sum;
}

[[maybe_unused]] static long inner(int n) {
  long a = cilk_spawn leaf(n);
  long b = cilk_spawn leaf(n + 1);
  long c = leaf(n + 2);
  cilk_sync;
  return a + b + c;
}

#endif // TUSSAH_TESTS_PROGRAMS_LEAF_H
