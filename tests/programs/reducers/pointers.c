//===- pointers.c - Reducers whose functions are not constants ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 50
// extra: sanitize
// Functions of reducers in variables, parameters, members, elements of arrays
// and results of calls.
// The elision does not use them.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

typedef void identity_fn(void *view);
typedef void reduce_fn(void *left, void *right);

static void zero(void *view) { *(long *)view = 0; }
static void one(void *view) { *(long *)view = 1; }
static void plus(void *left, void *right) { *(long *)left += *(long *)right; }
static void times(void *left, void *right) {
  *(unsigned long *)left *= *(unsigned long *)right;
}

struct monoid {
  identity_fn *identity;
  reduce_fn *reduce;
};
static struct monoid monoids[] = {{zero, plus}, {one, times}};

identity_fn *the_identity = zero;
static reduce_fn *the_reduce = plus;
long cilk_reducer(the_identity, the_reduce) global;
extern long cilk_reducer(the_identity, the_reduce) global;
static long _Hyperobject(zero, the_reduce) half;

struct counts {
  int plain;
  long cilk_reducer(the_identity, the_reduce) sum, many[2];
};

/// Functions that are given, and a pointer to a reducer that has them.
static void fill(long cilk_reducer(the_identity, plus) * to, int n) {
  cilk_for (int i = 0; i < n; ++i)
    *to += i;
}

static long fold(identity_fn *identity, reduce_fn *reduce, long start, int n) {
  long cilk_reducer(identity, reduce) result = start;
  cilk_for (int i = 0; i < n; ++i)
    if (reduce == times)
      result = (long)((unsigned long)result * (unsigned long)(2 * i + 1));
    else
      result += i;
  return result;
}

static int calls;
static reduce_fn *choose(const struct monoid *m) {
  ++calls;
  return m->reduce;
}

static void add(long *to, long what) { *to += what; }

/// What the pointers are later does not matter.
static long early(int n) {
  const struct monoid *m = &monoids[0];
  identity_fn *identity = m->identity;
  long cilk_reducer(identity, choose(m)) several[3] = {1, 2, 3};
  identity = NULL;
  m = NULL;
  for (int i = 0; i < n; ++i) {
    cilk_spawn add(&several[i % 3], i);
    several[(i + 1) % 3] += 1;
  }
  cilk_spawn { *(several + 1) += 5; }
  cilk_sync;
  return several[0] + 10 * several[1] + 100 * several[2];
}

static long each(int n) {
  long all = 0;
  for (int i = 0; i < 4; ++i) {
    const struct monoid *m = &monoids[i % 2];
    unsigned long cilk_reducer(m->identity, m->reduce) x = (unsigned)i;
    cilk_for (int k = 1; k < n; ++k) {
      if (i % 2)
        x *= (unsigned)k | 1;
      else
        x += (unsigned)k;
    }
    all += (long)(x % 1000003);
  }
  return all;
}

static long members(int n) {
  struct counts c = {1, 2, {3, 4}};
  cilk_for (int i = 0; i < n; ++i) {
    c.sum += i;
    c.many[i & 1] += 2 * i;
  }
  return c.plain + c.sum + 3 * c.many[0] + 5 * c.many[1];
}

static void by_value(identity_fn *identity, reduce_fn *reduce,
                     long cilk_reducer(identity, reduce) sum, int n) {
  cilk_for (int i = 0; i < n; ++i)
    sum += i;
  printf("%ld\n", sum);
}

int main(void) {
  static long cilk_reducer(zero, the_reduce) inside = 7;
  enum { N = 2000 };
  cilk_for (int i = 0; i < N; ++i) {
    global += i;
    half += 2;
    inside++;
  }
  printf("%ld %ld %ld\n", global, half, inside);
  fill(__builtin_addressof(global), N);
  printf("%ld\n", global);
  printf("%ld %ld\n", fold(zero, plus, 5, N), fold(one, times, 3, N));
  printf("%ld", early(N));
#ifdef __tussah__
  if (calls != 1)
    puts(" evaluated more than once");
#endif
  puts("");
  printf("%ld %ld\n", each(N), members(N));
  by_value(zero, plus, 11, N);
  return 0;
}
