//===- inlining-into-tasks.cpp - Tasks that spawn a spawning function -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 300
// cells: all

#include "../Inputs/leaf.h"

#include <vector>

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
  long sum = 0;
  for (long x : results)
    sum += x;
  return sum;
}

int main() {
  long result = 0;
  for (long r = repeats(1); r > 0; --r)
    result = outer(50);
  printf("%ld\n", result);
}
