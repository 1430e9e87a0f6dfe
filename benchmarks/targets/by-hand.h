//===- by-hand.h - What the programs by hand share --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The programs of this folder do what Cilk programs of the same name do, as
/// one writes it for OpenMP (compiled with -fopenmp) or for oneTBB. They print
/// the same checksum, and the time of the parallel part. They have as many
/// threads as CILK_NWORKERS says.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_TARGETS_BYHAND_H
#define TUSSAH_BENCHMARKS_TARGETS_BYHAND_H

#define EXAMPLE_NAME "by-hand"
#define EXAMPLE_USAGE ""
#include "example.h"

#ifdef _OPENMP
#include <omp.h>
#else
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>
#endif

/// Runs \p work, which may start parallel loops, and prints its time.
template <class Work> static void limited(Work work) {
  int threads = atoi(getenv("CILK_NWORKERS"));
#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                              (size_t)threads);
#endif
  double start = example_clock();
  work();
  example_time(start);
}

/// Runs \p work, which may make tasks, and prints its time.
template <class Work> static void inParallel(Work work) {
#ifdef _OPENMP
  limited([&] {
#pragma omp parallel
#pragma omp single
    work();
  });
#else
  limited(work);
#endif
}

#endif // TUSSAH_BENCHMARKS_TARGETS_BYHAND_H
