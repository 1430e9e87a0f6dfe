//===- jumps-c.c - Jumps over cleanups within tasks -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As jumps.cpp, with the cleanups of C.
//
// RUN: %matrix %s
// cells: all
// tasks: 48
// extra: sanitize

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static long cleaned;
static void clean(int *value) { add_to(&cleaned, (long)mix((uint64_t)*value)); }
#define CLEANED __attribute__((cleanup(clean))) int

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

static NOINLINE int block(int way) {
  CLEANED outer = 1;
  int task = 0;
  cilk_spawn {
    CLEANED first = 2;
    {
      CLEANED second = way;
      if (way == 1)
        goto end;
      {
        CLEANED third = 3;
        if (way == 2)
          goto middle;
        if (way == 3)
          goto end;
        task += twice(third);
      }
      task += 10;
    middle:
      task += 100 + second;
      if (way == 4)
        goto end;
    }
    task += 1000 + first;
  end:;
  }
  int parent = twice(outer);
  cilk_sync;
  return task + parent;
}

/// With an array whose size is not known, which is a cleanup of its own.
static NOINLINE int loop(int way) {
  int results[8] = {0}, sum = 0;
  cilk_for (int i = 0; i < 8; ++i) {
    CLEANED first = i;
    {
      int array[i + 1];
      array[i] = twice(i);
      CLEANED second = array[i];
      if (i % 4 == way)
        goto end;
      results[i] = second;
    }
    results[i] += first;
  end:;
  }
  for (int i = 0; i < 8; ++i)
    sum = 3 * sum + results[i];
  return sum;
}

int main(void) {
  for (int way = 0; way < 6; ++way) {
    int a = block(way), b = loop(way);
    printf("%d: %d %d %lx\n", way, a, b, cleaned);
  }
}
