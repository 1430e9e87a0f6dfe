//===- kernels.h - One kernel for each optimization -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What docs/reference/optimizations.md lists, in a program that gains by it.
/// The kernels are compiled once into each namespace: as the serial elision by
/// the stock clang, with the optimizations, and without them.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_OPTIMIZATIONS_KERNELS_H
#define TUSSAH_BENCHMARKS_OPTIMIZATIONS_KERNELS_H

#define DECLARE_KERNELS(NAMESPACE)                                             \
  namespace NAMESPACE {                                                        \
  /** Spawns both halves: the second spawn is followed by the sync. */         \
  double lastSpawn(const double *x, long n);                                   \
  /** A task for each element. */                                              \
  void smallTasks(double *x, long n);                                          \
  /** The same, and the task is a call of a function that is not inlined. */   \
  void smallCallees(double *x, long n);                                        \
  /** A parallel loop over three components, for each of n points. */          \
  void smallLoops(double *x, long n);                                          \
  /** The same, and the points are a parallel loop too. */                     \
  void nestedLoops(double *x, long n);                                         \
  /** A parallel loop over 8 rows, and one over each row. */                   \
  void nestedRows(double *x, long n);                                          \
  /** The same in one loop over all elements, with rows and columns. */        \
  void collapsedRows(double *x, long n);                                       \
  /** A loop with any stride, which is inlined with the strides 1 and 3. */    \
  void constantStride(double *x, long n);                                      \
  void constantStride3(double *x, long n);                                     \
  /** Polynomials of any degree, which are inlined with the degree 3. */       \
  void constantTrips(double *x, long n);                                       \
  /** Loops whose iterations take about 1, 10 and 100 ns. */                   \
  void grain1(double *x, long n);                                              \
  void grain10(double *x, long n);                                             \
  void grain100(double *x, long n);                                            \
  /** Fibonacci numbers: half of the calls return at once. */                  \
  long earlyExit(long n);                                                      \
  }

DECLARE_KERNELS(serial)
DECLARE_KERNELS(native_on)
DECLARE_KERNELS(native_off)
DECLARE_KERNELS(reverse_on)
DECLARE_KERNELS(reverse_off)

#undef DECLARE_KERNELS

#endif // TUSSAH_BENCHMARKS_OPTIMIZATIONS_KERNELS_H
