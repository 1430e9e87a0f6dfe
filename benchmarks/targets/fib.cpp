//===- fib.cpp - Fibonacci numbers by hand --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// examples/fib.c for OpenMP and oneTBB.
///
//===----------------------------------------------------------------------===//

#include "by-hand.h"

static uint64_t fib(int n) {
  if (n < 2)
    return (uint64_t)n;
  uint64_t x, y;
#ifdef _OPENMP
#pragma omp task shared(x) firstprivate(n)
  x = fib(n - 1);
  y = fib(n - 2);
#pragma omp taskwait
#else
  tbb::task_group tasks;
  tasks.run([&x, n] { x = fib(n - 1); });
  y = fib(n - 2);
  tasks.wait();
#endif
  return x + y;
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  uint64_t result = 0;
  inParallel([&] { result = fib(n); });
  example_checksum(example_mix(result));
}
