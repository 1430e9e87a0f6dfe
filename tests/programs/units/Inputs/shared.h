//===- shared.h - What the files of the program share -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inline functions and templates that spawn, in a header that two files
/// include: the linker must be able to take either copy.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_PROGRAMS_UNITS_SHARED_H
#define TUSSAH_TESTS_PROGRAMS_UNITS_SHARED_H

#include "../../Inputs/support.h"

#include <cilk/cilk.h>

#ifdef __cplusplus
extern "C" {
#endif

long fib_in_c(int n);
long sum_in_c(long n);
int call_back_from_c(int (*function)(int), int x);

#ifdef __cplusplus
}

inline int triple(int x) {
  int a = cilk_spawn call_back_from_c(nullptr, x);
  int b = 2 * x;
  cilk_sync;
  return a + b;
}

inline long inlineFib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn inlineFib(n - 1);
  long b = inlineFib(n - 2);
  cilk_sync;
  return a + b;
}

template <class T> T identity(T x) {
  meet();
  return x;
}

template <class T> T twoTimes(T x) {
  static T calls = 0;
  T a = cilk_spawn identity(x);
  T b = identity(x);
  cilk_sync;
  calls += 1;
  return a + b + calls;
}

struct Loops {
  long run(int n) const {
    long sum = 0;
    cilk_for (int i = 0; i < n; ++i)
      add_to(&sum, i);
    return sum + more(n);
  }
  long more(int n) const;
  virtual long virtualCall(int n) const { return run(n); }
  virtual ~Loops() = default;
};

long fibInOther(int n);
int twoTimesInOther(int x);
int throwInOther(int k);
Loops *makeDerived();
#endif

#endif // TUSSAH_TESTS_PROGRAMS_UNITS_SHARED_H
