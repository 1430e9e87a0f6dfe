//===- inlining-into-loops.cpp - A spawning function in nested loops ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 1200
// cells: all

#include "../Inputs/leaf.h"

#include <vector>

static long mixed(int n, int m) {
  std::vector<long> results((long)n * m);
  cilk_for (long i = 0; i < n; ++i)
    cilk_for (long j = 0; j < m; ++j)
      results[i * m + j] = inner((int)(i ^ j));
  long sum = 0;
  for (long x : results)
    sum += x;
  return sum;
}

int main() {
  long result = 0;
  for (long r = repeats(1); r > 0; --r)
    result = mixed(20, 30);
  printf("%ld\n", result);
}
