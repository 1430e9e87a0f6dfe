//===- rotation.cpp - Loops that end with a spawn -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// extra: sanitize thinlto
//
// What a loop carries is copied to other places of the frame on the way to the
// next iteration. That must be done by who continues the loop alone: neither
// by the child, when it returns after its continuation has been stolen, nor by
// an exception that arrives then.

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE long fib(int n) {
  if (n < 2) {
    meet();
    return n;
  }
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

static NOINLINE long fails(int n, int when) {
  long result = fib(n);
  if (n == when)
    throw result;
  return result;
}

static uint64_t sumOf(const long *results, int n) {
  uint64_t sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * 31 + (uint64_t)results[i];
  return sum;
}

static NOINLINE uint64_t rotate(int n, long *results, uint64_t a, uint64_t b,
                                uint64_t c, uint64_t d) {
  double x = 1, y = 2, z = 3;
  for (int i = 0; i < n; ++i) {
    uint64_t t = a;
    a = b;
    b = c;
    c = d;
    d = t * 3 + b;
    double u = x;
    x = y;
    y = z / 2;
    z = u + 1;
    results[i] = cilk_spawn fib(i % 7);
  }
  cilk_sync;
  return a + 3 * b + 7 * c + 11 * d + (uint64_t)(x * 13 + y * 17 + z * 19);
}

/// Every seventh task fails, while the loop goes on or ends. Returns how often
/// an iteration found something else than squares.
static NOINLINE int rotateAndFail(int n, long *results) {
  int wrong = 0;
  long caught = 0;
  for (int round = 0; round < 3; ++round) {
    try {
      unsigned a = 0, b = 1, c = 4;
      for (unsigned i = 0; i < (unsigned)n; ++i) {
        wrong += a != i * i || b != a + 2 * i + 1 || c != b + 2 * i + 3;
        a = b;
        b = c;
        c = b + 2 * i + 5;
        results[i] = cilk_spawn fails((int)i % 7, 6);
      }
      cilk_sync;
    } catch (long result) {
      caught += result;
    }
  }
  return wrong + (caught != 3 * 8);
}

/// Only the last task fails, so the whole loop runs.
static NOINLINE uint64_t rotateAndFailLast(int n, long *results, uint64_t a,
                                           uint64_t b, uint64_t c) {
  uint64_t caught = 0;
  try {
    for (int i = 0; i <= n; ++i) {
      uint64_t t = a;
      a = b;
      b = c;
      c = t + b;
      results[i] = cilk_spawn fails(i < n ? i % 7 : 8, 8);
    }
    cilk_sync;
  } catch (long result) {
    caught = (uint64_t)result;
  }
  return caught + a + 3 * b + 7 * c;
}

int main() {
  static long results[301];
  uint64_t value = rotate(300, results, 1, 2, 3, 4);
  printf("%llu %llu\n", (unsigned long long)value,
         (unsigned long long)sumOf(results, 300));
  printf("%d wrong\n", rotateAndFail(50, results));
  value = rotateAndFailLast(60, results, 1, 2, 3);
  printf("%llu %llu\n", (unsigned long long)value,
         (unsigned long long)sumOf(results, 60));
}
