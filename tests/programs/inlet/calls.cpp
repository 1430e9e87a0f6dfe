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

// Inlets of one name.
cilk_inlet void add(double *Sum, double X) { *Sum += 2 * X; }

namespace three {
cilk_inlet void put(long *Sum, int X) { *Sum += 3 * X; }
} // namespace three

namespace five {
cilk_inlet void put(long *Sum, int X) { *Sum += 5 * X; }
} // namespace five

static double half(int X) { return X / 2.0; }
static int same(int X) { return X; }

static long sameNames(int N) {
  long A = 0, B = 0, C = 0;
  double D = 0;
  for (int I = 0; I < N; ++I) {
    add(&A, cilk_spawn fib(I % 5));
    add(&D, cilk_spawn half(I));
    three::put(&B, cilk_spawn same(I));
    five::put(&C, cilk_spawn same(I));
  }
  cilk_sync;
  return A + 1000 * B + 1000000 * C + static_cast<long>(D);
}

// The body is a try block.
static long tried(int N) try {
  long Sum = 0;
  for (int I = 0; I < N; ++I)
    add(&Sum, cilk_spawn fib(I % 7));
  cilk_sync;
  return Sum;
} catch (...) {
  return -1;
}

// The inlet throws, which the function gets at its sync.
cilk_inlet void check(long *Sum, int X) {
  *Sum += X;
  if (X == 3)
    throw std::runtime_error("three");
}

static bool refused() {
  long Sum = 0;
  try {
    for (int I = 0; I < 6; ++I)
      check(&Sum, cilk_spawn same(I));
    cilk_sync;
  } catch (std::runtime_error &E) {
    return E.what() == std::string("three");
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
  std::printf("%ld %ld %d\n", sameNames(100), tried(40), refused());
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
