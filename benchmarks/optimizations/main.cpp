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
/// with one loop over all elements, "collapsed" stands in place of "off". With
/// the second argument "work" it prints "<kernel>/work <serial ns> <ns of all
/// workers>".
///
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include "../timing.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

template <class Serial, class On, class Off>
static void measure(const char *name, int rounds, Serial serial, On on, Off off,
                    const char *other = "off") {
  // All touch the memory, and the runtime starts, before time counts.
  off();
  on();
  serial();
  long repeat = repeats(serial);
  for (int round = 0; round < rounds; ++round) {
    double s = time(serial, repeat);
    double optimized = time(on, repeat);
    double plain = time(off, repeat);
    std::printf("%s/serial %.1f %.1f\n", name, s, optimized);
    std::printf("%s/%s %.1f %.1f\n", name, other, plain, optimized);
  }
}

/// Compares what a loop works on all workers with what its elision does: more
/// is scheduling.
template <class Serial, class On>
static void measureWork(const char *name, int rounds, Serial serial, On on) {
  on();
  serial();
  long repeat = 20 * repeats(serial);
  for (int round = 0; round < rounds; ++round) {
    double s = time(serial, repeat, CLOCK_THREAD_CPUTIME_ID);
    double all = time(on, repeat, CLOCK_PROCESS_CPUTIME_ID);
    std::printf("%s/work %.1f %.1f\n", name, s, all);
  }
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 25;
  // So long that it does not matter what the way into parallel code costs.
  constexpr long N = 3 * (1L << 15);
  std::vector<double> x(N, 1.5);
  double *p = x.data();
  if (argc > 2 && !std::strcmp(argv[2], "work")) {
#define MEASURE(name, kernel)                                                  \
  measureWork(                                                                 \
      name, rounds, [&] { serial::kernel(p, N); },                             \
      [&] { native_on::kernel(p, N); })
    MEASURE("grain-1-ns", grain1);
    MEASURE("grain-10-ns", grain10);
    MEASURE("grain-100-ns", grain100);
#undef MEASURE
    return 0;
  }
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
  MEASURE("small-callees", smallCallees);
  MEASURE("small-loops", smallLoops);
  MEASURE("nested-loops", nestedLoops);
  measure(
      "nested-rows", rounds, [&] { serial::nestedRows(p, N); },
      [&] { native_on::nestedRows(p, N); },
      [&] { native_on::collapsedRows(p, N); }, "collapsed");
  MEASURE("constant-stride", constantStride);
  MEASURE("constant-stride-3", constantStride3);
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
