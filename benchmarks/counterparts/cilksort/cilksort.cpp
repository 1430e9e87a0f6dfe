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

#include <algorithm>
#include <vector>

using Number = int64_t;

static constexpr long SortLeaf = 2048, MergeLeaf = 4096;

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
    std::merge(a, aEnd, b, bEnd, to);
    return;
  }
  const Number *aCut, *bCut;
  if (aEnd - a >= bEnd - b) {
    aCut = a + (aEnd - a) / 2;
    bCut = std::lower_bound(b, bEnd, *aCut);
  } else {
    bCut = b + (bEnd - b) / 2;
    aCut = std::upper_bound(a, aEnd, *bCut);
  }
  GROUP
  TASK(merge(a, aCut, b, bCut, to));
  merge(aCut, aEnd, bCut, bEnd, to + (aCut - a) + (bCut - b));
  WAIT
}

static void sort(Number *first, Number *last, Number *scratch) {
  long size = last - first;
  if (size <= SortLeaf) {
    std::sort(first, last);
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
  std::vector<Number> numbers(atol(argv[1])), scratch(numbers.size());
  uint64_t state = example_mix(1);
  for (Number &x : numbers)
    x = (Number)(example_random(&state) >> 16);
  inParallel([&] {
    sort(numbers.data(), numbers.data() + numbers.size(), scratch.data());
  });
  uint64_t checksum = 0;
  for (Number x : numbers)
    checksum = example_mix(checksum ^ (uint64_t)x);
  example_checksum(checksum);
}
