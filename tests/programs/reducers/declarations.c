//===- declarations.c - Reducers that are declared more than once ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 8
// flags: -w
// Uses between a reducer's declarations, of types that were incomplete before;
// tentative definitions; and pointers that are initialized before all strands.
#include <cilk/cilk.h>
#include <stdio.h>
#include <string.h>

void zero(void *view) { *(long *)view = 0; }
void plus(void *left, void *right) { *(long *)left += *(long *)right; }
void clear(void *view);
void merge(void *left, void *right);

extern long cilk_reducer(zero, plus) sum;
extern long cilk_reducer(zero, plus) bins[];
typedef struct pair pair;
extern pair cilk_reducer(clear, merge) both;
static long cilk_reducer(zero, plus) tentative;

static void add(int i) {
  extern long cilk_reducer(zero, plus) sum;
  sum += i;
  bins[i % 3] += i;
  tentative++;
}

struct pair {
  long count;
  long total;
};
static void note(pair *p, int i) {
  p->count += 1;
  p->total += i;
}
void clear(void *view) { memset(view, 0, sizeof(pair)); }
void merge(void *left, void *right) {
  ((pair *)left)->count += ((pair *)right)->count;
  ((pair *)left)->total += ((pair *)right)->total;
}

long cilk_reducer(zero, plus) sum;
long cilk_reducer(zero, plus) sum = 7;
long cilk_reducer(zero, plus) bins[3];
static long cilk_reducer(zero, plus) tentative;
pair cilk_reducer(clear, merge) both = {1, 2};

static long *outside = (long *)&sum;

int main(void) {
  static long *inside = (long *)&bins[1];
  *outside += 1;
  *inside += 2;
  cilk_for (int i = 0; i < 100; ++i) {
    add(i);
    note(&both, i);
  }
  cilk_spawn add(1);
  add(2);
  cilk_sync;
  printf("%ld %ld %ld %ld %ld\n", sum, bins[0], bins[1], bins[2], tentative);
  printf("%ld %ld %ld %ld\n", both.count, both.total, *outside, *inside);
  return 0;
}
