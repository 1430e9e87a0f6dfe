//===- macros.c - Keywords in macros --------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 45
// extra: debug
// standards: c11 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#define SPAWN cilk_spawn
#define SYNC cilk_sync
#define FOR cilk_for
#define SCOPE cilk_scope
#define FORK(result, call) result = cilk_spawn call
#define BOTH(x, f, a, y, g, b)                                                 \
  do {                                                                         \
    x = cilk_spawn f(a);                                                       \
    y = g(b);                                                                  \
    cilk_sync;                                                                 \
  } while (0)
#define PASS(...) __VA_ARGS__
#define TWICE(...) PASS(__VA_ARGS__) PASS(__VA_ARGS__)
#define EACH(i, n, body)                                                       \
  cilk_for (int i = 0; i < (n); ++i)                                           \
  body
#define DECLARE_FIB(name, type)                                                \
  static type name(type n) {                                                   \
    if (n < 2)                                                                 \
      return n;                                                                \
    type x = cilk_spawn name(n - 1);                                           \
    type y = name(n - 2);                                                      \
    cilk_sync;                                                                 \
    return x + y;                                                              \
  }

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

DECLARE_FIB(fib_int, int)
DECLARE_FIB(fib_long, long)

int main(void) {
  int a, b, c, d;
  a = SPAWN twice(1);
  FORK(b, twice(2));
  PASS(c = cilk_spawn twice(3);)
  PASS(PASS(d = PASS(SPAWN) twice(4)));
  SYNC;
  printf("%d %d %d %d\n", a, b, c, d);
  BOTH(a, twice, 5, b, twice, 6);
  printf("%d %d\n", a, b);
  long sum = 0;
  TWICE(SPAWN { add_to(&sum, 1); })
  cilk_sync;
  SCOPE { PASS(cilk_spawn add_to(&sum, 10); cilk_spawn add_to(&sum, 20);) }
  printf("%ld\n", sum);
  FOR (int i = 0; i < 8; ++i)
    add_to(&sum, i);
  EACH(i, 8, { add_to(&sum, 100 * i); });
  PASS(cilk_for (int i = 0; i < 4; ++i) {
    cilk_spawn add_to(&sum, i);
    add_to(&sum, i);
  })
  TWICE(EACH(i, 3, add_to(&sum, i);))
  printf("%ld\n", sum);
  printf("%d %ld\n", fib_int(6), fib_long(5));

  // The names that need no header of their own.
  a = _Cilk_spawn twice(20);
  _Cilk_sync;
  _Cilk_scope { b = _Cilk_spawn twice(21); }
  _Cilk_for (int i = 0; i < 4; ++i)
    add_to(&sum, i);
  printf("%d %d %ld\n", a, b, sum);
}
