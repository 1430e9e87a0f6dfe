//===- hoisting-common-calls.c - The same call in a task and behind it ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 1000
// cells: all
//
// What task and continuation have in common must not be done once for both,
// also if the task never returns.

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static long count;

static NOINLINE void bump(void) {
  add_to(&count, 1);
  __asm__ volatile("");
}

/// Not called with 0. Then the task would end the program.
static NOINLINE void stop(int *p) {
  cilk_spawn {
    bump();
    if (!*p) {
      exit(3);
      __builtin_unreachable();
    }
  }
  bump();
  cilk_sync;
}

static NOINLINE int known(void) {
  int result = 0;
  cilk_spawn {
    bump();
    result = 1;
  }
  bump();
  cilk_sync;
  return result;
}

int main(void) {
  int one = 1;
  long times = repeats(500), sum = 0;
  for (long r = 0; r < times; ++r) {
    stop(&one);
    sum += known();
  }
  puts(count == 4 * times && sum == times ? "right" : "wrong");
}
