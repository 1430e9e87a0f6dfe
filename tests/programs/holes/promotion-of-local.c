//===- promotion-of-local.c - A local variable that a task writes ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 500
// cells: all
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE int f(void) {
  int x = 1;
  cilk_spawn { x = 2; }
  cilk_sync;
  return x;
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
