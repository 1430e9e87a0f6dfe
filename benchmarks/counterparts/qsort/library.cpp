//===- library.cpp - std::sort --------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What qsort.cpp does, by the standard library.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "library"
#define EXAMPLE_USAGE ""
#include "sorting.h"

#include <algorithm>

int main(int, char **argv) {
  std::vector<int> numbers = randomNumbers<int>(atol(argv[1]), 1);
  double start = example_clock();
  std::sort(numbers.begin(), numbers.end());
  example_time(start);
  example_checksum(hashOf(numbers));
}
