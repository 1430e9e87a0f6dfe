//===- main.cpp - Measures the optimizations of tasks ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the three versions of each kernel in turn. Prints for each round the
/// lines "<kernel>/serial <serial ns> <optimized ns>" and "<kernel>/off
/// <unoptimized ns> <optimized ns>". Where nested loops over rows are compared
/// with one loop over all elements, "collapsed" stands in place of "off".
///
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Clock = std::chrono::steady_clock;

/// Nanoseconds of one call.
template <class Function> static double time(Function call, long repeat) {
  Clock::time_point start = Clock::now();
  for (long i = 0; i < repeat; ++i)
    call();
  std::chrono::duration<double, std::nano> taken = Clock::now() - start;
  return taken.count() / static_cast<double>(repeat);
}

template <class Serial, class On, class Off>
static void measure(const char *name, int rounds, Serial serial, On on, Off off,
                    const char *other = "off") {
  // All touch the memory, and the runtime starts, before time counts.
  off();
  on();
  serial();
  // About a millisecond.
  long repeat = 1 + static_cast<long>(1e6 / time(serial, 3));
  for (int round = 0; round < rounds; ++round) {
    double s = time(serial, repeat);
    double optimized = time(on, repeat);
    double plain = time(off, repeat);
    std::printf("%s/serial %.1f %.1f\n", name, s, optimized);
    std::printf("%s/%s %.1f %.1f\n", name, other, plain, optimized);
  }
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 25;
  // So long that it does not matter what the way into parallel code costs.
  constexpr long N = 3 * (1L << 15);
  std::vector<double> x(N, 1.5);
  double *p = x.data();
  // What would not be called otherwise.
  volatile double sum;
  volatile long number;
#define MEASURE(name, kernel)                                                  \
  measure(                                                                     \
      name, rounds, [&] { serial::kernel(p, N); },                             \
      [&] { native_on::kernel(p, N); }, [&] { native_off::kernel(p, N); })
  measure(
      "last-spawn", rounds, [&] { sum = serial::lastSpawn(p, N); },
      [&] { sum = native_on::lastSpawn(p, N); },
      [&] { sum = native_off::lastSpawn(p, N); });
  MEASURE("small-tasks", smallTasks);
  MEASURE("small-loops", smallLoops);
  MEASURE("nested-loops", nestedLoops);
  measure(
      "nested-rows", rounds, [&] { serial::nestedRows(p, N); },
      [&] { native_on::nestedRows(p, N); },
      [&] { native_on::collapsedRows(p, N); }, "collapsed");
  MEASURE("constant-stride", constantStride);
  MEASURE("constant-trips", constantTrips);
  MEASURE("grain-1-ns", grain1);
  MEASURE("grain-10-ns", grain10);
  MEASURE("grain-100-ns", grain100);
#undef MEASURE
  // The native target takes early exits in any case.
  measure(
      "early-exit", rounds, [&] { number = serial::earlyExit(20); },
      [&] { number = reverse_on::earlyExit(20); },
      [&] { number = reverse_off::earlyExit(20); });
}
