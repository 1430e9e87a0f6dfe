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
/// Freivalds' method. matrix.h has the check, and the product of small blocks.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "matmul"
#define EXAMPLE_USAGE "[rows [inner [columns]]]"
#include "example.h"
#include "matrix.h"

#include <new>

namespace {

/// C += A * B.
void multiply(Block c, Factor a, Factor b) {
  long rows = c.rows, columns = c.columns, inner = a.columns;
  if (isLeaf(rows, columns, inner))
    return multiplyLeaf<Product::add>(c, a, b);

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
  Block blockC{c.data(), rows, columns, columns};
  Factor blockA{a.data(), rows, inner, inner};
  Factor blockB{b.data(), inner, columns, columns};

  double start = example_clock();
  multiply(blockC, blockA, blockB);
  example_time(start);

  checkProduct(blockC, blockA, blockB);
  printf("(%ld x %ld) * (%ld x %ld): first element %.0f, last element %.0f\n",
         rows, inner, inner, columns, c.front(), c.back());
  example_checksum(hashOf(c));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the matrices");
}
