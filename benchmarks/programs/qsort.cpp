//===- qsort.cpp - Parallel quicksort -------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hoare's quicksort: a partition in place, then both parts at the same time.
/// The partition is serial, so that the parallelism is only logarithmic. It has
/// no branches that depend on comparisons, half of which would be guessed
/// wrong.
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
#include "sorting.h"

#include <algorithm>
#include <climits>
#include <new>
#include <utility>

namespace {

/// Parts that are not larger are sorted without tasks, and without partitions.
constexpr long Leaf = 512, SmallLeaf = 16;

int medianOfThree(int a, int b, int c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// Moves the numbers of [first, last) for which \p isBefore is true to its
/// beginning. Returns where they end. Each number is exchanged with the first
/// one of the others, so that no branch depends on it.
template <class Predicate>
int *gather(int *first, int *last, Predicate isBefore) {
  for (int *at = first; at != last; ++at) {
    int number = *at;
    *at = *first;
    *first = number;
    first += isBefore(number);
  }
  return first;
}

/// Numbers at one end of what is partitioned that belong to the other end, by
/// their distance from that end.
struct Misplaced {
  static constexpr int Size = 64;
  unsigned char at[Size];
  int first = 0, count = 0;

  template <class Predicate> void find(Predicate isMisplaced) {
    // Not `count` itself, which bytes that are stored could be a part of.
    int found = 0;
    for (int i = 0; i < Size; ++i) {
      at[found] = (unsigned char)i;
      found += isMisplaced(i);
    }
    first = 0;
    count = found;
  }
  void drop(int some) {
    first += some;
    count -= some;
  }
};

/// Cuts [first, last), of at least three numbers: returns [first, a) and [b,
/// last), where what is between equals the pivot. None of the first is greater
/// than the pivot, none of the last less; neither are all.
/// (C. A. R. Hoare, Quicksort, 1962; without branches that depend on a
/// comparison as in S. Edelkamp and A. Weiss, BlockQuicksort, 2016.)
std::pair<int *, int *> partition(int *first, int *last) {
  int pivot = medianOfThree(*first, first[(last - first) / 2], last[-1]);
  int *low = first, *high = last;
  Misplaced left, right;
  while (high - low >= 2 * Misplaced::Size) {
    if (left.count == 0)
      left.find([=](int i) { return low[i] >= pivot; });
    if (right.count == 0)
      right.find([=](int i) { return high[-1 - i] <= pivot; });
    int both = std::min(left.count, right.count);
    for (int i = 0; i < both; ++i)
      std::swap(low[left.at[left.first + i]],
                high[-1 - right.at[right.first + i]]);
    left.drop(both);
    right.drop(both);
    if (left.count == 0)
      low += Misplaced::Size;
    if (right.count == 0)
      high -= Misplaced::Size;
  }
  low = gather(low, high, [=](int number) { return number < pivot; });
  if (low != first)
    return {low, low};
  // The pivot is the least number.
  return {first, gather(first, last, [=](int x) { return x == pivot; })};
}

/// Sorts at most SmallLeaf numbers, by counting for each those before it, which
/// is vector code.
void sortSmall(int *first, long count) {
  int numbers[SmallLeaf], places[SmallLeaf] = {};
  std::fill(std::copy_n(first, count, numbers), numbers + SmallLeaf, INT_MAX);
  for (int i = 0; i < SmallLeaf; ++i)
    for (int j = 0; j < SmallLeaf; ++j)
      places[j] += i < j ? numbers[i] <= numbers[j] : numbers[i] < numbers[j];
  for (long i = 0; i < count; ++i)
    first[places[i]] = numbers[i];
}

void sortSerially(int *first, int *last) {
  while (last - first > SmallLeaf) {
    auto [left, right] = partition(first, last);
    sortSerially(right, last);
    last = left;
  }
  sortSmall(first, last - first);
}

void sort(int *first, int *last) {
  if (last - first <= Leaf)
    return sortSerially(first, last);
  auto [left, right] = partition(first, last);
  cilk_spawn sort(first, left);
  sort(right, last);
  cilk_sync;
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 2);
  long count =
      argc > 1 ? example_number("count", argv[1], 0, 1000000000) : 1000000;
  long seed = argc > 2 ? example_number("seed", argv[2], 0, LONG_MAX) : 1;
  std::vector<int> numbers = randomNumbers<int>(count, seed);
  uint64_t hash = permutationHash(numbers);

  double start = example_clock();
  sort(numbers.data(), numbers.data() + count);
  example_time(start);

  checkSorted(numbers, hash);
  printf("%ld numbers sorted\n", count);
  example_checksum(hashOf(numbers));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the numbers");
}
