//===- matmul.cpp - Matrix multiplication, divide and conquer -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Multiplies two dense matrices. product.h has the product, with tasks for
/// parts of the result.
///
///     matmul [rows [inner [columns]]]
///
/// The matrices hold small whole numbers, so the result is exact. Checked by
/// Freivalds' method. matrix.h has the check, and the product of small blocks.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "matmul"
#define EXAMPLE_USAGE "[rows [inner [columns]]]"
#include "example.h"
#include "product.h"

#include <new>

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
  Block blockC{c.data(), rows, columns, columns};
  Factor blockA{a.data(), rows, inner, inner};
  Factor blockB{b.data(), inner, columns, columns};

  double start = example_clock();
  multiply<Product::add>(blockC, blockA, blockB);
  example_time(start);

  checkProduct(blockC, blockA, blockB);
  printf("(%ld x %ld) * (%ld x %ld): first element %.0f, last element %.0f\n",
         rows, inner, inner, columns, c.front(), c.back());
  example_checksum(hashOf(c));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the matrices");
}
