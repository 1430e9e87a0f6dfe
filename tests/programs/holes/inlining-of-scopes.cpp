//===- inlining-of-scopes.cpp - Sync scopes in each other, inlined --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 1504
// cells: all
// extra: sanitize thinlto debug

#include "../Inputs/leaf.h"

#include <vector>

static long sumOf(const std::vector<long> &numbers) {
  long sum = 0;
  for (long x : numbers)
    sum += x;
  return sum;
}

static long outer(int n) {
  std::vector<long> results(n);
  for (int i = 0; i < n; ++i)
    cilk_spawn[&results, i] {
      long q = cilk_spawn inner(i);
      long w = inner(i + 5);
      cilk_sync;
      results[i] = q + w;
    }
  ();
  cilk_sync;
  return sumOf(results);
}

static long mixed(int n, int m) {
  std::vector<long> results((long)n * m);
  cilk_for (long i = 0; i < n; ++i)
    cilk_for (long j = 0; j < m; ++j)
      results[i * m + j] = inner((int)(i ^ j));
  return sumOf(results);
}

static long leafPlus(int i) { return leaf(i) + i; }

static long unrolled() {
  long a[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; ++i)
    a[i] = cilk_spawn leafPlus(i);
  cilk_sync;
  return a[0] * 1 + a[1] * 2 + a[2] * 3 + a[3] * 4;
}

int main() {
  long result = 0, rounds = repeats(1);
  for (long r = rounds; r > 0; --r)
    result = outer(50) + mixed(20, 30) + unrolled();
  printf("%ld %ld\n", result, leaves / rounds);
}
