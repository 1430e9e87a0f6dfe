//===- heat.c - Heat spreading over a plate -------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Solves the heat equation on a rectangular plate whose edges are kept at
/// temperature 0, by Jacobi's method: in each step every point of the grid
/// moves towards the mean of its four neighbours. All points of a step are
/// independent, so a step is a parallel loop over rows; the inner loop is left
/// to the vectorizer.
///
///     heat [rows [columns [steps]]]
///
/// Checked at every point against the exact solution: the start,
/// sin(pi x) sin(pi y), is an eigenvector of the step, which therefore
/// multiplies it by the same known factor each time.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "heat"
#define EXAMPLE_USAGE "[rows [columns [steps]]]"
#include "example.h"

#include <math.h>
#include <stdbool.h>

/// How far a point moves in one step; more than 0.25 is unstable.
static const double speed = 0.2;

/// One time step from \p old to \p new. The edges stay what they are.
static void step(double *restrict new, const double *restrict old, long rows,
                 long columns) {
  cilk_for (long i = 1; i < rows - 1; ++i) {
    const double *here = old + i * columns;
    const double *above = here - columns, *below = here + columns;
    double *result = new + i * columns;
    for (long j = 1; j < columns - 1; ++j)
      result[j] = here[j] + speed * (above[j] + below[j] + here[j - 1] +
                                     here[j + 1] - 4 * here[j]);
  }
}

static double *new_grid(long rows, long columns) {
  double *grid = calloc((size_t)rows * (size_t)columns, sizeof *grid);
  if (!grid)
    example_fail(2, "not enough memory for %ld by %ld points", rows, columns);
  return grid;
}

/// The first half wave of \p points points with 0 at both ends.
static double wave(long i, long points) {
  return sin(acos(-1.0) * (double)i / (double)(points - 1));
}

/// What a step subtracts from wave(), relative to it, along one direction.
static double decay(long points) {
  double half = sin(acos(-1.0) / (double)(2 * (points - 1)));
  return 4 * speed * half * half;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 3);
  long rows = argc > 1 ? example_number("rows", argv[1], 3, 100000) : 512;
  long columns = argc > 2 ? example_number("columns", argv[2], 3, 100000) : 512;
  long steps = argc > 3 ? example_number("steps", argv[3], 0, 1000000) : 200;
  double *now = new_grid(rows, columns), *next = new_grid(rows, columns);

  for (long i = 1; i < rows - 1; ++i)
    for (long j = 1; j < columns - 1; ++j)
      now[i * columns + j] = wave(i, rows) * wave(j, columns);

  double start = example_clock();
  for (long s = 0; s < steps; ++s) {
    step(next, now, rows, columns);
    double *swap = now;
    now = next;
    next = swap;
  }
  example_time(start);

  double factor = pow(1 - decay(rows) - decay(columns), (double)steps);
  double sum = 0;
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) {
      bool edge = i == 0 || j == 0 || i == rows - 1 || j == columns - 1;
      double expected = edge ? 0 : factor * wave(i, rows) * wave(j, columns);
      double result = now[i * columns + j];
      if (!(fabs(result - expected) <= 1e-9))
        example_fail(1, "wrong result: point %ld, %ld is %.12f, not %.12f", i,
                     j, expected, result);
      sum += result;
    }
  double mean = sum / ((double)rows * (double)columns);
  printf("%ld by %ld points after %ld steps: mean temperature %.9f\n", rows,
         columns, steps, mean);
  // Rounded, because compilers may join a multiplication and an addition.
  example_checksum(example_mix((uint64_t)llround(mean * 1e9)));
  free(now);
  free(next);
}
