//===- load-elimination.c - Two reads of a global variable around a task --===//
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

static int g, h;

static NOINLINE int f(void) {
  g = 1;
  int before = g;
  cilk_spawn { g = 2; }
  cilk_sync;
  h = g;
  return g + before - 1;
}

int main(void) {
  for (long r = repeats(500); r > 0; --r) {
    int x = f();
    if (x != 2) {
      printf("wrong: %d, expected 2\n", x);
      return 1;
    }
  }
  puts("right");
}
