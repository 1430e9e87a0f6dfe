//===- inlined.cpp - Functions that spawn, inlined in loops ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Their frames are in the loop then, and so in each copy of an iteration when
// the loop is unrolled; but the syncs for exceptions are behind the loop.
//
// RUN: %matrix %s
// tasks: = 28
// cells: all
// extra: thinlto
// flags: -std=c++17

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <initializer_list>

/// Cheap enough for a loop to be unrolled.
struct Object {
  long number;
  explicit Object(long n) : number(n) {}
  Object(const Object &o) : number(o.number) {}
  ~Object() { number = 0; }
};

static NOINLINE Object make(long x) {
  meet();
  if (x == 1000)
    throw x;
  return Object(x);
}

/// The scope is a function of its own.
static long scopes(long x) {
  long sum = 0;
  int i = 4;
  while (i-- > 0) {
    cilk_scope {
      Object a = cilk_spawn make(x);
      Object b = make(x + i);
      cilk_sync;
      sum = sum * 3 + a.number + b.number;
    }
    Object c = cilk_spawn make(i);
    cilk_sync;
    sum += c.number;
  }
  return sum;
}

static long both(long x, long y) {
  Object a = cilk_spawn make(x);
  Object b = make(y);
  cilk_sync;
  return a.number * 7 + b.number;
}

static long calls(long x) {
  long sum = 0;
  int i = 4;
  while (i-- > 0)
    sum = sum * 3 + both(x + i, x);
  return sum;
}

/// Not a natural loop: it is entered in two places.
static long jumps(long x) {
  long sum = 0;
  int i = 0;
  if (x & 1)
    goto middle;
again:
  sum += both(x, i);
middle:
  sum = sum * 5 + both(i, 2 * x);
  if (++i < 4)
    goto again;
  return sum;
}

template <class F> static void report(const char *name, F f, long x) {
  try {
    printf("%s %ld\n", name, f(x));
  } catch (long thrown) {
    printf("%s throws %ld\n", name, thrown);
  }
}

int main() {
  for (long x : {5, 997}) {
    report("scopes", scopes, x);
    report("calls", calls, x);
    report("jumps", jumps, x);
  }
}
