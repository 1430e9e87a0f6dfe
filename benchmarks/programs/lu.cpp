//===- lu.cpp - LU decomposition ------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decomposes a dense matrix into a lower triangle with a unit diagonal and an
/// upper one, in place and without pivoting, by divide and conquer in both
/// directions: the first quarter, then the two beside it at the same time, then
/// their product is subtracted from the last quarter, which is decomposed.
/// Small triangles are inverted, so that nearly all work is products.
///
///     lu [size]
///
/// The matrix is dominated by its diagonal, so that no pivots are needed.
/// Checked by L (U r) = A r for random vectors r.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "lu"
#define EXAMPLE_USAGE "[size]"
#include "example.h"
#include "product.h"

#include <cmath>
#include <new>

namespace {

/// Blocks that are not larger are treated without tasks.
constexpr long SolveSize = 32;

/// Where to cut a triangle: near the middle, at a whole number of such blocks.
long cutTriangle(long n) {
  return (n / 2 + SolveSize - 1) / SolveSize * SolveSize;
}

/// C -= A * B.
void subtractProduct(Block c, Block a, Block b) {
  multiply<Product::subtract>(c, a, b);
}

/// The inverses of the triangles of a block on the diagonal, which has at most
/// SolveSize rows: with these, to solve is to multiply.
struct Inverses {
  double lower[SolveSize][SolveSize], upper[SolveSize][SolveSize];
};

/// row[j] -= factor * other[j].
void subtractRow(double (&row)[SolveSize], double factor,
                 const double (&other)[SolveSize]) {
  for (long j = 0; j < SolveSize; ++j)
    row[j] -= factor * other[j];
}

/// Inverts the triangles of \p a.
void invert(Block a, Inverses &to) {
  memset(&to, 0, sizeof to);
  for (long i = 0; i < a.rows; ++i) {
    to.lower[i][i] = 1;
    for (long k = 0; k < i; ++k)
      subtractRow(to.lower[i], a.row(i)[k], to.lower[k]);
  }
  for (long i = a.rows - 1; i >= 0; --i) {
    to.upper[i][i] = 1;
    for (long k = i + 1; k < a.rows; ++k)
      subtractRow(to.upper[i], a.row(i)[k], to.upper[k]);
    double factor = 1 / a.row(i)[i];
    for (double &x : to.upper[i])
      x *= factor;
  }
}

/// Replaces B by the X with L X = B, where L is the lower triangle of \p l, and
/// \p inverses are those of its blocks on the diagonal.
void solveLower(Block l, const Inverses *inverses, Block b) {
  long n = l.rows, columns = b.columns;
  if (n <= SolveSize && columns <= 4 * SolveSize) {
    Factor inverse{inverses->lower[0], n, n, SolveSize};
    for (long j = 0; j < columns; j += CopyColumns) {
      // Copied before it is written.
      Block part = b.part(0, j, n, std::min(CopyColumns, columns - j));
      multiplyLeaf<Product::set>(part, inverse, part);
    }
  } else if (columns > n) {
    long half = cutTriangle(columns);
    cilk_spawn solveLower(l, inverses, b.part(0, 0, n, half));
    solveLower(l, inverses, b.part(0, half, n, columns - half));
    cilk_sync;
  } else {
    long half = cutTriangle(n), rest = n - half;
    Block top = b.part(0, 0, half, columns);
    Block bottom = b.part(half, 0, rest, columns);
    solveLower(l.part(0, 0, half, half), inverses, top);
    subtractProduct(bottom, l.part(half, 0, rest, half), top);
    solveLower(l.part(half, half, rest, rest), inverses + half / SolveSize,
               bottom);
  }
}

/// Replaces B by B times the inverse of an upper triangle of at most SolveSize
/// rows. Not inlined, as multiplyLeaf.
__attribute__((noinline)) void multiplyByUpper(Block b,
                                               const Inverses &inverses) {
  double copy[4 * SolveSize][SolveSize];
  for (long i = 0; i < b.rows; ++i)
    std::copy_n(b.row(i), b.columns, copy[i]);
  multiplyLeaf<Product::set>(
      b, Factor{copy[0], b.rows, b.columns, SolveSize},
      Factor{inverses.upper[0], b.columns, b.columns, SolveSize});
}

/// Replaces B by the X with X U = B, where U is the upper triangle of \p u, and
/// \p inverses are those of its blocks on the diagonal.
void solveUpper(Block u, const Inverses *inverses, Block b) {
  long n = u.rows, rows = b.rows;
  if (n <= SolveSize && rows <= 4 * SolveSize) {
    multiplyByUpper(b, *inverses);
  } else if (rows > n) {
    long half = cutTriangle(rows);
    cilk_spawn solveUpper(u, inverses, b.part(0, 0, half, n));
    solveUpper(u, inverses, b.part(half, 0, rows - half, n));
    cilk_sync;
  } else {
    long half = cutTriangle(n), rest = n - half;
    Block left = b.part(0, 0, rows, half);
    Block right = b.part(0, half, rows, rest);
    solveUpper(u.part(0, 0, half, half), inverses, left);
    subtractProduct(right, left, u.part(0, half, half, rest));
    solveUpper(u.part(half, half, rest, rest), inverses + half / SolveSize,
               right);
  }
}

/// Replaces A by its triangles, and sets the inverses of their blocks.
void decompose(Block a, Inverses *inverses) {
  long n = a.rows;
  if (n <= SolveSize) {
    for (long k = 0; k < n; ++k)
      for (long i = k + 1; i < n; ++i) {
        double *__restrict to = a.row(i);
        const double *from = a.row(k);
        double factor = to[k] /= from[k];
        for (long j = k + 1; j < n; ++j)
          to[j] -= factor * from[j];
      }
    return invert(a, *inverses);
  }
  long half = cutTriangle(n), rest = n - half;
  Block first = a.part(0, 0, half, half), right = a.part(0, half, half, rest);
  Block below = a.part(half, 0, rest, half);
  Block last = a.part(half, half, rest, rest);
  decompose(first, inverses);
  cilk_spawn solveLower(first, inverses, right);
  solveUpper(first, inverses, below);
  cilk_sync;
  subtractProduct(last, below, right);
  decompose(last, inverses + half / SolveSize);
}

/// A number from -1 to 1.
double randomNumber(uint64_t &state) {
  return std::ldexp((double)(example_random(&state) >> 11), -52) - 1;
}

/// Returns L (U r), where L and U are the triangles in \p a.
Vector timesTriangles(Block a, const Vector &r) {
  long n = a.rows;
  Vector upper(n), result(n);
  for (long i = 0; i < n; ++i)
    for (long k = i; k < n; ++k)
      upper[i] += a.row(i)[k] * r[k];
  for (long i = 0; i < n; ++i) {
    result[i] = upper[i];
    for (long k = 0; k < i; ++k)
      result[i] += a.row(i)[k] * upper[k];
  }
  return result;
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 1);
  long n = argc > 1 ? example_number("size", argv[1], 1, 30000) : 512;
  Vector elements(n * n), r(n), expected(n);
  Block a{elements.data(), n, n, n};
  uint64_t state = 1;
  for (double &x : elements)
    x = randomNumber(state);
  for (double &x : r)
    x = randomNumber(state);
  for (long i = 0; i < n; ++i)
    a.row(i)[i] += 2 * (double)n;
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k)
      expected[i] += a.row(i)[k] * r[k];

  std::vector<Inverses> inverses((n + SolveSize - 1) / SolveSize);
  double start = example_clock();
  decompose(a, inverses.data());
  example_time(start);

  Vector result = timesTriangles(a, r);
  for (long i = 0; i < n; ++i)
    // The condition is good, and a row's sum at most 3 n.
    if (!(std::fabs(result[i] - expected[i]) <= 1e-12 * (double)n * 3))
      example_fail(1, "wrong result: row %ld of L U r is %.12g, not %.12g", i,
                   result[i], expected[i]);
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += std::log2(std::fabs(a.row(i)[i]));
  printf("matrix of size %ld: determinant 2^%.6f\n", n, sum);
  // Rounded, because compilers may join a multiplication and an addition.
  example_checksum(example_mix((uint64_t)std::llround(sum * 1e6)));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the matrix");
}
