//===- library.cpp - Eigen ------------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What cholesky.cpp does, by Eigen, which first looks for an order of the rows
/// with few nonzeros; that is timed, too.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "library"
#define EXAMPLE_USAGE ""
#include "../../programs/cholesky.h"

#include <Eigen/Sparse>

#include <vector>

int main(int, char **argv) {
  long n = atol(argv[1]), nonzeros = atol(argv[2]);
  std::vector<Eigen::Triplet<double>> elements;
  addElements(n, nonzeros, [&](long i, long j, double value) {
    elements.emplace_back((int)i, (int)j, value);
  });
  Eigen::SparseMatrix<double> a(n, n);
  a.setFromTriplets(elements.begin(), elements.end());
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> decomposition;
  double start = example_clock();
  decomposition.compute(a);
  example_time(start);
  if (decomposition.info() != Eigen::Success)
    example_fail(1, "Eigen has not decomposed the matrix");
  Eigen::SparseMatrix<double> l = decomposition.matrixL();
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += 2 * std::log2(l.coeff(i, i));
  report(n, nonzeros, l.nonZeros(), sum);
}
