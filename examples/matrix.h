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

/// A factor is copied in parts of at most so many rows and columns. The rows
/// are many because a sum stays in registers: the fewer times it is begun the
/// better.
constexpr long CopyRows = 256, CopyColumns = 64;

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
/// Columns of a factor, as many as a tile has; zeros where it has fewer.
struct Panel {
  Numbers row[CopyRows][2];
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

} // namespace matrix_detail

/// A copy of a factor with at most CopyRows rows and CopyColumns columns, of
/// 128 KiB: what is read for each row of a product lies together, also if rows
/// are a power of two apart, so that few of them fit a cache at the same time.
class Copy {
  matrix_detail::Panel Panels[CopyColumns / matrix_detail::TileColumns];

public:
  explicit Copy(Factor b) { matrix_detail::load(Panels, b); }
  /// The columns from \p j, which is the first one of a tile.
  const matrix_detail::Panel &from(long j) const {
    return Panels[j / matrix_detail::TileColumns];
  }
};

/// C = A * B, C += A * B or C -= A * B, without tasks. A few rows of A, which
/// stay in the first level cache, are multiplied by all columns of B. (K. Goto
/// and R. van de Geijn, Anatomy of High-Performance Matrix Multiplication,
/// 2008; they copy A as well.) Not inlined, as the next one.
template <Product Into>
__attribute__((noinline)) void multiplyCopied(Block c, Factor a,
                                              const Copy &b) {
  using namespace matrix_detail;
  for (long i = 0; i < c.rows;) {
    bool isTile = i + TileRows <= c.rows;
    long rows = isTile ? TileRows : 1;
    for (long j = 0; j < c.columns; j += TileColumns) {
      Block tile = c.part(i, j, rows, std::min(TileColumns, c.columns - j));
      Factor left = a.part(i, 0, rows, a.columns);
      if (isTile)
        multiplyTile<Into, TileRows>(tile, left, b.from(j));
      else
        multiplyTile<Into, 1>(tile, left, b.from(j));
    }
    i += rows;
  }
}

/// The same for a B that can be copied at once. Not inlined: the copy is as
/// large as a thousand frames, and those of functions with tasks remain small.
template <Product Into>
__attribute__((noinline)) void multiplyLeaf(Block c, Factor a, Factor b) {
  multiplyCopied<Into>(c, a, Copy(b));
}

/// Rows that share a copy, so that it takes little of the time, and rows of a
/// task: what is copied serves many tasks, and they remain small.
constexpr long SharingRows = 256, TaskRows = 32;

/// Where to cut a dimension: near the middle, but so that a part is a whole
/// number of \p unit.
inline long cut(long n, long unit) { return (n / 2 + unit - 1) / unit * unit; }

/// How large a product is, in rows: what one copy is enough for has as many
/// rows in each dimension as share it.
struct Extent {
  long rows, columns, inner;

  Extent(Block c, Factor a)
      : rows(c.rows), columns(c.columns * (SharingRows / CopyColumns)),
        inner(a.columns * (SharingRows / CopyRows)) {}
  long most() const { return std::max({rows, columns, inner}); }
};

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
