//===- structures.c - Structures that spawned calls return ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// RUN: %tussah-clang -O0 %s -o %t && %t | %FileCheck %s
// tasks: = 33
// extra: sanitize
// CHECK: 906191
// CHECK-NEXT: 949510
// CHECK-NEXT: 991194
//
// The parent evaluates arguments and targets; in C, clang computes the target
// of a structure's assignment before the value.

#include "../Inputs/support.h"

#include <cilk/cilk.h>

struct pair {
  long first, second;
};
struct large {
  long numbers[9];
};
struct both {
  struct pair pair;
  struct {
    struct large large[2];
    struct pair pairs[3];
  } inner;
};

static NOINLINE long next(long n) { return n + 1; }

static NOINLINE struct pair pair_of(const long *n) {
  meet();
  return (struct pair){*n, 2 * *n};
}
static NOINLINE struct large large_of(const struct pair *p) {
  meet();
  struct large result = {{0}};
  for (int i = 0; i < 9; ++i)
    result.numbers[i] = p->first * i + p->second;
  return result;
}

static long sum(const struct both *b) {
  long result = b->pair.first + 3 * b->pair.second;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 9; ++j)
      result = 5 * result % 1000003 + b->inner.large[i].numbers[j];
  for (int i = 0; i < 3; ++i)
    result = 7 * result % 1000003 + b->inner.pairs[i].first -
             b->inner.pairs[i].second;
  return result;
}

int main(void) {
  struct both all[3] = {0}, *at = all;
  int index = 0;
  for (int i = 0; i < 3; ++i) {
    long first = i;
    all[i].pair = cilk_spawn pair_of(&(long){next(i)});
    all[index++].inner.pairs[next(0)] =
        cilk_spawn pair_of(&(long){({ first += next(7); })});
    at->inner.large[0] = cilk_spawn large_of(&(struct pair){next(i), next(9)});
    at++->inner.large[next(0)] =
        cilk_spawn large_of(&(struct pair){({ first += 5; }), next(first)});
    (*(&all[0] + i)).inner.pairs[i ? 0 : 2] =
        cilk_spawn pair_of(&(long){next(first)});
    // The member of a member, and a chain of targets.
    struct both *volatile there = &all[i];
    there->inner.pairs[i ? 2 : 0] = all[i].inner.pairs[i ? 2 : 0] =
        cilk_spawn pair_of(&(long){({
          long n = next(i);
          n + next(n);
        })});
    if (i)
      all[i - 1].inner.large[1].numbers[8] += next(i);
    cilk_sync;
  }
  for (long i = 0; i < 15; ++i) {
    all[i % 3].inner.pairs[i % 2] = cilk_spawn pair_of(&(long){next(i)});
    cilk_sync;
  }
  for (int i = 0; i < 3; ++i)
    printf("%ld\n", sum(&all[i]));
  return 0;
}
