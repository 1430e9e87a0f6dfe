//===- fibrng.cpp - A tree of random numbers ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recursion of Fibonacci numbers, in which each call without further ones
/// draws a random number, and all are added. The sum is the same for any number
/// of threads, because numbers belong to strands, not to threads. With DotMix,
/// the depth of the recursion is the length of the pedigree that is hashed for
/// each number; the built-in generator takes the same time everywhere.
///
///     fibrng [n [builtin|dotmix|dotmix-prime]]
///
/// Checked against the mean of uniform numbers, which it misses by more than
/// five standard deviations in one of two million cases. Compile and link with
/// -ftussah-pedigrees.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#include <cmath>

#define EXAMPLE_NAME "fibrng"
#define EXAMPLE_USAGE "[n [builtin|dotmix|dotmix-prime]]"
#include "generators.h"

namespace {

struct Sum {
  uint64_t bits = 0;  ///< of the numbers, modulo 2^64
  uint64_t upper = 0; ///< of their upper halves
};

template <class Generator> Sum fib(Generator &generator, int n) {
  if (n < 2) {
    uint64_t number = generator.get();
    return {number, number >> 32};
  }
  Sum x = cilk_spawn fib(generator, n - 1);
  Sum y = fib(generator, n - 2);
  cilk_sync;
  return {x.bits + y.bits, x.upper + y.upper};
}

} // namespace

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  int n = argc > 1 ? (int)example_number("n", argv[1], 1, 45) : 20;
  const char *name = argc > 2 ? argv[2] : "builtin";
  Sum sum = withGenerator(name, [n](auto &&generator) {
    double start = example_clock();
    Sum found = fib(generator, n);
    example_time(start);
    return found;
  });

  double count = 1, previous = 1; // of calls that draw
  for (int k = 2; k <= n; ++k) {
    double next = count + previous;
    previous = count;
    count = next;
  }
  double mean = std::ldexp((double)sum.upper / count, -32);
  double deviation = std::sqrt(1 / (12 * count));
  if (std::fabs(mean - 0.5) > 5 * deviation)
    example_fail(1, "wrong result: the mean of %.0f numbers is %f", count,
                 mean);
  printf("mean of %.0f numbers: %.6f\n", count, mean);
  example_checksum(sum.bits);
}
