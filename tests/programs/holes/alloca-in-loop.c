//===- alloca-in-loop.c - Spawns in a loop that also allocates memory -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 1000
// cells: all
// extra: sanitize

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE void fill(int *buffer, int n, int start) {
  for (int i = 0; i < n; ++i)
    buffer[i] = start + i;
}

/// Inlined: its array moves to the entry of the function that it is inlined
/// into, which must be the task.
static int work(int k) {
  int buffer[64];
  fill(buffer, 64, k);
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += buffer[i];
  return sum;
}

static long f(int n) {
  int *results = __builtin_alloca((size_t)n * sizeof *results);
  for (int i = 0; i < n; ++i) {
    int *box = __builtin_alloca((size_t)(16 * (i % 4 + 1)));
    box[0] = i;
    results[i] = cilk_spawn work(box[0]);
  }
  cilk_sync;
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += results[i];
  return sum;
}

int main(void) {
  long sum = 0;
  for (long r = repeats(2); r > 0; --r)
    sum = f(500);
  printf("%ld\n", sum);
}
