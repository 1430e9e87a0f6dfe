//===- mergesort.h - Merge sort of small arrays -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The serial parts of a merge sort of numbers, for cilksort and what it is
/// compared with. Nothing here is about Cilk.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_MERGESORT_H
#define TUSSAH_EXAMPLES_MERGESORT_H

#include <algorithm>
#include <cstdint>
#include <utility>

using Number = int64_t;

/// Parts that are not larger are sorted, or merged, by one task.
constexpr long SortLeaf = 2048, MergeLeaf = 4096;

/// Merges the sorted ranges [a, aEnd) and [b, bEnd) into \p to. Goes from both
/// ends at the same time, without a branch that depends on a comparison: a
/// processor guesses every other one of those wrong, if the numbers are random.
inline void mergeSmall(const Number *a, const Number *aEnd, const Number *b,
                       const Number *bEnd, Number *to) {
  Number *toEnd = to + (aEnd - a) + (bEnd - b);
  // So many numbers from each end can be taken before a range is empty.
  while (long steps = std::min(aEnd - a, bEnd - b) / 2) {
    for (; steps != 0; --steps) {
      Number x = *a, y = *b;
      bool isSecond = y < x;
      *to++ = isSecond ? y : x;
      b += isSecond;
      a += !isSecond;
      Number u = aEnd[-1], v = bEnd[-1];
      bool isFirst = v < u;
      *--toEnd = isFirst ? u : v;
      aEnd -= isFirst;
      bEnd -= !isFirst;
    }
  }
  std::merge(a, aEnd, b, bEnd, to);
}

/// Puts four numbers in order.
inline void sortFour(Number *x) {
  Number a = std::min(x[0], x[1]), b = std::max(x[0], x[1]);
  Number c = std::min(x[2], x[3]), d = std::max(x[2], x[3]);
  Number e = std::max(a, c), f = std::min(b, d);
  x[0] = std::min(a, c);
  x[1] = std::min(e, f);
  x[2] = std::max(e, f);
  x[3] = std::max(b, d);
}

/// Sorts \p size numbers. \p scratch is memory for as many.
inline void sortSmall(Number *numbers, long size, Number *scratch) {
  long width = 4, whole = size / width * width;
  for (long i = 0; i < whole; i += width)
    sortFour(numbers + i);
  std::sort(numbers + whole, numbers + size);
  Number *from = numbers, *to = scratch;
  for (; width < size; width *= 2, std::swap(from, to))
    for (long i = 0; i < size; i += 2 * width) {
      long middle = std::min(i + width, size);
      long end = std::min(i + 2 * width, size);
      mergeSmall(from + i, from + middle, from + middle, from + end, to + i);
    }
  if (from != numbers)
    std::copy_n(from, size, numbers);
}

/// Where two sorted ranges are cut, so that what is before the cuts belongs
/// before what is behind: in the middle of the longer one.
inline std::pair<const Number *, const Number *> cutRanges(const Number *a,
                                                           const Number *aEnd,
                                                           const Number *b,
                                                           const Number *bEnd) {
  if (aEnd - a >= bEnd - b) {
    const Number *cut = a + (aEnd - a) / 2;
    return {cut, std::lower_bound(b, bEnd, *cut)};
  }
  const Number *cut = b + (bEnd - b) / 2;
  return {std::upper_bound(a, aEnd, *cut), cut};
}

#endif // TUSSAH_EXAMPLES_MERGESORT_H
