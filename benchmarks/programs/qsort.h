//===- qsort.h - What quicksort sorts ---------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers for qsort.cpp and for what it is compared with.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_PROGRAMS_QSORT_H
#define TUSSAH_BENCHMARKS_PROGRAMS_QSORT_H

#include "example.h"

#include <vector>

inline std::vector<int> randomNumbers(long count, long seed) {
  std::vector<int> numbers(count);
  uint64_t state = example_mix((uint64_t)seed);
  for (int &x : numbers)
    x = (int)(example_random(&state) >> 33);
  return numbers;
}

/// A hash of numbers in their order.
inline uint64_t hashOf(const std::vector<int> &numbers) {
  uint64_t hash = 0;
  for (int x : numbers)
    hash = example_mix(hash ^ (uint64_t)x);
  return hash;
}

#endif // TUSSAH_BENCHMARKS_PROGRAMS_QSORT_H
