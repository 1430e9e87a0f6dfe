//===- opencilk.cpp - What OpenCilk allows beyond Cilk Plus ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 40
// flags: -std=c++17 -w
// Spawned assignments, and several variables in the head of a loop.
#include <cilk/cilk.h>
#include <cstdio>
#include <string>
#include <vector>

struct Meters {
  double Value = 0;
  Meters() = default;
  Meters(double V) : Value(V) {}
  Meters &operator+=(const Meters &M) {
    Value += M.Value;
    return *this;
  }
};
struct Base {
  std::string Name;
};
struct Derived : Base {};

__attribute__((noinline)) static long square(long N) { return N * N; }
__attribute__((noinline)) static std::string word(int N) {
  return std::string(N % 5 + 1, static_cast<char>('a' + N % 26));
}
__attribute__((noinline)) static Derived derived(int N) {
  Derived D;
  D.Name = word(N);
  return D;
}
static void zero(void *View) { *static_cast<long *>(View) = 0; }
static void plus(void *Left, void *Right) {
  *static_cast<long *>(Left) += *static_cast<long *>(Right);
}

static void assignments() {
  long Numbers[20] = {}, Index = 0, Twice = 0, Same = 0;
  // The parent computes where the result goes.
  for (int I = 0; I < 20; ++I)
    cilk_spawn Numbers[Index++] = square(I);
  std::string Words[3];
  for (int I = 0; I < 3; ++I)
    cilk_spawn Words[I] = word(I);
  Meters Distance, Sum = 1;
  cilk_spawn Distance = square(7);
  cilk_spawn Sum += square(2);
  Base Sliced;
  cilk_spawn Sliced = derived(4);
  cilk_spawn Twice = Same = square(9);
  long cilk_reducer(zero, plus) Reducer = 5;
  cilk_spawn Reducer += square(3);
  short Narrow;
  cilk_spawn(Narrow) = (short)(square(11));
  cilk_sync;
  long Total = 0;
  for (long N : Numbers)
    Total = Total * 3 + N;
  printf("%ld %ld %s %s %s %g %g %s %ld %ld %ld %d\n", Total, Index,
         Words[0].c_str(), Words[1].c_str(), Words[2].c_str(), Distance.Value,
         Sum.Value, Sliced.Name.c_str(), Twice, Same, Reducer, Narrow);
}

template <class T> static void assignAll(std::vector<T> &Out) {
  for (int I = 0; I < static_cast<int>(Out.size()); ++I)
    cilk_spawn Out[I] = static_cast<T>(square(I));
}

static long loops(int N) {
  long cilk_reducer(zero, plus) Sum = 0;
  cilk_for (int I = 0, End = N; I < End; ++I)
    Sum += I;
  cilk_for (int Step = 3, I = 1, End = N * Step; I < End; I += Step)
    Sum += I * Step;
  cilk_for (unsigned Limit = 4, I = 20; I != Limit; --I)
    Sum += I;
  std::vector<int> V(10, 2);
  cilk_for (auto It = V.begin(), End = V.end(); It != End; ++It)
    Sum += *It;
  cilk_for (unsigned long I = 0; I < 900; I = I + (1 << 7))
    Sum += I;
  cilk_for (int I = N; I >= 0; I = I - 4)
    Sum += I;
  cilk_for (const int *P = V.data(); P != V.data() + 10; P = 5 + P)
    Sum += *P;
  cilk_for (auto It = V.begin(); It < V.end(); It = It + 3)
    Sum += *It;
  return Sum;
}

int main() {
  assignments();
  std::vector<double> Doubles(10);
  assignAll(Doubles);
  for (double D : Doubles)
    printf("%g ", D);
  printf("\n%ld\n", loops(50));
}
