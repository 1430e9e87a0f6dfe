//===- kernels.h - Loops that are measured ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_KERNELS_H
#define TUSSAH_BENCHMARKS_KERNELS_H

#include <cstddef>
#include <vector>

/// A structure of arrays, as simulations have them.
struct Particles {
  std::vector<double> position, velocity, force, mass;
  double step = 0.01;
};

/// Declares the kernels. kernels.cpp is compiled once for each namespace: by
/// the stock clang with serial loops, and by tussah-clang++ with parallel ones.
#define DECLARE_KERNELS(NAMESPACE)                                             \
  namespace NAMESPACE {                                                        \
  void axpy(double a, const double *x, double *y, long n);                     \
  void stencil(const double *in, double *out, long rows, long columns);        \
  void advance(Particles &p);                                                  \
  }

DECLARE_KERNELS(serial)
DECLARE_KERNELS(parallel)

#endif // TUSSAH_BENCHMARKS_KERNELS_H
