//===- unreachable-after-task.c - A task that ends the program ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 0
// cells: all
// ends: 3
//
// Nothing is counted, because nothing runs after the task.

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE void f(int *p) {
  cilk_spawn {
    if (!*p)
      _Exit(3);
    __builtin_unreachable();
  }
  cilk_sync;
}

int main(void) {
  int zero = 0;
  puts("before");
  fflush(stdout);
  f(&zero);
  puts("not reached");
}
