//===- product.h - Products of matrices, with tasks -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products by divide and conquer: the largest of the three dimensions is
/// halved until a part of the second factor can be copied for some hundred rows
/// of the result, which are divided once more. Halves of the result are
/// independent and become tasks; halves of the inner dimension add to the same
/// block, so they come one after the other.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_PRODUCT_H
#define TUSSAH_EXAMPLES_PRODUCT_H

#include "matrix.h"

#include <cilk/cilk.h>

#include <memory>

/// Adds A * B to C, or what \p Into says, for a B that all rows share.
template <Product Into> void multiplySharing(Block c, Factor a, const Copy &b) {
  if (c.rows <= TaskRows)
    return multiplyCopied<Into>(c, a, b);
  long half = cut(c.rows, TaskRows);
  cilk_spawn multiplySharing<Into>(c.top(half), a.top(half), b);
  multiplySharing<Into>(c.bottom(half), a.bottom(half), b);
  cilk_sync;
}

/// C += A * B or C -= A * B.
template <Product Into> void multiply(Block c, Factor a, Factor b) {
  static_assert(Into != Product::set, "sums are made in parts");
  Extent size(c, a);
  if (size.most() <= SharingRows) {
    if (c.rows <= TaskRows)
      return multiplyLeaf<Into>(c, a, b);
    const auto copy = std::make_unique<Copy>(b);
    multiplySharing<Into>(c, a, *copy);
  } else if (size.rows == size.most()) {
    long half = cut(c.rows, TaskRows);
    cilk_spawn multiply<Into>(c.top(half), a.top(half), b);
    multiply<Into>(c.bottom(half), a.bottom(half), b);
    cilk_sync;
  } else if (size.columns == size.most()) {
    long half = cut(c.columns, CopyColumns);
    cilk_spawn multiply<Into>(c.left(half), a, b.left(half));
    multiply<Into>(c.right(half), a, b.right(half));
    cilk_sync;
  } else {
    long half = cut(a.columns, CopyRows);
    multiply<Into>(c, a.left(half), b.top(half));
    multiply<Into>(c, a.right(half), b.bottom(half));
  }
}

#endif // TUSSAH_EXAMPLES_PRODUCT_H
