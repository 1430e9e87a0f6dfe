//===- pi.cpp - Random points in a square ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Estimates pi as four times the share of points of the unit square that lie
/// within a quarter of a circle. Each iteration of the parallel loop draws its
/// points itself; the estimate is the same for any number of threads.
///
///     pi [points [builtin|dotmix|dotmix-prime]]
///
/// Checked against pi, which it misses by more than five standard deviations in
/// one of two million cases. Compile and link with -ftussah-pedigrees.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#include <algorithm>
#include <cmath>
#include <vector>

#define EXAMPLE_NAME "pi"
#define EXAMPLE_USAGE "[points [builtin|dotmix|dotmix-prime]]"
#include "generators.h"

namespace {

/// Points that an iteration draws.
const long Block = 1000;

/// A number from 0 to 1, of the upper bits of \p number.
double fraction(uint64_t number) {
  return std::ldexp(double(number >> 11), -53);
}

template <class Generator> long count(Generator &generator, long points) {
  std::vector<long> inside((points + Block - 1) / Block);
  long *counts = inside.data();
  cilk_for (long block = 0; block < (long)inside.size(); ++block) {
    long end = std::min(points, (block + 1) * Block), found = 0;
    for (long k = block * Block; k < end; ++k) {
      double x = fraction(generator.get()), y = fraction(generator.get());
      found += x * x + y * y <= 1;
    }
    counts[block] = found;
  }
  long sum = 0;
  for (long found : inside)
    sum += found;
  return sum;
}

} // namespace

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  long points =
      argc > 1 ? example_number("points", argv[1], 1, 1000000000000) : 1000000;
  const char *name = argc > 2 ? argv[2] : "builtin";
  long inside = withGenerator(name, [points](auto &&generator) {
    double start = example_clock();
    long found = count(generator, points);
    example_time(start);
    return found;
  });

  double estimate = 4 * (double)inside / (double)points;
  double pi = std::acos(-1.0);
  double deviation = std::sqrt(pi * (4 - pi) / (double)points);
  if (std::fabs(estimate - pi) > 5 * deviation)
    example_fail(1, "wrong result: %f is not pi", estimate);
  printf("%ld of %ld points, pi is about %.6f\n", inside, points, estimate);
  example_checksum(example_mix((uint64_t)inside));
}
