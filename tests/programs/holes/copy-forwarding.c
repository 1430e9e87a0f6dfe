//===- copy-forwarding.c - A large argument that changes afterwards -------===//
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

struct block {
  long a[32];
};

static NOINLINE void use(struct block b, int *out) { *out = (int)b.a[0]; }

/// The task must have its own copy, not read p->a.
static NOINLINE int f(struct block *restrict p, int *out) {
  struct block copy = *p;
  cilk_spawn use(copy, out);
  p->a[0] = 99;
  cilk_sync;
  return *out;
}

static int result(void) {
  struct block b = {{2}};
  int out;
  return f(&b, &out);
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
