//===- templates.cpp - Parallel loops in templates ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 120
// extra: sanitize debug
// standards: c++14 c++17 c++20

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <deque>
#include <vector>

template <class T> static long over(T n, T stride) {
  long sum = 0;
  cilk_for (T i = 0; i < n; i += stride) {
    meet();
    add_to(&sum, (long)i + 1);
  }
  return sum;
}

template <class It, class F> static void each(It begin, It end, F f) {
  cilk_for (It i = begin; i != end; ++i)
    f(*i);
}

template <class It> static long backwards(It begin, It end) {
  long sum = 0;
  cilk_for (auto i = end; i > begin; --i)
    add_to(&sum, (i[-1]) * (i - begin));
  return sum;
}

template <class C> static long ranges(C &c) {
  long sum = 0;
  cilk_for (auto &x : c)
    x += 1;
  cilk_for (auto x : c) {
    if (x % 2)
      continue;
    add_to(&sum, (long)x);
  }
  return sum;
}

template <class T, int N> struct Matrix {
  T cells[N][N];
  template <class F> void fill(F f) {
    cilk_for (int i = 0; i < N; ++i)
      cilk_for (int j = 0; j < N; ++j)
        cells[i][j] = f(i, j);
  }
  T trace() const {
    T diagonal[N], sum = 0;
    cilk_for (int i = 0; i < N; ++i)
      diagonal[i] = cells[i][i];
    for (T x : diagonal)
      sum += x;
    return sum;
  }
};

template <int N> struct Unrolled {
  static long run() {
    long sum = 0;
    cilk_for (int i = 0; i < N; ++i)
      add_to(&sum, i);
    return sum + Unrolled<N - 1>::run();
  }
};
template <> struct Unrolled<0> {
  static long run() { return 0; }
};

template <class... T> static long sizes(T... values) {
  long sum = 0, array[] = {(long)values...};
  cilk_for (unsigned i = 0; i < sizeof...(values); ++i)
    add_to(&sum, array[i]);
  return sum;
}

int main() {
  printf("over %ld %ld %ld %ld %ld\n", over(10, 1), over<long>(10, 3),
         over<unsigned char>(200, 25), over<short>(0, 1),
         over<unsigned long>(7, 2));
  std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8};
  std::deque<long> d(v.begin(), v.end());
  long sum = 0;
  each(v.begin(), v.end(), [&](int x) { add_to(&sum, x); });
  each(v.rbegin(), v.rend(), [&](int &x) { x *= 2; });
  each(d.cbegin(), d.cend(), [&](long x) { add_to(&sum, 10 * x); });
  each(v.data(), v.data() + 3, [&](int x) { add_to(&sum, 1000 * x); });
  printf("each %ld backwards %ld %ld\n", sum, backwards(v.begin(), v.end()),
         backwards(d.begin(), d.end()));
  int array[5] = {1, 2, 3, 4, 5};
  printf("ranges %ld %ld %ld\n", ranges(v), ranges(d), ranges(array));
  Matrix<int, 5> m;
  m.fill([](int i, int j) { return 10 * i + j; });
  Matrix<double, 3> n;
  n.fill([](int i, int j) { return i + 0.5 * j; });
  printf("matrix %d %d %.1f\n", m.trace(), m.cells[4][3], n.trace());
  printf("unrolled %ld sizes %ld %ld\n", Unrolled<6>::run(), sizes(1, 2.0, 3L),
         sizes('a'));
}
