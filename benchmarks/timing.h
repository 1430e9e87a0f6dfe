//===- timing.h - What the kernels' measurements share ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_TIMING_H
#define TUSSAH_BENCHMARKS_TIMING_H

#include <ctime>

/// Nanoseconds of one call by \p clock, by default those that pass;
/// CLOCK_THREAD_CPUTIME_ID counts what this thread works, and
/// CLOCK_PROCESS_CPUTIME_ID what all threads do.
template <class Function>
double time(Function call, long repeat, clockid_t clock = CLOCK_MONOTONIC) {
  auto now = [=] {
    timespec t;
    clock_gettime(clock, &t);
    return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
  };
  double start = now();
  for (long i = 0; i < repeat; ++i)
    call();
  return (now() - start) / static_cast<double>(repeat);
}

/// How many calls take about a millisecond.
template <class Function> long repeats(Function call) {
  return 1 + static_cast<long>(1e6 / time(call, 3));
}

#endif // TUSSAH_BENCHMARKS_TIMING_H
