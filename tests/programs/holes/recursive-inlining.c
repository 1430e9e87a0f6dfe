//===- recursive-inlining.c - Recursive calls in task and continuation ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 4180
// cells: all
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long x, y;
  x = cilk_spawn fib(n - 1);
  y = fib(n - 2);
  cilk_sync;
  return x + y;
}

int main(void) {
  long result = 0;
  for (long r = repeats(1); r > 0; --r)
    result = fib(18);
  printf("%ld\n", result);
}
