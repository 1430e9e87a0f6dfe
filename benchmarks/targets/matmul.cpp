//===- matmul.cpp - Matrix multiplication by hand -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// examples/matmul.cpp for OpenMP and oneTBB.
///
//===----------------------------------------------------------------------===//

#include "by-hand.h"

#include <vector>

namespace {

template <class T> struct Block {
  T *first;
  long rows, columns, stride;

  T *row(long i) const { return first + i * stride; }
  Block top(long n) const { return {first, n, columns, stride}; }
  Block bottom(long n) const { return {row(n), rows - n, columns, stride}; }
  Block left(long n) const { return {first, rows, n, stride}; }
  Block right(long n) const { return {first + n, rows, columns - n, stride}; }
};

using Result = Block<double>;
using Factor = Block<const double>;

constexpr long LeafSize = 64;

void multiplyLeaf(Result c, Factor a, Factor b) {
  for (long i = 0; i < c.rows; ++i) {
    double *__restrict ci = c.row(i);
    const double *ai = a.row(i);
    long k = 0;
    for (; k + 4 <= a.columns; k += 4) {
      const double *b0 = b.row(k), *b1 = b.row(k + 1);
      const double *b2 = b.row(k + 2), *b3 = b.row(k + 3);
      double a0 = ai[k], a1 = ai[k + 1], a2 = ai[k + 2], a3 = ai[k + 3];
      for (long j = 0; j < c.columns; ++j)
        ci[j] += a0 * b0[j] + a1 * b1[j] + (a2 * b2[j] + a3 * b3[j]);
    }
    for (; k < a.columns; ++k)
      for (long j = 0; j < c.columns; ++j)
        ci[j] += ai[k] * b.row(k)[j];
  }
}

long cut(long n) { return (n / 2 + LeafSize - 1) / LeafSize * LeafSize; }

template <class First, class Second> void both(First first, Second second) {
#ifdef _OPENMP
#pragma omp task firstprivate(first)
  first();
  second();
#pragma omp taskwait
#else
  tbb::task_group tasks;
  tasks.run(first);
  second();
  tasks.wait();
#endif
}

void multiply(Result c, Factor a, Factor b) {
  long rows = c.rows, columns = c.columns, inner = a.columns;
  if (rows <= LeafSize && columns <= LeafSize && inner <= LeafSize)
    return multiplyLeaf(c, a, b);

  if (rows >= columns && rows >= inner) {
    long half = cut(rows);
    both([=] { multiply(c.top(half), a.top(half), b); },
         [=] { multiply(c.bottom(half), a.bottom(half), b); });
  } else if (columns >= inner) {
    long half = cut(columns);
    both([=] { multiply(c.left(half), a, b.left(half)); },
         [=] { multiply(c.right(half), a, b.right(half)); });
  } else {
    long half = cut(inner);
    multiply(c, a.left(half), b.top(half));
    multiply(c, a.right(half), b.bottom(half));
  }
}

std::vector<double> randomNumbers(long n, long most, uint64_t &state) {
  std::vector<double> numbers(n);
  for (double &x : numbers)
    x = (double)(example_random(&state) % (2 * most + 1)) - (double)most;
  return numbers;
}

} // namespace

int main(int, char **argv) {
  long n = atol(argv[1]);
  uint64_t state = 1;
  const std::vector<double> a = randomNumbers(n * n, 8, state);
  const std::vector<double> b = randomNumbers(n * n, 8, state);
  std::vector<double> c(n * n);
  inParallel([&] {
    multiply({c.data(), n, n, n}, {a.data(), n, n, n}, {b.data(), n, n, n});
  });
  uint64_t checksum = 0;
  for (double x : c)
    checksum = example_mix(checksum ^ (uint64_t)(int64_t)x);
  example_checksum(checksum);
}
