//===- store-forwarding-malloc.c - Memory of malloc that a task writes ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 500
// cells: all
// extra: sanitize

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE int f(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  cilk_spawn { *p = 2; }
  cilk_sync;
  int result = *p;
  free(p);
  return result;
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
