//===- parallel-reduce.cpp - Reduce functions with loops ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 10
// Reduce functions with parallel loops and spawns: of views with reducers, which
// are united by a loop, and of views whose values go to another reducer.
#include <cilk/cilk.h>
#include <cstdio>
#include <new>

template <class T> void zero(void *View) { ::new (View) T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
  static_cast<T *>(Right)->~T();
}
template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);

struct Levels {
  sum<long> Inner = 0, Many[8] = {};
  Levels &operator+=(Levels &L) {
    Inner += L.Inner;
    cilk_for (int I = 0; I < 8; ++I)
      Many[I] += L.Many[I];
    return *this;
  }
};
sum<Levels> Total;

sum<long> Drained;

/// Gives what the right view has to another reducer.
struct Drain {
  long Held[6] = {};
  Drain &operator+=(Drain &R) {
    cilk_spawn give(R.Held[0]);
    cilk_for (int I = 1; I < 5; ++I)
      give(R.Held[I]);
    give(R.Held[5]);
    return *this;
  }
  static void give(long Value) { Drained += Value; }
};
sum<Drain> Drains;

static long drain() {
  cilk_for (int I = 0; I < 60; ++I)
    Drains.Held[I % 6] += I;
  long Rest = 0;
  for (long Each : Drains.Held)
    Rest += Each;
  return Drained + Rest;
}

int main() {
  cilk_for (int I = 0; I < 40; ++I) {
    Total.Inner += I;
    Total.Many[I % 8] += I;
  }
  std::printf("%ld", (long)Total.Inner);
  for (auto &Each : Total.Many)
    std::printf(" %ld", (long)Each);
  std::printf(" %ld\n", drain());
}
