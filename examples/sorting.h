//===- sorting.h - What is sorted, and a check ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers for programs that sort, and for what they are compared with. Nothing
/// here is about Cilk.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_SORTING_H
#define TUSSAH_EXAMPLES_SORTING_H

#include "example.h"

#include <algorithm>
#include <limits>
#include <vector>

/// Numbers of at most 48 bits that are not negative.
template <class T> std::vector<T> randomNumbers(long count, long seed) {
  constexpr int Bits = std::min(48, std::numeric_limits<T>::digits);
  std::vector<T> numbers(count);
  uint64_t state = example_mix((uint64_t)seed);
  for (T &x : numbers)
    x = (T)(example_random(&state) >> (64 - Bits));
  return numbers;
}

/// A hash of numbers in their order.
template <class T> uint64_t hashOf(const std::vector<T> &numbers) {
  uint64_t hash = 0;
  for (T x : numbers)
    hash = example_mix(hash ^ (uint64_t)x);
  return hash;
}

/// The same for all permutations of \p numbers.
template <class T> uint64_t permutationHash(const std::vector<T> &numbers) {
  uint64_t sum = numbers.size();
  for (T x : numbers)
    sum += example_mix((uint64_t)x);
  return sum;
}

/// Ends the program unless \p numbers are in order, and a permutation of those
/// whose permutationHash is \p hash.
template <class T>
void checkSorted(const std::vector<T> &numbers, uint64_t hash) {
  auto wrong = std::is_sorted_until(numbers.begin(), numbers.end());
  if (wrong != numbers.end())
    example_fail(1, "wrong result: element %td is less than its predecessor",
                 wrong - numbers.begin());
  if (permutationHash(numbers) != hash)
    example_fail(1, "wrong result: not a permutation of the input");
}

#endif // TUSSAH_EXAMPLES_SORTING_H
