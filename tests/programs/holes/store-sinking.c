//===- store-sinking.c - A loop that stores before it spawns a store ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 500
// cells: all

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static int times = 1;

static NOINLINE int f(int *p, int k) {
  int i = 0;
  do {
    *p = 0;
    cilk_spawn { *p = 2; }
  } while (++i < k);
  cilk_sync;
  return *p;
}

static int result(void) {
  int x;
  return f(&x, times);
}

int main(void) {
  for (long r = repeats(500); r > 0; --r) {
    int x = result();
    if (x != 2) {
      printf("wrong: %d, expected 2\n", x);
      return 1;
    }
  }
  puts("right");
}
