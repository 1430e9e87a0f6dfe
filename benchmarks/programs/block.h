//===- block.h - Blocks of dense matrices -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the programs on dense matrices share: blocks, and the product of small
/// ones.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_PROGRAMS_BLOCK_H
#define TUSSAH_BENCHMARKS_PROGRAMS_BLOCK_H

/// A part of a matrix that is stored by rows. Does not own the elements.
struct Block {
  double *first;
  long rows, columns, stride;

  double *row(long i) const { return first + i * stride; }
  Block part(long row, long column, long height, long width) const {
    return {first + row * stride + column, height, width, stride};
  }
};

/// C += Sign * A * B, without tasks, for blocks that fit a cache. \p Sign is 1
/// or -1. Four rows of C and of B are used at a time, which leaves few loads.
template <int Sign> inline void multiplyLeaf(Block c, Block a, Block b) {
  long i = 0;
  for (; i + 4 <= c.rows; i += 4) {
    double *__restrict c0 = c.row(i), *__restrict c1 = c.row(i + 1);
    double *__restrict c2 = c.row(i + 2), *__restrict c3 = c.row(i + 3);
    long k = 0;
    for (; k + 4 <= a.columns; k += 4) {
      double f[4][4];
      for (int r = 0; r < 4; ++r)
        for (int s = 0; s < 4; ++s)
          f[r][s] = Sign * a.row(i + r)[k + s];
      const double *b0 = b.row(k), *b1 = b.row(k + 1);
      const double *b2 = b.row(k + 2), *b3 = b.row(k + 3);
      for (long j = 0; j < c.columns; ++j) {
        double x0 = b0[j], x1 = b1[j], x2 = b2[j], x3 = b3[j];
        c0[j] += f[0][0] * x0 + f[0][1] * x1 + f[0][2] * x2 + f[0][3] * x3;
        c1[j] += f[1][0] * x0 + f[1][1] * x1 + f[1][2] * x2 + f[1][3] * x3;
        c2[j] += f[2][0] * x0 + f[2][1] * x1 + f[2][2] * x2 + f[2][3] * x3;
        c3[j] += f[3][0] * x0 + f[3][1] * x1 + f[3][2] * x2 + f[3][3] * x3;
      }
    }
    for (; k < a.columns; ++k) {
      const double *bk = b.row(k);
      for (int r = 0; r < 4; ++r) {
        double *__restrict cr = c.row(i + r);
        double factor = Sign * a.row(i + r)[k];
        for (long j = 0; j < c.columns; ++j)
          cr[j] += factor * bk[j];
      }
    }
  }
  for (; i < c.rows; ++i)
    for (long k = 0; k < a.columns; ++k) {
      double *__restrict ci = c.row(i);
      double factor = Sign * a.row(i)[k];
      for (long j = 0; j < c.columns; ++j)
        ci[j] += factor * b.row(k)[j];
    }
}

#endif // TUSSAH_BENCHMARKS_PROGRAMS_BLOCK_H
