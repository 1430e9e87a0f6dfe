//===- objects.cpp - Cancellation beside objects and exceptions -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 30
// flags: -std=c++17
// extra: sanitize thinlto debug
// standards: c++20

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <tussah/cancel.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef __tussah__
static constexpr bool Parallel = true;
#else
static constexpr bool Parallel = false; // the serial elision calls everything
#endif

static void require(bool Condition, const char *What) {
  if (!Condition)
    printf("wrong: %s\n", What);
}

static void requireParallel(bool Condition, const char *What) {
  require(!Parallel || Condition, What);
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

static NOINLINE long consume(Tracked A, const Tracked &B, long *Ran) {
  meet();
  add_to(Ran, 1);
  return A.value() + B.value();
}

static NOINLINE std::string text(int N, long *Ran) {
  add_to(Ran, 1);
  return std::string(N, 'x');
}

static NOINLINE std::unique_ptr<int> pointer(int N) {
  return std::make_unique<int>(N);
}

static NOINLINE const char *name() { return "name"; }

static int Global = 7;
static NOINLINE int &reference() { return Global; }

struct Pair {
  long First, Second;
};
static NOINLINE Pair pair(long A, long *Ran) {
  add_to(Ran, 1);
  return {A, A + 1};
}

struct Object {
  virtual ~Object() = default;
  virtual long virtualCall(long *Ran) { return add_to(Ran, 1), 3; }
  long call(long *Ran) { return add_to(Ran, 1), 4; }
};

static NOINLINE void arguments(bool Cancelled) {
  tussah::cancel_token Token;
  long Ran = 0, Lambdas = 0;
  if (Cancelled)
    Token.cancel();
  Object TheObject;
  auto Pointer = &Object::call;
  tussah_cancel_scope(Token) {
    long X = cilk_spawn consume(Tracked(1), Tracked(2), &Ran);
    long Y = 9;
    Y = cilk_spawn TheObject.virtualCall(&Ran);
    long Z = cilk_spawn TheObject.call(&Ran);
    long V = cilk_spawn (TheObject.*Pointer)(&Ran);
    Pair P = cilk_spawn pair(5, &Ran);
    std::vector<std::string> Words(100, "word");
    cilk_spawn [&Lambdas, Words] { add_to(&Lambdas, Words.size()); }();
    cilk_spawn [&Lambdas, Tracks = Tracked(3)] {
      add_to(&Lambdas, Tracks.value());
    }();
    long Strings = 0;
    // These have to be made: nobody else could make the objects.
    std::string Text = cilk_spawn text(20, &Strings);
    std::unique_ptr<int> Made = cilk_spawn pointer(4);
    std::string Name = cilk_spawn name();
    int FromReference = cilk_spawn reference();
    cilk_sync;
    require(Text.size() == 20 && Strings == 1, "a result was not constructed");
    require(Made && *Made == 4, "a pointer was not constructed");
    require(Name == "name" && FromReference == 7, "a result was not read");
    if (!Cancelled)
      require(X == 3 && Y == 3 && Z == 4 && V == 4 && P.First == 5 &&
                  P.Second == 6 && Ran == 5 && Lambdas == 103,
              "a result is missing");
    else
      requireParallel(!X && !Y && !Z && !V && !P.First && !P.Second && !Ran &&
                          !Lambdas,
                      "a cancelled task has run");
  }
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

static NOINLINE void fail(int N) { throw N; }

static NOINLINE void cancelAndFail(tussah_token *Token, int N) {
  Tracked Local(N);
  tussah_cancel(Token);
  throw N;
}

template <class Function> static int thrown(const Function &F) {
  try {
    F();
  } catch (int N) {
    return N;
  }
  return 0;
}

static void exceptions() {
  long Ran = 0;
  // Of a task that ran: it arrives, cancelled or not.
  int N = thrown([&] {
    tussah::cancel_token Token;
    tussah_cancel_scope(Token) {
      Tracked Local(1);
      cilk_spawn cancelAndFail(Token, 1);
      cilk_spawn consume(Tracked(2), Local, &Ran);
    }
    puts("wrong: no exception");
  });
  require(N == 1, "the exception of a cancelled task is lost");
  require(!tussah_cancelled(), "a scope was not left by an exception");

  // Of one that has not started: there is none.
  N = thrown([&] {
    tussah::cancel_token Token;
    Token.cancel();
    tussah_cancel_scope(Token) {
      if (Parallel)
        cilk_spawn fail(2);
    }
  });
  require(N == 0, "a cancelled task has thrown");

  // Of the continuation, out of two scopes.
  N = thrown([&] {
    tussah::cancel_token Outer, Inner;
    tussah_cancel_scope(Outer) {
      cilk_spawn consume(Tracked(2), Tracked(3), &Ran);
      tussah_cancel_scope(Inner) {
        cilk_spawn consume(Tracked(2), Tracked(3), &Ran);
        Outer.cancel();
        if (tussah_cancelled())
          throw 3;
      }
    }
  });
  require(N == 3, "the exception of a continuation is lost");
  require(!tussah_cancelled(), "two scopes were not left by an exception");

  // The serially first one, also if the cancellation came with a later one.
  N = thrown([&] {
    tussah::cancel_token Token;
    Token.cancel();
    tussah_cancel_scope(Token) {
      // Class results are constructed even now.
      std::string First = cilk_spawn [](int N) -> std::string { throw N; }(4);
      std::string Second = cilk_spawn [](int N) -> std::string { throw N; }(5);
    }
  });
  require(N == 4, "not the first exception");

  // A handler may go on.
  tussah::cancel_token Token;
  long After = 0;
  tussah_cancel_scope(Token) {
    N = thrown([&] {
      cilk_spawn cancelAndFail(Token, 6);
      cilk_sync;
    });
    require(N == 6 && tussah_cancelled(), "not cancelled in a handler");
    cilk_spawn consume(Tracked(1), Tracked(1), &After);
  }
  requireParallel(After == 0, "not cancelled behind a handler");
}

/// Cancelled, and one of many fails.
static NOINLINE long tree(tussah_token *Token, int Depth, Tracked T,
                          std::vector<int> Path) {
  if (Depth == 0) {
    if (T.value() == 77)
      cancelAndFail(Token, 8);
    return T.value();
  }
  Path.push_back(Depth);
  long Left = cilk_spawn tree(Token, Depth - 1, Tracked(2 * T.value()), Path);
  long Right = tree(Token, Depth - 1, Tracked(2 * T.value() + 1), Path);
  cilk_sync;
  return Left + Right;
}

static void trees() {
  for (long I = 0; I < repeats(5); ++I) {
    int N = thrown([] {
      tussah::cancel_token Token;
      tussah_cancel_scope(Token) { tree(Token, 6, Tracked(1), {}); }
    });
    require(N == 8, "a tree has lost its exception");
    require(!tussah_cancelled(), "a tree has left a scope");
  }
}

struct Noexcept {
  tussah_token *Token;
  long *Ran;
  /// Runs parallel code where nothing may be thrown.
  ~Noexcept() {
    tussah::cancel_token Own;
    tussah_cancel_scope(Own) {
      cilk_spawn consume(Tracked(1), Tracked(2), Ran);
      tussah_cancel(Token);
      cilk_spawn consume(Tracked(1), Tracked(2), Ran);
    }
  }
};

static NOINLINE void quiet(tussah_token *Token, long *Ran) noexcept {
  try {
    Noexcept Object{Token, Ran};
    cilk_spawn consume(Tracked(1), Tracked(2), Ran);
  } catch (...) {
    puts("wrong: a cancellation is no exception");
  }
}

static void noexceptCode() {
  tussah::cancel_token Token;
  long Ran = 0;
  tussah_cancel_scope(Token) { cilk_spawn quiet(Token, &Ran); }
  requireParallel(Ran <= 2, "a cancelled task of a destructor has run");
}

int main() {
  arguments(false);
  arguments(true);
  exceptions();
  trees();
  noexceptCode();
  require(counters.alive() == 0 && counters.misused == 0,
          "objects are lost or destroyed twice");
  puts("done");
}
