//===- inlets.cpp - Inlets of C++ -----------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 500
// flags: -std=c++17
// extra: sanitize thinlto debug
// standards: c++20

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <tussah/inlet.h>

#include <memory>
#include <vector>

#ifdef __tussah__
static constexpr bool Parallel = true;
#else
static constexpr bool Parallel = false;
#endif

static void require(bool Condition, const char *What) {
  if (!Condition)
    printf("wrong: %s\n", What);
}

static NOINLINE long square(long X) {
  meet();
  if (X % 4 == 0)
    let_others_run();
  return X * X;
}

static NOINLINE long fib(int N) {
  if (N < 2)
    return N;
  long Sum = 0;
  tussah::inlet Add([&](long X) { Sum += X; });
  tussah_inlet_call(Add, fib, N - 1);
  tussah_inlet_call(Add, fib, N - 2);
  tussah_inlet_sync(&Add);
  return Sum;
}

/// Code that must not be executed twice at the same time.
class Exclusive {
  std::atomic<int> Inside{0};

public:
  long Value = 0; ///< no atomic on purpose

  void add(long N) {
    require(Inside++ == 0, "two at the same time");
    long Old = Value;
    let_others_run();
    Value = Old + N;
    --Inside;
  }
};

/// The function's code uses what the handler uses.
static NOINLINE void atomic(int N) {
  Exclusive Sum;
  long Handled = 0;
  tussah::inlet Add([&](long X) {
    Sum.add(X);
    ++Handled;
  });
  for (int I = 0; I < N; ++I) {
    tussah_inlet_call(Add, square, I);
    Sum.add(1);
    require(Handled <= I + 1, "more results than children");
  }
  Sum.add(1);
  tussah_inlet_sync(&Add);
  require(Handled == N, "results are missing");
  long Expected = N + 1;
  for (long I = 0; I < N; ++I)
    Expected += I * I;
  require(Sum.Value == Expected, "wrong sum");
  // Once more, with plain syncs.
  for (int I = 0; I < N; ++I)
    tussah_inlet_call(Add, square, I);
  cilk_sync;
  tussah_inlet_sync(&Add);
  require(Handled == 2 * N, "results are missing behind a sync");
}

//===----------------------------------------------------------------------===//
// Results of other kinds
//===----------------------------------------------------------------------===//

static NOINLINE std::unique_ptr<Tracked> make(int N) {
  meet();
  return std::make_unique<Tracked>(N);
}

static NOINLINE Tracked twice(Tracked T, const std::vector<int> &V) {
  return Tracked(2 * T.value() + static_cast<int>(V.size()));
}

static NOINLINE void objects() {
  long Sum = 0;
  std::vector<std::unique_ptr<Tracked>> All;
  tussah::inlet Keep(
      [&](std::unique_ptr<Tracked> P) { All.push_back(std::move(P)); });
  tussah::inlet Add([&](const Tracked &T) { Sum += T.value(); });
  std::vector<int> V(3);
  for (int I = 0; I < 20; ++I) {
    tussah_inlet_call(Keep, make, I);
    Tracked T(I);
    tussah_inlet_call(Add, twice, T, V);
    T.set(1000); // the child has its own
    tussah_inlet_call(Add, [I](int X) { return Tracked(I + X); }, 5);
  }
  tussah_inlet_sync(&Keep);
  tussah_inlet_sync(&Add);
  long Kept = 0;
  for (auto &P : All)
    Kept += P->value();
  require(All.size() == 20 && Kept == 190, "objects are missing");
  require(Sum == 2 * 190 + 20 * 3 + 190 + 20 * 5, "wrong sum of objects");
}

//===----------------------------------------------------------------------===//
// Abort
//===----------------------------------------------------------------------===//

static NOINLINE int probe(int I, char *Probed) {
  Probed[I] = 1;
  for (int Spin = 0; Spin < 1000; ++Spin)
    if (tussah_cancelled())
      return -1;
  return I % 10 == 7 ? I : 0;
}

/// The first child with a result ends the others.
static NOINLINE int firstOf(int N, char *Probed, int *Known) {
  int Found = 0;
  long Handled = 0;
  tussah::cancel_token Abort;
  tussah::inlet Take([&](int I) {
    ++Handled;
    require(I >= 0, "the result of a cancelled child is handled");
    if (!Found && I) {
      Found = I;
      Abort.cancel();
    }
  });
  tussah_cancel_scope(Abort) {
    for (int I = 1; I <= N; ++I) {
      if (*Known > N && tussah_cancelled())
        *Known = I;
      tussah_inlet_call(Take, probe, I, Probed);
    }
    tussah_inlet_sync(&Take);
  }
  require(Handled <= N, "more results than children");
  return Found;
}

static NOINLINE void aborts() {
  for (long I = 0; I < repeats(3); ++I) {
    constexpr int N = 20000;
    std::vector<char> Probed(N + 1);
    int Known = N + 1;
    int Found = firstOf(N, Probed.data(), &Known);
    require(Found % 10 == 7, "nothing was found");
    int Late = 0;
    for (int I = Known; I <= N; ++I)
      Late += Probed[I];
    require(!Parallel || Late == 0, "a child was called after the abort");
  }
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

static NOINLINE long throwing(long X) {
  Tracked Local(1);
  if (X == 5)
    throw 5;
  return X;
}

template <class Function> static int thrown(const Function &F) {
  try {
    F();
  } catch (int N) {
    return N;
  }
  return 0;
}

static NOINLINE void exceptions() {
  // Of a child: its result is missing, the others are there.
  long Sum = 0;
  tussah::inlet Add([&](long X) {
    Tracked Local(2);
    Sum += X;
    if (X == 100)
      throw 6;
  });
  int N = thrown([&] {
    for (int I = 1; I <= 10; ++I)
      try {
        tussah_inlet_call(Add, throwing, I);
        tussah_inlet_sync(&Add);
      } catch (int N) {
        require(N == 5 && I == 5, "another exception");
        throw;
      }
  });
  require(N == 5 && Sum == 10, "the exception of a child is lost");

  // Of a handler: the inlet goes on.
  Sum = 0;
  tussah::inlet Other([&](long X) {
    Sum += X;
    if (X == 100)
      throw 6;
  });
  N = thrown([&] {
    tussah_inlet_call(Other, square, 10);
    tussah_inlet_sync(&Other);
  });
  require(N == 6 && Sum == 100, "the exception of a handler is lost");
  tussah_inlet_call(Other, square, 3);
  tussah_inlet_sync(&Other);
  require(Sum == 109, "no results after an exception");

  // Of the function: what comes later is dropped, but not lost.
  N = thrown([&] {
    tussah::inlet Drop([&](std::unique_ptr<Tracked> P) { Sum += P->value(); });
    for (int I = 0; I < 10; ++I)
      tussah_inlet_call(Drop, make, I);
    throw 7;
  });
  require(N == 7, "the exception of the function is lost");
}

int main() {
  printf("fib %ld\n", fib(14));
  for (long I = 0; I < repeats(5); ++I)
    atomic(100);
  objects();
  aborts();
  exceptions();
  require(counters.alive() == 0 && counters.misused == 0,
          "objects are lost or destroyed twice");
  puts("done");
}
