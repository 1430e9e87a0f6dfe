//===- heat.cpp - Heat spreading over a plate, by hand --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// examples/heat.c for OpenMP and oneTBB. For OpenMP it is a parallel loop
/// without tasks: `taskloop`, in one parallel region for all steps, took 1.1
/// times as long on two threads, and 2.7 times on 16 that shared two
/// processors.
///
//===----------------------------------------------------------------------===//

#include "by-hand.h"

#include <cmath>
#include <utility>
#include <vector>

static const double speed = 0.2;

static void row(double *__restrict result, const double *__restrict here,
                long columns) {
  const double *above = here - columns, *below = here + columns;
  for (long j = 1; j < columns - 1; ++j)
    result[j] = here[j] + speed * (above[j] + below[j] + here[j - 1] +
                                   here[j + 1] - 4 * here[j]);
}

static void step(double *next, const double *old, long rows, long columns) {
#ifdef _OPENMP
#pragma omp parallel for
  for (long i = 1; i < rows - 1; ++i)
    row(next + i * columns, old + i * columns, columns);
#else
  tbb::parallel_for(tbb::blocked_range<long>(1, rows - 1),
                    [=](const tbb::blocked_range<long> &range) {
                      for (long i = range.begin(); i < range.end(); ++i)
                        row(next + i * columns, old + i * columns, columns);
                    });
#endif
}

static double wave(long i, long points) {
  return sin(acos(-1.0) * (double)i / (double)(points - 1));
}

int main(int, char **argv) {
  long rows = atol(argv[1]), columns = atol(argv[2]), steps = atol(argv[3]);
  std::vector<double> now(rows * columns), next(rows * columns);
  for (long i = 1; i < rows - 1; ++i)
    for (long j = 1; j < columns - 1; ++j)
      now[i * columns + j] = wave(i, rows) * wave(j, columns);

  auto all = [&] {
    for (long s = 0; s < steps; ++s) {
      step(next.data(), now.data(), rows, columns);
      std::swap(now, next);
    }
  };
  limited(all);

  double sum = 0;
  for (double x : now)
    sum += x;
  double mean = sum / ((double)rows * (double)columns);
  example_checksum(example_mix((uint64_t)llround(mean * 1e9)));
}
