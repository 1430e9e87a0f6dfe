//===- library.cpp - OpenBLAS ---------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lu.cpp does, by LAPACK's dgetrf of OpenBLAS, on one thread. It looks
/// for pivots, and finds them on the diagonal. It has columns one after the
/// other, so it decomposes the transposed matrix, whose determinant is the
/// same.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "library"
#define EXAMPLE_USAGE ""
#include "../../programs/cholesky.h"

#include <vector>

extern "C" void openblas_set_num_threads(int);
extern "C" void dgetrf_(const int *rows, const int *columns, double *a,
                        const int *stride, int *pivots, int *info);

int main(int, char **argv) {
  int n = atoi(argv[1]), info = 0;
  std::vector<double> a((size_t)n * n);
  std::vector<int> pivots(n);
  uint64_t state = 1;
  for (double &x : a)
    x = randomNumber(state);
  for (long i = 0; i < n; ++i)
    a[i * n + i] += 2 * (double)n;
  openblas_set_num_threads(1);
  double start = example_clock();
  dgetrf_(&n, &n, a.data(), &n, pivots.data(), &info);
  example_time(start);
  if (info != 0)
    example_fail(1, "LAPACK has not decomposed the matrix");
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += std::log2(std::fabs(a[i * n + i]));
  example_checksum(example_mix((uint64_t)std::llround(sum * 1e6)));
}
