//===- unrolling.cpp - Spawns in a loop that is unrolled ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 400
// cells: all

#include "../Inputs/leaf.h"

static long leafPlus(int i) { return leaf(i) + i; }

static long unrolled() {
  long a[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; ++i)
    a[i] = cilk_spawn leafPlus(i);
  cilk_sync;
  return a[0] * 1 + a[1] * 2 + a[2] * 3 + a[3] * 4;
}

int main() {
  long result = 0;
  for (long r = repeats(100); r > 0; --r)
    result = unrolled();
  printf("%ld\n", result);
}
