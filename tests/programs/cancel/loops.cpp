//===- loops.cpp - Parallel loops in scopes of cancellation ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 20
// flags: -std=c++17
// extra: sanitize

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <tussah/cancel.h>

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

/// What leaves do is the same in a scope, where they are another copy, as
/// outside: captured values, loads that were hoisted, objects, nested loops.
struct Loops {
  std::vector<long> Out;
  const std::vector<long> *In;
  long Factor;
};

static NOINLINE void scale(Loops &L, long N) {
  cilk_for (long I = 0; I < N; ++I)
    L.Out[I] = L.Factor * (*L.In)[I];
}

template <class Iterator>
static NOINLINE void addIndex(Iterator Begin, Iterator End, long *Count) {
  Tracked Captured(1);
  cilk_for (Iterator I = Begin; I != End; ++I) {
    Tracked Local(2);
    *I += (I - Begin) * Captured.value() + Local.value();
    add_to(Count, 1);
    meet();
  }
}

static NOINLINE long squares(long Rows, long Columns) {
  std::vector<long> Sums(Rows);
  cilk_for (long R = 0; R < Rows; ++R) {
    tussah::cancel_token Own;
    tussah_cancel_scope(Own) {
      cilk_for (long C = Columns; C > 0; C -= 2) {
        if (C % 3 == 0)
          continue;
        add_to(&Sums[R], C * R);
      }
    }
  }
  long Sum = 0;
  for (long S : Sums)
    Sum = (3 * Sum + S) % 1000003;
  return Sum;
}

static long all(long N) {
  std::vector<long> In(N);
  for (long I = 0; I < N; ++I)
    In[I] = static_cast<long>(mix(I) % 1000);
  Loops L{std::vector<long>(N), &In, 5};
  scale(L, N);
  long Count = 0;
  addIndex(L.Out.begin(), L.Out.end(), &Count);
  require(Count == N, "iterations are missing");
  long Sum = squares(N % 50, 20);
  for (long X : L.Out)
    Sum = (7 * Sum + X) % 1000003;
  return Sum;
}

static void same() {
  for (long N : {1, 2, 7, 100, 5000}) {
    long Outside = all(N), Inside = 0;
    tussah::cancel_token Token;
    tussah_cancel_scope(Token) { Inside = all(N); }
    require(Inside == Outside, "another result in a scope");
    printf("%ld\n", Outside);
  }
}

/// An exception of an iteration, cancelled or not.
static NOINLINE void failAt(long N, long K, tussah_token *Token) {
  cilk_for (long I = 0; I < N; ++I) {
    Tracked Local(1);
    if (I == K) {
      if (Token)
        tussah_cancel(Token);
      throw I;
    }
  }
}

static void exceptions() {
  for (long K : {0, 500, 999})
    for (bool Cancels : {false, true}) {
      tussah::cancel_token Token;
      long Caught = -1;
      tussah_token *Cancelled = nullptr;
      if (Cancels)
        Cancelled = Token;
      try {
        tussah_cancel_scope(Token) { failAt(1000, K, Cancelled); }
      } catch (long I) {
        Caught = I;
      }
      require(Caught == K, "the exception of an iteration is lost");
      require(!tussah_cancelled(), "a loop has left a scope");
    }
}

/// Cancelled by an iteration: those that the same strand would execute next are
/// not executed.
static void cut() {
  long Known = 0;
  tussah::cancel_token Token;
  tussah_cancel_scope(Token) {
    cilk_for (long I = 0; I < 100000; ++I) {
      // Nothing else can have made it so.
      if (tussah_cancelled())
        add_to(&Known, 1);
      Token.cancel();
    }
  }
  // Other strands may be between check and body once.
  require(!Parallel || Known < 100, "iterations begin in a cancelled scope");

  // The scopes of iterations are their own.
  long Cancelled = 0, Others = 0;
  cilk_for (int I = 0; I < 200; ++I) {
    tussah::cancel_token Own;
    tussah_cancel_scope(Own) {
      if (I % 2)
        Own.cancel();
      cilk_for (int K = 0; K < 50; ++K)
        add_to(I % 2 ? &Cancelled : &Others, 1);
    }
  }
  require(!Parallel || Cancelled == 0, "a cancelled inner loop runs");
  require(Others == 100 * 50, "another iteration's scope was cancelled");
}

int main() {
  same();
  exceptions();
  cut();
  require(counters.alive() == 0 && counters.misused == 0,
          "objects are lost or destroyed twice");
  puts("done");
}
