//===- values.cpp - Values that live across spawns ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE long leaf(long x) {
  meet();
  return x;
}

/// Several spawns in one frame, whose results are used in many ways.
static NOINLINE long several(int n) {
  if (n < 2)
    return leaf(n);
  long a = cilk_spawn several(n - 1);
  double scale = 0.5 * n;
  long b = cilk_spawn several(n - 2);
  long c = 5;
  if (n > 3)
    c = cilk_spawn several(n - 3);
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i * n;
  cilk_sync;
  long d = cilk_spawn several(n - 2);
  sum += a + b;
  cilk_sync;
  return sum + c - d + (long)scale;
}

/// Loops that spawn: what they carry is a value in the frame.
static NOINLINE void loops(int n) {
  long results[64], i = 0, carried = 1;
  double x = 1.5;
  unsigned long long mask = 0;
  do {
    results[i] = cilk_spawn several((int)(i % 5));
    carried = carried * 3 % 1009;
    x = x * 1.25 - (double)carried / 512;
    mask = mask << 1 | (carried & 1);
    if (i % 7 == 6)
      cilk_sync;
    if (i % 5 == 4)
      continue;
    carried += leaf(i);
  } while (++i < n);
  cilk_sync;
  long sum = 0;
  for (int j = 0; j < n; ++j)
    sum = sum * 7 % 10007 + results[j];
  printf("loops %d: %ld %ld %.6f %llx\n", n, sum, carried, x, mask);
}

/// Vectors and wide integers in registers.
typedef float Vector __attribute__((vector_size(32)));
static NOINLINE void wide(int n) {
  Vector v = {1, 2, 3, 4, 5, 6, 7, 8}, w = v * 2;
  __int128 big = (__int128)n << 70;
  long results[8];
  for (int i = 0; i < 8; ++i) {
    results[i] = cilk_spawn leaf(i);
    v = v * w + v;
    w = w - v / 4;
    big = big * 3 + i;
  }
  cilk_sync;
  long sum = 0;
  for (long r : results)
    sum += r;
  printf("wide %ld %g %g %llx\n", sum, (double)v[2], (double)w[7],
              (unsigned long long)(big >> 64));
}

typedef float Lanes __attribute__((vector_size(16)));
static NOINLINE Lanes fibInLanes(int n) {
  if (n < 2)
    return Lanes{1, 2, 3, (float)n};
  /// A place for a result that is not aligned as its type is.
  struct __attribute__((packed)) {
    char before;
    Lanes result;
  } place;
  place.before = 1;
  place.result = cilk_spawn fibInLanes(n - 1);
  Lanes other = fibInLanes(n - 2);
  cilk_sync;
  return place.result + other;
}

static thread_local long ofThread = 1;
static NOINLINE long *address() { return &ofThread; }

/// After a spawn and after a sync another thread may go on: addresses of its
/// variables must be taken anew.
static NOINLINE long threadLocal(int n) {
  long wrong = &ofThread != address();
  if (n == 0)
    return leaf(wrong);
  ofThread = n;
  long a = cilk_spawn threadLocal(n - 1);
  ofThread = n + 1;
  wrong += *address() != n + 1;
  long b = cilk_spawn threadLocal(n - 1);
  ofThread = n + 2;
  wrong += *address() != n + 2;
  cilk_sync;
  ofThread = n + 3;
  wrong += *address() != n + 3 || &ofThread != address();
  return a + b + wrong;
}

int main() {
  printf("several %ld\n", several(9));
  loops(1);
  loops(64);
  wide(3);
  printf("packed %g\n", (double)fibInLanes(9)[3]);
  printf("thread-local %ld\n", threadLocal(6));
}
