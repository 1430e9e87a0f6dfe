//===- main.cpp - What uses of reducers cost ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures each kind of use and, alternating with it, a plain loop of the same
/// additions. Prints for each round: the kind, nanoseconds for an element of
/// the plain loop, and of the reducer. The arguments are the number of rounds,
/// and what to measure: sums, lookups, or lookups in a stolen strand.
///
//===----------------------------------------------------------------------===//

#include <atomic>
#include <chrono>
#include <cilk/cilk.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reproducible_add.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

static const std::size_t Size = 1 << 18;

/// Keeps the optimizer from knowing where results go.
static volatile double Sink;

template <class T> static std::vector<T> numbers() {
  std::mt19937_64 Random(1);
  std::vector<T> Result(Size);
  for (T &X : Result)
    X = static_cast<T>(static_cast<std::int64_t>(Random())) / T(1 << 20);
  return Result;
}

template <class F> static double nanoseconds(const F &Kernel) {
  auto Begin = std::chrono::steady_clock::now();
  Kernel();
  std::chrono::duration<double, std::nano> Time =
      std::chrono::steady_clock::now() - Begin;
  return Time.count() / Size;
}

template <class F, class G>
static void compare(const char *Name, const F &Plain, const G &Reducer) {
  double P = nanoseconds(Plain), R = nanoseconds(Reducer);
  std::printf("%s %g %g\n", Name, P, R);
}

template <class T> static void round(const char *Suffix) {
  static const std::vector<T> Numbers = numbers<T>();
  const T *A = Numbers.data();
  auto Plain = [A] {
    T Sum = 0;
    for (std::size_t I = 0; I < Size; ++I)
      Sum += A[I];
    Sink = Sum;
  };
  char Name[64];
  auto name = [&](const char *Kind) {
    std::snprintf(Name, sizeof(Name), "%s-%s", Kind, Suffix);
    return Name;
  };
  compare(name("op_add"), Plain, [A] {
    cilk::reducer<cilk::op_add<T>> Sum;
    cilk_for (std::size_t I = 0; I < Size; ++I)
      *Sum += A[I];
    Sink = Sum.get_value();
  });
  compare(name("reproducible"), Plain, [A] {
    cilk::reproducible_add<T> Sum;
    cilk_for (std::size_t I = 0; I < Size; ++I)
      Sum += A[I];
    Sink = Sum.get_value();
  });
  compare(name("reproducible-array"), Plain, [A] {
    cilk::reproducible_add<T> Sum;
    cilk_for (std::size_t I = 0; I < Size; I += 1024)
      Sum.add(A + I, 1024);
    Sink = Sum.get_value();
  });
}

//===----------------------------------------------------------------------===//
// Lookups that stay in their loops
//===----------------------------------------------------------------------===//

static double same(double X) { return X; }
/// A function of which nothing is known.
static double (*volatile Unknown)(double) = same;

/// Measures the lookups of \p Sum in the calling strand.
static void lookups(const char *Suffix,
                    cilk::reducer<cilk::op_add<double>> &Sum) {
  static const std::vector<double> Numbers = numbers<double>();
  const double *A = Numbers.data();
  char Name[64];
  std::snprintf(Name, sizeof(Name), "unknown-call-%s", Suffix);
  compare(
      Name,
      [A] {
        double Local = 0;
        for (std::size_t I = 0; I < Size; ++I)
          Local += Unknown(A[I]);
        Sink = Local;
      },
      [A, &Sum] {
        for (std::size_t I = 0; I < Size; ++I)
          *Sum += Unknown(A[I]);
      });
  double Most = Unknown(1e300);
  std::snprintf(Name, sizeof(Name), "some-iterations-%s", Suffix);
  compare(
      Name,
      [A, Most] {
        double Local = 0;
        for (std::size_t I = 0; I < Size; ++I)
          if (A[I] < Most)
            Local += A[I];
        Sink = Local;
      },
      [A, Most, &Sum] {
        for (std::size_t I = 0; I < Size; ++I)
          if (A[I] < Most)
            *Sum += A[I];
      });
}

static std::atomic<bool> Measured;

static void waitForThief() {
  while (!Measured)
    ;
}

/// The child does not return before the other worker has taken and executed
/// what follows the spawn.
static void lookupsOfThief() {
  cilk::reducer<cilk::op_add<double>> Sum;
  Measured = false;
  cilk_scope {
    cilk_spawn waitForThief();
    lookups("stolen", Sum);
    Measured = true;
  }
  Sink = Sum.get_value();
}

static void lookupsInSerialCode() {
  cilk::reducer<cilk::op_add<double>> Sum;
  lookups("leftmost", Sum);
  Sink = Sum.get_value();
}

static void sums() {
  round<double>("double");
  round<float>("float");
}

int main(int, char **Arguments) {
  void (*Measure)() = sums;
  if (!std::strcmp(Arguments[2], "lookups"))
    Measure = lookupsInSerialCode;
  else if (!std::strcmp(Arguments[2], "stolen"))
    Measure = lookupsOfThief;
  for (int Rounds = std::atoi(Arguments[1]); Rounds > 0; --Rounds)
    Measure();
  return 0;
}
