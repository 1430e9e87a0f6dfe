//===- cilksort.cpp - Merge sort by hand ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// examples/cilksort.cpp for OpenMP and oneTBB.
///
//===----------------------------------------------------------------------===//

#include "by-hand.h"

#include "mergesort.h"
#include "sorting.h"

#ifdef _OPENMP
/// Starts a task in the scope of the function, which `WAIT` ends.
#define TASK(call) _Pragma("omp task") call
#define WAIT _Pragma("omp taskwait")
#define GROUP
#else
#define TASK(call) tasks.run([=] { call; })
#define WAIT tasks.wait();
#define GROUP tbb::task_group tasks;
#endif

static void merge(const Number *a, const Number *aEnd, const Number *b,
                  const Number *bEnd, Number *to) {
  if ((aEnd - a) + (bEnd - b) <= MergeLeaf) {
    mergeSmall(a, aEnd, b, bEnd, to);
    return;
  }
  // Not a structured binding, which neither tasks nor lambdas may capture.
  auto cuts = cutRanges(a, aEnd, b, bEnd);
  const Number *aCut = cuts.first, *bCut = cuts.second;
  GROUP
  TASK(merge(a, aCut, b, bCut, to));
  merge(aCut, aEnd, bCut, bEnd, to + (aCut - a) + (bCut - b));
  WAIT
}

static void sort(Number *first, Number *last, Number *scratch) {
  long size = last - first;
  if (size <= SortLeaf) {
    sortSmall(first, size, scratch);
    return;
  }
  long quarter = size / 4;
  Number *a = first, *b = a + quarter, *c = b + quarter, *d = c + quarter;
  Number *half = scratch + 2 * quarter;
  GROUP
  TASK(sort(a, b, scratch));
  TASK(sort(b, c, scratch + quarter));
  TASK(sort(c, d, scratch + 2 * quarter));
  sort(d, last, scratch + 3 * quarter);
  WAIT TASK(merge(a, b, b, c, scratch));
  merge(c, d, d, last, half);
  WAIT merge(scratch, half, half, scratch + size, first);
}

int main(int, char **argv) {
  std::vector<Number> numbers = randomNumbers<Number>(atol(argv[1]), 1);
  std::vector<Number> scratch(numbers.size());
  inParallel([&] {
    sort(numbers.data(), numbers.data() + numbers.size(), scratch.data());
  });
  example_checksum(hashOf(numbers));
}
