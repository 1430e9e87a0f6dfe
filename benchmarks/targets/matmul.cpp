//===- matmul.cpp - Matrix multiplication by hand -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// examples/matmul.cpp for OpenMP and oneTBB.
///
//===----------------------------------------------------------------------===//

#include "by-hand.h"

#include "matrix.h"

#include <memory>

namespace {

template <class First, class Second> void both(First first, Second second) {
#ifdef _OPENMP
#pragma omp task firstprivate(first)
  first();
  second();
#pragma omp taskwait
#else
  tbb::task_group tasks;
  tasks.run(first);
  second();
  tasks.wait();
#endif
}

void multiplySharing(Block c, Factor a, const Copy &b) {
  if (c.rows <= TaskRows)
    return multiplyCopied<Product::add>(c, a, b);
  long half = cut(c.rows, TaskRows);
  both([=, &b] { multiplySharing(c.top(half), a.top(half), b); },
       [=, &b] { multiplySharing(c.bottom(half), a.bottom(half), b); });
}

void multiply(Block c, Factor a, Factor b) {
  Extent size(c, a);
  if (size.most() <= SharingRows) {
    if (c.rows <= TaskRows)
      return multiplyLeaf<Product::add>(c, a, b);
    const auto copy = std::make_unique<Copy>(b);
    multiplySharing(c, a, *copy);
  } else if (size.rows == size.most()) {
    long half = cut(c.rows, TaskRows);
    both([=] { multiply(c.top(half), a.top(half), b); },
         [=] { multiply(c.bottom(half), a.bottom(half), b); });
  } else if (size.columns == size.most()) {
    long half = cut(c.columns, CopyColumns);
    both([=] { multiply(c.left(half), a, b.left(half)); },
         [=] { multiply(c.right(half), a, b.right(half)); });
  } else {
    long half = cut(a.columns, CopyRows);
    multiply(c, a.left(half), b.top(half));
    multiply(c, a.right(half), b.bottom(half));
  }
}

} // namespace

int main(int, char **argv) {
  long n = atol(argv[1]);
  uint64_t state = 1;
  const Vector a = randomNumbers(n * n, 8, state);
  const Vector b = randomNumbers(n * n, 8, state);
  Vector c(n * n);
  inParallel([&] {
    multiply({c.data(), n, n, n}, {a.data(), n, n, n}, {b.data(), n, n, n});
  });
  example_checksum(hashOf(c));
}
