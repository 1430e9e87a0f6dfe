//===- pairs.c - Two short tasks, again and again -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop in which a task and what follows it take as long as each other, and
/// nothing else is parallel. A step takes about a nanosecond. If tasks take
/// less than a theft, one worker does it best, and others should leave it
/// alone.
///
///     pairs [steps] [pairs]
///
/// Checked against the sum in a loop.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "pairs"
#define EXAMPLE_USAGE "[steps] [pairs]"
#include "example.h"

__attribute__((noinline)) static uint32_t task(long steps, uint32_t x) {
  for (long i = 0; i < steps; ++i) {
    x = x * 1664525 + 1013904223;
    // Neither known in advance nor done several at a time.
    __asm__("" : "+r"(x));
  }
  return x;
}

__attribute__((noinline)) static uint32_t pair(long steps, uint32_t x) {
  uint32_t first = cilk_spawn task(steps, x);
  uint32_t second = task(steps, ~x);
  cilk_sync;
  return first ^ second;
}

/// All in one root, as it spawns itself.
static uint32_t all(long steps, long pairs) {
  uint32_t nothing = cilk_spawn task(steps, 0);
  uint32_t sum = 0;
  for (long i = 0; i < pairs; ++i)
    sum += pair(steps, (uint32_t)i);
  cilk_sync;
  return sum + nothing;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  long steps = argc > 1 ? example_number("steps", argv[1], 1, 1000000) : 100;
  long pairs =
      argc > 2 ? example_number("pairs", argv[2], 1, 1000000000) : 1000000;

  double start = example_clock();
  uint32_t sum = all(steps, pairs);
  example_time(start);

  uint32_t expected = task(steps, 0);
  for (long i = 0; i < pairs; ++i)
    expected += task(steps, (uint32_t)i) ^ task(steps, ~(uint32_t)i);
  if (sum != expected)
    example_fail(1, "wrong result: %" PRIu32 ", not %" PRIu32, sum, expected);
  printf("%ld pairs of %ld steps: %" PRIu32 "\n", pairs, steps, sum);
  example_checksum(example_mix(sum));
}
