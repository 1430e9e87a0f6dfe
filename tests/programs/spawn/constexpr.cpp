//===- constexpr.cpp - Functions that also run in the compiler ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 92
// flags: -std=c++17
// standards: c++20 c++23

// kept() would race, but runs in the compiler only.
#ifdef __tussah__
#pragma tussah diagnostic ignored "-Wtussah-race"
#endif
#include "../Inputs/support.h"

#include <cilk/cilk.h>

static constexpr long fib(int n) {
  if (n < 2)
    return n;
  long x = 0;
  x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

template <class T> static constexpr T last(T n) {
  T values[20] = {};
  cilk_for (T i = 0; i < n; ++i)
    values[i] = i * i;
  return values[n - 1];
}

#if __cplusplus >= 202002L
// The values outlive the inner loop, which alone uses them.
static constexpr long kept(int n) {
  long values[4], sum = 0;
  for (int i = 0; i < 2; ++i)
    cilk_for (int k = 0; k < 4; ++k) {
      if (i == 0)
        values[k] = k;
      else
        sum += values[k] += n;
    }
  return sum;
}

static_assert(kept(3) == 18);
#endif

struct Point {
  int x, y;
  constexpr int area() const { return x * y; }
  constexpr int twice() const {
    int a = cilk_spawn area();
    int b = area();
    cilk_sync;
    return a + b;
  }
};

static_assert(fib(10) == 55);
static_assert(last(8) == 49);
static_assert(Point{3, 4}.twice() == 24);
constexpr int size = Point{2, 2}.twice();
int array[fib(6) + size];

template <long N> struct Constant {
  static constexpr long value = N;
};

int main() {
  int ten = (int)repeats(1) * 0 + 10;
  Point point{ten, 2};
  printf("%zu %ld %d %ld %ld\n", sizeof array / sizeof *array, fib(ten),
         point.twice(), Constant<fib(9)>::value, (long)last(ten));
}
