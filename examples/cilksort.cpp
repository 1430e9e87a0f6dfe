//===- cilksort.cpp - Parallel merge sort ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The merge sort of the Cilk distributions: the quarters of an array are
/// sorted at the same time, then merged in pairs. The merge is parallel too: it
/// cuts both inputs at the median of the larger one and merges the lower and
/// the upper parts independently. Small parts are sorted by mergesort.h.
///
///     cilksort [count [seed]]            sorts random numbers
///     cilksort -f FILE [-o SORTED]       sorts the whole numbers of a text
///     file
///
/// Checked: every element is at least its predecessor, and the result is a
/// permutation of the input (the sum of the elements' hashes is the same).
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "cilksort"
#define EXAMPLE_USAGE "[count [seed]] | -f FILE [-o SORTED]"
#include "example.h"
#include "mergesort.h"
#include "sorting.h"

#include <charconv>
#include <climits>
#include <cstdint>
#include <fstream>
#include <memory>
#include <new>
#include <vector>

namespace {

/// Merges the sorted ranges [a, aEnd) and [b, bEnd) into \p to.
void merge(const Number *a, const Number *aEnd, const Number *b,
           const Number *bEnd, Number *to) {
  if ((aEnd - a) + (bEnd - b) <= MergeLeaf) {
    mergeSmall(a, aEnd, b, bEnd, to);
    return;
  }
  auto [aCut, bCut] = cutRanges(a, aEnd, b, bEnd);
  cilk_spawn merge(a, aCut, b, bCut, to);
  merge(aCut, aEnd, bCut, bEnd, to + (aCut - a) + (bCut - b));
  cilk_sync;
}

/// Sorts [first, last). \p scratch is memory for as many numbers.
void sort(Number *first, Number *last, Number *scratch) {
  long size = last - first;
  if (size <= SortLeaf) {
    sortSmall(first, size, scratch);
    return;
  }
  long quarter = size / 4;
  Number *a = first, *b = a + quarter, *c = b + quarter, *d = c + quarter;
  Number *half = scratch + 2 * quarter;

  cilk_spawn sort(a, b, scratch);
  cilk_spawn sort(b, c, scratch + quarter);
  cilk_spawn sort(c, d, scratch + 2 * quarter);
  sort(d, last, scratch + 3 * quarter);
  cilk_sync;

  cilk_spawn merge(a, b, b, c, scratch);
  merge(c, d, d, last, half);
  cilk_sync;

  merge(scratch, half, half, scratch + size, first);
}

std::vector<Number> readNumbers(const char *path) {
  size_t size;
  std::unique_ptr<char, decltype(&free)> text(example_read(path, &size), free);
  if (!text)
    example_fail(2, "cannot read '%s': %s", path, strerror(errno));

  auto isSpace = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  };
  std::vector<Number> numbers;
  long line = 1;
  for (const char *at = text.get(), *end = at + size; at != end;) {
    if (isSpace(*at)) {
      line += *at++ == '\n';
      continue;
    }
    Number x;
    auto [next, error] = std::from_chars(at, end, x);
    if (error != std::errc() || (next != end && !isSpace(*next)))
      example_fail(2, "%s:%ld: expected a whole number of at most 64 bits",
                   path, line);
    numbers.push_back(x);
    at = next;
  }
  return numbers;
}

void writeNumbers(const char *path, const std::vector<Number> &numbers) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  for (Number x : numbers)
    file << x << '\n';
  file.close();
  if (!file)
    example_fail(2, "cannot write '%s': %s", path,
                 strerror(errno ? errno : EIO));
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 4);
  const char *output = nullptr;
  std::vector<Number> numbers;
  if (argc > 1 && !strcmp(argv[1], "-f")) {
    if (argc != 3 && (argc != 5 || strcmp(argv[3], "-o")))
      example_fail(2, "wrong arguments; usage: %s %s", EXAMPLE_NAME,
                   EXAMPLE_USAGE);
    output = argc == 5 ? argv[4] : nullptr;
    numbers = readNumbers(argv[2]);
  } else {
    example_arguments(argc, argv, 2);
    long count =
        argc > 1 ? example_number("count", argv[1], 0, 1000000000) : 1000000;
    long seed = argc > 2 ? example_number("seed", argv[2], 0, LONG_MAX) : 1;
    numbers = randomNumbers<Number>(count, seed);
  }
  uint64_t hash = permutationHash(numbers);
  std::vector<Number> scratch(numbers.size());

  double start = example_clock();
  sort(numbers.data(), numbers.data() + numbers.size(), scratch.data());
  example_time(start);

  checkSorted(numbers, hash);
  printf("%zu numbers sorted", numbers.size());
  if (!numbers.empty())
    printf(": smallest %" PRId64 ", median %" PRId64 ", largest %" PRId64,
           numbers.front(), numbers[numbers.size() / 2], numbers.back());
  putchar('\n');
  example_checksum(hashOf(numbers));
  if (output)
    writeNumbers(output, numbers);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the numbers");
}
