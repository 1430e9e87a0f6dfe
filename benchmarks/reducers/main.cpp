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
/// the plain loop, and of the reducer.
///
//===----------------------------------------------------------------------===//

#include <chrono>
#include <cilk/cilk.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reproducible_add.h>
#include <cstdio>
#include <cstdlib>
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

int main(int, char **Arguments) {
  for (int Rounds = std::atoi(Arguments[1]); Rounds > 0; --Rounds) {
    round<double>("double");
    round<float>("float");
  }
  return 0;
}
