//===- cholesky.h - A sparse matrix -----------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The matrix for cholesky.cpp and for what it is compared with.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_PROGRAMS_CHOLESKY_H
#define TUSSAH_BENCHMARKS_PROGRAMS_CHOLESKY_H

#include "example.h"

#include <cmath>

/// A number from -1 to 1.
inline double randomNumber(uint64_t &state) {
  return std::ldexp((double)(example_random(&state) >> 11), -52) - 1;
}

/// Calls \p add(row, column, value) for what the elements on and below the
/// diagonal of a symmetric matrix of \p n rows are the sums of. It has up to \p
/// nonzeros below the diagonal, at random places; the diagonal dominates.
template <class Add> void addElements(long n, long nonzeros, Add add) {
  uint64_t state = 1;
  for (long i = 0; i < n; ++i)
    add(i, i, 1.0);
  for (long k = 0; k < nonzeros && n > 1; ++k) {
    long i = 1 + (long)(example_random(&state) % (uint64_t)(n - 1));
    long j = (long)(example_random(&state) % (uint64_t)i);
    double value = randomNumber(state);
    add(i, j, value);
    add(i, i, std::fabs(value));
    add(j, j, std::fabs(value));
  }
}

/// Prints what is known of L: its elements that are not zero, and the
/// determinant of the matrix, 2 to the power of \p exponent.
inline void report(long n, long nonzeros, long elements, double exponent) {
  printf("matrix of size %ld with %ld nonzeros: %ld in L, determinant 2^%.6f\n",
         n, nonzeros, elements, exponent);
  // Rounded, because compilers may join a multiplication and an addition.
  example_checksum(example_mix((uint64_t)std::llround(exponent * 1e6)));
}

#endif // TUSSAH_BENCHMARKS_PROGRAMS_CHOLESKY_H
