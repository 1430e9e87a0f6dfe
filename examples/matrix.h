//===- matrix.h - Dense matrices --------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the programs on dense matrices share: parts of matrices, the product of
/// small ones, and a check of products. Nothing here is about Cilk.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_MATRIX_H
#define TUSSAH_EXAMPLES_MATRIX_H

#include "example.h"

#include <algorithm>
#include <vector>

/// A part of a matrix that is stored by rows. Does not own the elements.
template <class T> struct BlockOf {
  T *first;
  long rows, columns, stride;

  T *row(long i) const { return first + i * stride; }
  BlockOf part(long row, long column, long height, long width) const {
    return {first + row * stride + column, height, width, stride};
  }
  BlockOf top(long n) const { return part(0, 0, n, columns); }
  BlockOf bottom(long n) const { return part(n, 0, rows - n, columns); }
  BlockOf left(long n) const { return part(0, 0, rows, n); }
  BlockOf right(long n) const { return part(0, n, rows, columns - n); }
  /// As one that is not written.
  operator BlockOf<const T>() const { return {first, rows, columns, stride}; }
};

using Block = BlockOf<double>;
using Factor = BlockOf<const double>;

/// Products with at most so many rows and columns, and sums of at most so many
/// terms, are made by multiplyLeaf. The terms are more because a sum stays in
/// registers: the fewer times it is begun the better, and no task is lost.
constexpr long LeafSize = 64, LeafDepth = 128;

inline bool isLeaf(long rows, long columns, long inner) {
  return rows <= LeafSize && columns <= LeafSize && inner <= LeafDepth;
}

/// Where to cut a dimension: near the middle, but so that a part is a whole
/// number of leaves.
inline long cut(long n) { return (n / 2 + LeafSize - 1) / LeafSize * LeafSize; }

/// What happens to a product.
enum class Product { set, add, subtract };

namespace matrix_detail {

#if defined(__AVX512F__)
constexpr int VectorBytes = 64, TileRows = 8;
#elif defined(__AVX__)
constexpr int VectorBytes = 32, TileRows = 4;
#else
constexpr int VectorBytes = 16, TileRows = 4;
#endif
/// As many numbers as a register of the processor has.
typedef double Numbers __attribute__((vector_size(VectorBytes)));
/// The same anywhere in an array of numbers.
typedef Numbers Unaligned __attribute__((aligned(8), may_alias));
constexpr long Lanes = VectorBytes / 8, TileColumns = 2 * Lanes;
/// Columns of a factor that fill half of a first level cache of 32 KiB.
constexpr long StripColumns = 16384 / 8 / LeafDepth;

/// Columns of a factor, as many as a tile has; zeros where it has fewer.
struct Panel {
  Numbers row[LeafDepth][2];
};

/// Copies a factor to panels, row by row, as it lies in memory.
inline void load(Panel *to, Factor b) {
  for (long k = 0; k < b.rows; ++k)
    for (long j = 0; j < b.columns; j += TileColumns) {
      const double *from = b.row(k) + j;
      long rest = b.columns - j;
      double padded[TileColumns] = {};
      if (rest < TileColumns)
        from = std::copy_n(from, rest, padded) - rest;
      for (int half = 0; half < 2; ++half)
        to[j / TileColumns].row[k][half] =
            *(const Unaligned *)(from + half * Lanes);
    }
}

template <Product Into, class T> T combine(T before, T product) {
  return Into == Product::set   ? product
         : Into == Product::add ? before + product
                                : before - product;
}

/// \p Rows rows of a product, whose sums stay in registers. C has at most as
/// many columns as a tile.
template <Product Into, int Rows>
void multiplyTile(Block c, Factor a, const Panel &b) {
  // It is needed when the sums are there, and nobody guesses that it will be.
  for (int i = 0; i < Rows; ++i)
    for (int half = 0; half < 2; ++half)
      __builtin_prefetch(c.row(i) + half * Lanes, /*write=*/1);
  Numbers sum[Rows][2] = {};
  for (long k = 0; k < a.columns; ++k)
    for (int i = 0; i < Rows; ++i) {
      sum[i][0] += a.row(i)[k] * b.row[k][0];
      sum[i][1] += a.row(i)[k] * b.row[k][1];
    }
  for (int i = 0; i < Rows; ++i) {
    double *to = c.row(i);
    if (c.columns == TileColumns) {
      for (int half = 0; half < 2; ++half) {
        // Not auto: gcc takes the alignment of the type behind the name then.
        Unaligned *at = (Unaligned *)(to + half * Lanes);
        *at = combine<Into, Numbers>(*at, sum[i][half]);
      }
      continue;
    }
    double row[TileColumns];
    memcpy(row, sum[i], sizeof row);
    for (long j = 0; j < c.columns; ++j)
      to[j] = combine<Into>(to[j], row[j]);
  }
}

/// The same for any number of columns, whose panels begin at \p b.
template <Product Into, int Rows>
void multiplyRows(Block c, Factor a, const Panel *b) {
  for (long j = 0; j < c.columns; j += TileColumns) {
    long columns = std::min(TileColumns, c.columns - j);
    multiplyTile<Into, Rows>(c.part(0, j, Rows, columns), a,
                             b[j / TileColumns]);
  }
}

} // namespace matrix_detail

/// C = A * B, C += A * B or C -= A * B, without tasks. B has at most LeafDepth
/// rows and LeafSize columns. It is copied, and a few rows of A are multiplied
/// by as many of its columns as fit the cache with them: what is read many
/// times lies together, also if rows are a power of two apart, so that few of
/// them fit the cache at the same time. (K. Goto and R. van de Geijn, Anatomy
/// of High-Performance Matrix Multiplication, 2008, without its outer loops.)
/// Not inlined: the frames of functions with tasks remain small.
template <Product Into>
__attribute__((noinline)) void multiplyLeaf(Block c, Factor a, Factor b) {
  using namespace matrix_detail;
  Panel panels[LeafSize / TileColumns];
  load(panels, b);
  for (long j = 0; j < c.columns; j += StripColumns) {
    long columns = std::min(StripColumns, c.columns - j);
    const Panel *strip = panels + j / TileColumns;
    long i = 0;
    for (; i + TileRows <= c.rows; i += TileRows)
      multiplyRows<Into, TileRows>(c.part(i, j, TileRows, columns),
                                   a.part(i, 0, TileRows, a.columns), strip);
    for (; i < c.rows; ++i)
      multiplyRows<Into, 1>(c.part(i, j, 1, columns),
                            a.part(i, 0, 1, a.columns), strip);
  }
}

using Vector = std::vector<double>;

/// Whole numbers from -\p most to \p most.
inline Vector randomNumbers(long n, long most, uint64_t &state) {
  Vector numbers(n);
  for (double &x : numbers)
    x = (double)(example_random(&state) % (2 * most + 1)) - (double)most;
  return numbers;
}

inline Vector times(Factor m, const Vector &v) {
  Vector product(m.rows);
  for (long i = 0; i < m.rows; ++i)
    for (long k = 0; k < m.columns; ++k)
      product[i] += m.row(i)[k] * v[k];
  return product;
}

/// Ends the program if C is not A * B, by Freivalds' method: C r = A (B r) for
/// three random vectors r with 2049 possible values for each element. A wrong C
/// passes with a probability of less than 1 in 10^9. If the factors have whole
/// numbers from -8 to 8, all numbers stay below 2^53, so nothing is rounded.
inline void checkProduct(Factor c, Factor a, Factor b) {
  uint64_t state = 3;
  for (int round = 0; round < 3; ++round) {
    Vector r = randomNumbers(c.columns, 1024, state);
    Vector result = times(c, r), expected = times(a, times(b, r));
    for (long i = 0; i < c.rows; ++i)
      if (result[i] != expected[i])
        example_fail(1,
                     "wrong result: row %ld of C, times a random vector, is "
                     "%.0f, not %.0f",
                     i, result[i], expected[i]);
  }
}

/// A hash of whole numbers.
inline uint64_t hashOf(const Vector &numbers) {
  uint64_t hash = 0;
  for (double x : numbers)
    hash = example_mix(hash ^ (uint64_t)(int64_t)x);
  return hash;
}

#endif // TUSSAH_EXAMPLES_MATRIX_H
