//===- operands.c - Spawned expressions other than plain calls ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 60
// extra: sanitize
// standards: c11 c23
// flags: -Wno-unused-value

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <stdatomic.h>

static NOINLINE long next(long n) {
  meet();
  return n + 1;
}
static NOINLINE int bump(int *p) { return ++*p; }

#define TWICE(n) ({ long result_ = next(n); 2 * result_; })
#define SELECTED(n) _Generic((n), long: next(n), default: 0)
#define CHOSEN(n) __builtin_choose_expr(1, next(n), "")

/// The task converts what the call returns.
static void casts(void) {
  int a = 0;
  long element[4];
  cilk_spawn (void)bump(&a);
  long x = cilk_spawn (long)(short)next(70000);
  long y = (long)(cilk_spawn next(3));
  short z = cilk_spawn (signed char)(int)(next(300));
  double d = cilk_spawn (double)next(4);
  long s = cilk_spawn SELECTED(5L), c = cilk_spawn CHOSEN(6);
  // The parent evaluates the arguments, and finds the elements.
  for (int i = 0; i < 4; ++i)
    element[i] = cilk_spawn (long)next(i);
  cilk_sync;
  printf("casts %d %ld %ld %d %g %ld %ld |", a, x, y, z, d, s, c);
  for (int i = 0; i < 4; ++i)
    printf(" %ld", element[i]);
  puts("");
}

/// The parent evaluates the operands.
static void operations(void) {
  atomic_int sum = 0;
  int plain = 0;
  long ones[9];
  for (int i = 0; i < 9; ++i) {
    cilk_spawn atomic_fetch_add(&sum, i);
    cilk_spawn (void)__sync_fetch_and_add(&plain, i * i);
    ones[i] = cilk_spawn __builtin_popcountl(i);
  }
  cilk_sync;
  printf("operations %d %d |", sum, plain);
  for (int i = 0; i < 9; ++i)
    printf(" %ld", ones[i]);
  puts("");
}

/// The task evaluates all, but where the result goes.
static void wholes(void) {
  int v[4] = {0}, n = 3, index = 0;
  long z[4] = {0};
  cilk_spawn v[0]++;
  cilk_spawn v[1] += n + 5;
  cilk_spawn v[2] = v[3] + n;
  z[index++] = cilk_spawn TWICE(10);
  z[index++] = cilk_spawn (n > 2 ? next(1) : next(2));
  z[index++] += cilk_spawn (next(1), next(8));
  long w = cilk_spawn (n * 2);
  cilk_sync;
  cilk_spawn n > 2 ? bump(&v[0]) : bump(&v[1]);
  cilk_spawn bump(&v[2]), bump(&v[3]);
  cilk_sync;
  printf("wholes %d %d %d %d %d | %ld %ld %ld %ld\n", index, v[0], v[1], v[2],
         v[3], z[0], z[1], z[2], w);
}

/// What is inside of a spawned statement is its own.
static void statements(void) {
  int a[40] = {0}, b = 0, c = 0, n = 40;
  cilk_spawn for (int i = 0; i < 3; ++i)
    bump(&b);
  cilk_spawn if (n > 3)
    bump(&c);
  cilk_spawn cilk_for (int i = 0; i < n; ++i)
    a[i] += i;
  cilk_sync;
  cilk_spawn while (n > 30)
    --n;
  cilk_spawn switch (c) {
  case 1:
    c = 7;
    break;
  }
  cilk_spawn cilk_scope { b = cilk_spawn bump(&b); }
  cilk_sync;
  int sum = 0;
  for (int i = 0; i < 40; ++i)
    sum += a[i];
  printf("statements %d %d %d %d\n", b, c, n, sum);
}

int main(void) {
  for (long i = 0; i < repeats(1); ++i) {
    casts();
    operations();
    wholes();
    statements();
  }
  return 0;
}
