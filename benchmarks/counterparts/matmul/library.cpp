//===- library.cpp - OpenBLAS ---------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of matrices by OpenBLAS, on one thread: what examples/matmul.cpp
/// and strassen.cpp do.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "library"
#define EXAMPLE_USAGE ""
#include "example.h"
#include "matrix.h"

#include <cblas.h>

// Reference headers of BLAS do not have it.
extern "C" void openblas_set_num_threads(int);

int main(int argc, char **argv) {
  long rows = atol(argv[1]), inner = argc > 2 ? atol(argv[2]) : rows;
  long columns = argc > 3 ? atol(argv[3]) : inner;
  uint64_t state = 1;
  Vector a = randomNumbers(rows * inner, 8, state);
  Vector b = randomNumbers(inner * columns, 8, state), c(rows * columns);
  openblas_set_num_threads(1);
  double start = example_clock();
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows,
              (int)columns, (int)inner, 1, a.data(), (int)inner, b.data(),
              (int)columns, 0, c.data(), (int)columns);
  example_time(start);
  example_checksum(hashOf(c));
}
