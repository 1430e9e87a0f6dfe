//===- fib.c - Fibonacci numbers by recursion -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The smallest Cilk program: the two recursive calls of the textbook function
/// may run at the same time. Without a cutoff nearly all of its time is the
/// cost of spawning, which makes it the usual measure of that cost. With a
/// cutoff it shows how a program avoids tasks that are too small.
///
///     fib [n [cutoff]]
///
/// Checked against the fast doubling formula, which needs log2(n) steps.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "fib"
#define EXAMPLE_USAGE "[n [cutoff]]"
#include "example.h"

/// For arguments below this number the calls are ordinary calls.
static int cutoff = 0;

static uint64_t fib_serial(int n) {
  return n < 2 ? (uint64_t)n : fib_serial(n - 1) + fib_serial(n - 2);
}

static uint64_t fib(int n) {
  if (n < 2)
    return (uint64_t)n;
  if (n < cutoff)
    return fib_serial(n);
  uint64_t x = cilk_spawn fib(n - 1);
  uint64_t y = fib(n - 2);
  cilk_sync;
  return x + y;
}

/// F(2k) = F(k) * (2 F(k+1) - F(k)) and F(2k+1) = F(k)^2 + F(k+1)^2, from the
/// highest bit of \p n down.
static uint64_t fib_by_doubling(int n) {
  uint64_t a = 0, b = 1;
  for (int bit = 6; bit >= 0; --bit) {
    uint64_t even = a * (2 * b - a), odd = a * a + b * b;
    int set = (n >> bit) & 1;
    a = set ? odd : even;
    b = set ? even + odd : odd;
  }
  return a;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  int n = argc > 1 ? (int)example_number("n", argv[1], 0, 93) : 27;
  cutoff = argc > 2 ? (int)example_number("cutoff", argv[2], 0, 94) : 0;

  double start = example_clock();
  uint64_t result = fib(n);
  example_time(start);

  uint64_t expected = fib_by_doubling(n);
  if (result != expected)
    example_fail(1, "wrong result: fib(%d) is %" PRIu64 ", not %" PRIu64, n,
                 expected, result);
  printf("fib(%d) = %" PRIu64 "\n", n, result);
  example_checksum(example_mix(result));
}
