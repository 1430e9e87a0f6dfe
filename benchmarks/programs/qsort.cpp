//===- qsort.cpp - Parallel quicksort -------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hoare's quicksort: a partition in place, then both parts at the same time.
/// The partition is serial, so that the parallelism is only logarithmic.
///
///     qsort [count [seed]]
///
/// Checked: every element is at least its predecessor, and the sum of the
/// elements' hashes is what it was.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "qsort"
#define EXAMPLE_USAGE "[count [seed]]"
#include "example.h"

#include <algorithm>
#include <climits>
#include <new>
#include <utility>
#include <vector>

namespace {

/// Parts that are not larger are sorted without tasks.
constexpr long Leaf = 512;

int medianOfThree(int a, int b, int c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// Cuts [first, last), of at least three numbers, in two parts that are not
/// empty, so that none of the first is greater than any of the second. Returns
/// where the second begins. (C. A. R. Hoare, Quicksort, 1962.)
int *partition(int *first, int *last) {
  int pivot = medianOfThree(*first, first[(last - first) / 2], last[-1]);
  int *low = first - 1, *high = last;
  for (;;) {
    while (*++low < pivot) {
    }
    while (*--high > pivot) {
    }
    if (low >= high)
      return low == first ? low + 1 : low;
    std::swap(*low, *high);
  }
}

void sort(int *first, int *last) {
  if (last - first <= Leaf) {
    std::sort(first, last);
    return;
  }
  int *middle = partition(first, last);
  cilk_spawn sort(first, middle);
  sort(middle, last);
  cilk_sync;
}

/// The same for all permutations of \p numbers.
uint64_t permutationHash(const std::vector<int> &numbers) {
  uint64_t sum = numbers.size();
  for (int x : numbers)
    sum += example_mix((uint64_t)x);
  return sum;
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 2);
  long count =
      argc > 1 ? example_number("count", argv[1], 0, 1000000000) : 1000000;
  long seed = argc > 2 ? example_number("seed", argv[2], 0, LONG_MAX) : 1;
  std::vector<int> numbers(count);
  uint64_t state = example_mix((uint64_t)seed);
  for (int &x : numbers)
    x = (int)(example_random(&state) >> 33);
  uint64_t hash = permutationHash(numbers);

  double start = example_clock();
  sort(numbers.data(), numbers.data() + count);
  example_time(start);

  for (long i = 1; i < count; ++i)
    if (numbers[i - 1] > numbers[i])
      example_fail(1, "wrong result: element %ld is less than its predecessor",
                   i);
  if (permutationHash(numbers) != hash)
    example_fail(1, "wrong result: not a permutation of the input");
  uint64_t checksum = 0;
  for (int x : numbers)
    checksum = example_mix(checksum ^ (uint64_t)x);
  printf("%ld numbers sorted\n", count);
  example_checksum(checksum);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the numbers");
}
