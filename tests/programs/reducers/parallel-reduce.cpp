//===- parallel-reduce.cpp - Reduce functions with loops ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 10
// targets: serial native
// A view with reducers that its reduce function unites by a parallel loop. The
// other targets lose updates here (docs/hyperobjects.md).
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

int main() {
  cilk_for (int I = 0; I < 40; ++I) {
    Total.Inner += I;
    Total.Many[I % 8] += I;
  }
  std::printf("%ld", (long)Total.Inner);
  for (auto &Each : Total.Many)
    std::printf(" %ld", (long)Each);
  std::printf("\n");
}
