//===- support.h - What the test programs share ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output that does not depend on the order of tasks, and two ways to make sure
/// that more than one thread gets a task of a program that would otherwise end
/// before the second thread is awake. Both are off (and the programs quick)
/// unless run-matrix.py turns them on through the environment, and neither
/// changes what a program prints.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_PROGRAMS_SUPPORT_H
#define TUSSAH_TESTS_PROGRAMS_SUPPORT_H

#ifdef __cplusplus
#define _Thread_local thread_local
#endif

#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))

static inline long support_environment(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

static inline double support_clock(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// To be called by tasks. Waits a moment for another thread to call it too, if
/// that has not happened yet. All calls together wait TUSSAH_MEET_MS
/// milliseconds at most.
__attribute__((unused)) static NOINLINE void meet(void) {
  static const int moments = 10;
  static char *first;
  static int waited;
  static char met;
  static _Thread_local char self;
  char *nobody = NULL;
  if (__atomic_load_n(&met, __ATOMIC_ACQUIRE))
    return;
  if (!__atomic_compare_exchange_n(&first, &nobody, &self, 0, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE) &&
      nobody != &self) {
    __atomic_store_n(&met, 1, __ATOMIC_RELEASE);
    return;
  }
  long limit = support_environment("TUSSAH_MEET_MS", 0);
  double end = support_clock() + 1e-3 * (double)limit / moments;
  while (!__atomic_load_n(&met, __ATOMIC_ACQUIRE) && support_clock() < end)
    sched_yield();
  if (__atomic_add_fetch(&waited, 1, __ATOMIC_RELAXED) >= moments)
    __atomic_store_n(&met, 1, __ATOMIC_RELEASE);
}

/// Lets other threads run here. A processor that other programs want too comes back
/// after milliseconds, so all calls together yield it for 50 at most.
__attribute__((unused)) static NOINLINE void let_others_run(void) {
  static long waited; // microseconds
  if (__atomic_load_n(&waited, __ATOMIC_RELAXED) > 50000)
    return;
  double begin = support_clock();
  sched_yield();
  long took = (long)(1e6 * (support_clock() - begin));
  __atomic_fetch_add(&waited, took, __ATOMIC_RELAXED);
}

/// How often to repeat something that takes much less time than it takes to
/// wake a thread: \p times, multiplied by TUSSAH_REPEAT.
static inline long repeats(long times) {
  return times * support_environment("TUSSAH_REPEAT", 1);
}

/// Adds \p value to \p sum, which other tasks use too.
static inline void add_to(long *sum, long value) {
  __atomic_fetch_add(sum, value, __ATOMIC_RELAXED);
}

/// A hash, so that sums of hashes tell sets of numbers apart.
static inline uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

#endif // TUSSAH_TESTS_PROGRAMS_SUPPORT_H
