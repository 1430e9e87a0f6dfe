//===- wrapping.cpp - Loops that a sanitizer of integers has no word for ---===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Counts of iterations are computed modulo 2^64. -fsanitize=integer reports what the serial loop would, and nothing else.
// The library's headers may count so, too, as GCC 16's do.
// RUN: echo 'src:*/c++/*' > %t.ignored
// DEFINE: %{compile} = %tussah-clang++ -fsanitize=integer -fno-sanitize-recover=all -fsanitize-ignorelist=%t.ignored %s -o %t
// RUN: %{compile} -O0 && %t 2>&1 | %FileCheck %s
// RUN: %{compile} -O2 && %t 2>&1 | %FileCheck %s
// RUN: %not %t wrap 2>&1 | %FileCheck %s --check-prefix=WRAP
// CHECK-NOT: runtime error
// CHECK: sum 2208381
// WRAP: runtime error: unsigned integer overflow
#include <cilk/cilk.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <vector>

static std::atomic<long> sum;

template <class T> static void downward(T first, T last, T step) {
  cilk_for (T i = first; i > last; i -= step)
    sum += static_cast<long>(i);
  cilk_for (T i = first; i >= last + step; i -= step)
    sum += static_cast<long>(i);
}

static void exactly(unsigned n) {
  cilk_for (unsigned i = n; i != 0; i -= 4)
    sum += i;
  cilk_for (unsigned i = n; i != 0; --i)
    sum += i;
  cilk_for (unsigned i = 0; i != n; i += 2)
    sum += i;
}

static void negative(int first, int64_t wide) {
  cilk_for (int i = first; i < 10; ++i)
    sum += i;
  cilk_for (int64_t i = wide; i <= 20; i += 3)
    sum += i;
  cilk_for (int i = 10; i >= first; i += first)
    sum += i;
}

static void iterators(std::vector<int> &v) {
  cilk_for (auto i = v.begin(); i != v.end(); ++i)
    sum += *i;
  cilk_for (auto i = v.rbegin(); i < v.rend(); i += 2)
    sum += *i;
  cilk_for (int *i = &v[0] + v.size() - 1; i >= &v[1]; i -= 3)
    sum += *i;
}

int main(int argc, char **) {
  downward<unsigned>(999, 0, 1);
  downward<unsigned long>(999, 0, 3);
  exactly(1000);
  negative(-5, -40);
  std::vector<int> v(30, 7);
  iterators(v);
  std::printf("sum %ld\n", sum.load());
  std::fflush(stdout);
  unsigned zero = 0;
  std::atomic<unsigned> product{0};
  if (argc > 1)
    cilk_for (int i = 0; i < 1; ++i)
      product = zero - 1;
  return product != 0;
}
