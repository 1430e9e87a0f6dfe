//===- kernels.cpp - One kernel for each optimization ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with -DNAMESPACE=..., one of those in kernels.h.
///
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include <cilk/cilk.h>

namespace NAMESPACE {

double lastSpawn(const double *x, long n) {
  if (n <= 16) {
    double sum = 0;
    for (long i = 0; i < n; ++i)
      sum += x[i];
    return sum;
  }
  double left = cilk_spawn lastSpawn(x, n / 2);
  double right = cilk_spawn lastSpawn(x + n / 2, n - n / 2);
  cilk_sync;
  return left + right;
}

static void update(double *x, long i) { *x = *x * 0.5 + i; }

void smallTasks(double *x, long n) {
  for (long i = 0; i < n; ++i)
    cilk_spawn update(x + i, i);
  cilk_sync;
}

__attribute__((noinline)) static void updateApart(double *x, long i) {
  *x = *x * 0.5 + i;
}

void smallCallees(double *x, long n) {
  for (long i = 0; i < n; ++i)
    cilk_spawn updateApart(x + i, i);
  cilk_sync;
}

static void halve(double *point) {
  cilk_for (int k = 0; k < 3; ++k)
    point[k] = point[k] * 0.5 + k;
}

void smallLoops(double *x, long n) {
  for (long i = 0; i < n; i += 3)
    halve(x + i);
}

void nestedLoops(double *x, long n) {
  cilk_for (long i = 0; i < n / 3; ++i)
    cilk_for (long k = 0; k < 3; ++k)
      x[3 * i + k] = x[3 * i + k] * 0.5 + k;
}

void nestedRows(double *x, long n) {
  long columns = n / 8;
  cilk_for (long i = 0; i < 8; ++i)
    cilk_for (long k = 0; k < columns; ++k)
      x[i * columns + k] = x[i * columns + k] * 0.5 + k;
}

void collapsedRows(double *x, long n) {
  long columns = n / 8;
  cilk_for (long j = 0; j < 8 * columns; ++j) {
    long i = j / columns, k = j % columns;
    x[i * columns + k] = x[i * columns + k] * 0.5 + k;
  }
}

static void scale(double *x, long n, long stride, double factor) {
  cilk_for (long i = 0; i < n; i += stride)
    x[i] = x[i] * factor + 1;
}

void constantStride(double *x, long n) { scale(x, n, 1, 0.5); }
void constantStride3(double *x, long n) { scale(x, n, 3, 0.5); }

static void evaluate(double *x, long n, int degree, double factor) {
  cilk_for (long i = 0; i < n; ++i) {
    double y = 1;
    for (int k = 0; k < degree; ++k)
      y = y * x[i] * factor + 1;
    x[i] = y;
  }
}

void constantTrips(double *x, long n) { evaluate(x, n, 3, 0.25); }

/// Takes about 1 ns and 5 ns for each step. Nobody knows, as it is not inlined.
__attribute__((noinline)) static double work(double x, int steps) {
  for (int k = 0; k < steps; ++k)
    x = 1 / (1 + x);
  return x;
}

template <int Steps> static void grain(double *x, long n) {
  cilk_for (long i = 0; i < n; ++i)
    x[i] = work(x[i], Steps);
}

void grain1(double *x, long n) { grain<0>(x, n); }
void grain10(double *x, long n) { grain<2>(x, n / 8); }
void grain100(double *x, long n) { grain<20>(x, n / 64); }

long earlyExit(long n) {
  if (n < 2)
    return n;
  long a = cilk_spawn earlyExit(n - 1);
  long b = earlyExit(n - 2);
  cilk_sync;
  return a + b;
}

} // namespace NAMESPACE
