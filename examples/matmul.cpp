//===- matmul.cpp - Matrix multiplication, divide and conquer -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Multiplies two dense matrices. The largest of the three dimensions is halved
/// until the blocks fit the first level cache, whatever its size: halves of the
/// result are independent and become tasks; halves of the inner dimension add
/// to the same block, so they come one after the other.
///
///     matmul [rows [inner [columns]]]
///
/// The matrices hold small whole numbers, so the result is exact. Checked by
/// Freivalds' method: C r = A (B r) for random vectors r. A wrong C passes with
/// a probability of less than 1 in 10^9.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "matmul"
#define EXAMPLE_USAGE "[rows [inner [columns]]]"
#include "example.h"

#include <new>
#include <vector>

namespace {

/// A part of a matrix that is stored by rows. Does not own the elements.
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

/// C += A * B for blocks that fit the cache. Four rows of B are used for each
/// pass over a row of C, which saves most loads and stores of C.
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

/// Where to cut a dimension: near the middle, but so that a part is a whole
/// number of leaves.
long cut(long n) { return (n / 2 + LeafSize - 1) / LeafSize * LeafSize; }

/// C += A * B.
void multiply(Result c, Factor a, Factor b) {
  long rows = c.rows, columns = c.columns, inner = a.columns;
  if (rows <= LeafSize && columns <= LeafSize && inner <= LeafSize)
    return multiplyLeaf(c, a, b);

  if (rows >= columns && rows >= inner) {
    long half = cut(rows);
    cilk_spawn multiply(c.top(half), a.top(half), b);
    multiply(c.bottom(half), a.bottom(half), b);
    cilk_sync;
  } else if (columns >= inner) {
    long half = cut(columns);
    cilk_spawn multiply(c.left(half), a, b.left(half));
    multiply(c.right(half), a, b.right(half));
    cilk_sync;
  } else {
    long half = cut(inner);
    multiply(c, a.left(half), b.top(half));
    multiply(c, a.right(half), b.bottom(half));
  }
}

using Vector = std::vector<double>;

Vector randomNumbers(long n, long most, uint64_t &state) {
  Vector numbers(n);
  for (double &x : numbers)
    x = (double)(example_random(&state) % (2 * most + 1)) - (double)most;
  return numbers;
}

Vector times(Factor m, const Vector &v) {
  Vector product(m.rows);
  for (long i = 0; i < m.rows; ++i)
    for (long k = 0; k < m.columns; ++k)
      product[i] += m.row(i)[k] * v[k];
  return product;
}

/// Three random vectors with 2049 possible values for each element: all
/// numbers stay below 2^53, so nothing is rounded.
void check(Factor c, Factor a, Factor b) {
  uint64_t state = 3;
  for (int round = 0; round < 3; ++round) {
    Vector r = randomNumbers(c.columns, 1024, state);
    Vector result = times(c, r), expected = times(a, times(b, r));
    for (long i = 0; i < c.rows; ++i)
      if (result[i] != expected[i])
        example_fail(1,
                     "wrong result: row %ld of C, times a random vector, "
                     "is %.0f, not %.0f",
                     i, expected[i], result[i]);
  }
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 3);
  long size[3] = {512, 512, 512};
  const char *const names[3] = {"rows", "inner", "columns"};
  for (int i = 0; i < 3; ++i)
    size[i] = argc > i + 1 ? example_number(names[i], argv[i + 1], 1, 20000)
                           : size[i > 0 ? i - 1 : 0];
  long rows = size[0], inner = size[1], columns = size[2];

  uint64_t state = 1;
  const Vector a = randomNumbers(rows * inner, 8, state);
  const Vector b = randomNumbers(inner * columns, 8, state);
  Vector c(rows * columns);
  Result blockC{c.data(), rows, columns, columns};
  Factor blockA{a.data(), rows, inner, inner};
  Factor blockB{b.data(), inner, columns, columns};

  double start = example_clock();
  multiply(blockC, blockA, blockB);
  example_time(start);

  check({c.data(), rows, columns, columns}, blockA, blockB);
  uint64_t checksum = 0;
  for (double x : c)
    checksum = example_mix(checksum ^ (uint64_t)(int64_t)x);
  printf("(%ld x %ld) * (%ld x %ld): first element %.0f, last element %.0f\n",
         rows, inner, inner, columns, c.front(), c.back());
  example_checksum(checksum);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the matrices");
}
