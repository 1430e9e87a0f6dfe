//===- nested.cpp - Lambdas in templates, spawns at the bottom ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What libraries of parallel algorithms make of a loop: a template that
/// divides a range, whose leaf calls a lambda, which captures others by
/// reference. All of that should cost what the elision costs.
///
///     nested N    adds N products twice: by dividing, and by cilk_for
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#include <cstdlib>
#include <vector>

template <typename Body>
static void divide(long First, long End, long Grain, const Body &F) {
  if (End - First <= Grain) {
    for (long I = First; I < End; ++I)
      F(I);
    return;
  }
  long Middle = First + (End - First) / 2;
  cilk_spawn divide(First, Middle, Grain, F);
  divide(Middle, End, Grain, F);
  cilk_sync;
}

template <typename Body> static void each(long Count, const Body &F) {
  cilk_for (long I = 0; I < Count; ++I)
    F(I);
}

template <typename From, typename To>
static void transform(const From &Read, const To &Write, long Count,
                      bool Divides) {
  auto One = [&](long I) { Write(I, Read(I)); };
  if (Divides)
    divide(0, Count, 64, One);
  else
    each(Count, One);
}

int main(int argc, char **argv) {
  long Count = argc > 1 ? std::atol(argv[1]) : 1000;
  std::vector<double> A(Count, 1.5), B(Count, 2.0), C(Count);
  auto Product = [&](long I) { return A[I] * B[I]; };
  auto Add = [&](long I, double Value) { C[I] += Value; };
  transform(Product, Add, Count, true);
  transform(Product, Add, Count, false);
  return C[Count - 1] == 6.0 ? 0 : 1;
}
