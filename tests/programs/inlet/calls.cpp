//===- calls.cpp - Calls of inlets with spawned arguments -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 500
// As in calls.c, in templates, lambdas, and where children throw.
#include <cilk/cilk.h>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <tussah/inlet.h>

cilk_inlet void add(long *Sum, double Result) {
  *Sum += static_cast<long>(Result);
}

static long fib(int N) {
  if (N < 2)
    return N;
  long Sum = 0;
  add(&Sum, cilk_spawn fib(N - 1));
  add(&Sum, cilk_spawn fib(N - 2));
  cilk_sync;
  return Sum;
}

template <class T> static T sumOf(T N) {
  long Sum = 0;
  for (T I = 0; I < N; ++I)
    add(&Sum, cilk_spawn fib(static_cast<int>(I % 10)));
  cilk_sync;
  return static_cast<T>(Sum);
}

static long throwing(int I) {
  if (I == 5)
    throw std::runtime_error("five");
  return I;
}

static bool caught() {
  long Sum = 0;
  try {
    for (int I = 0; I < 10; ++I)
      add(&Sum, cilk_spawn throwing(I));
    cilk_sync;
  } catch (std::runtime_error &E) {
    return E.what() == std::string("five");
  }
  return false;
}

static long length(const std::string &Text) {
  return static_cast<long>(Text.size());
}

struct Object {
  long call(int N) { return fib(N); }
};

int main() {
  std::printf("%ld %ld %d\n", fib(16), sumOf<long>(500), caught());
  // Clang takes it for one that may be called at compile time.
  auto Lambda = [](int N) {
    long Sum = 0;
    Object O;
    for (int I = 0; I < N; ++I) {
      add(&Sum, cilk_spawn length(std::string(I, 'x') + "y"));
      add(&Sum, cilk_spawn O.call(I));
    }
    cilk_sync;
    return Sum;
  };
  std::printf("%ld\n", Lambda(15));
}
