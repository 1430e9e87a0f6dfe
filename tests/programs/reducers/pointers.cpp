//===- pointers.cpp - Reducers whose functions are not constants ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 50
// extra: sanitize
// The same in C++: in templates, lambdas, classes, and by references.
// The elision does not use them.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cilk/cilk.h>
#include <cstdio>

using Identity = void(void *);
using Reduce = void(void *, void *);

static void zero(void *View) { *static_cast<long *>(View) = 0; }
static void plus(void *Left, void *Right) noexcept {
  *static_cast<long *>(Left) += *static_cast<long *>(Right);
}

static Identity *TheIdentity = zero;
static Reduce *TheReduce = plus;

long cilk_reducer(TheIdentity, TheReduce) Global;

struct Monoid {
  Identity *I;
  Reduce *R;
  Reduce *reduce() const { return R; }
};

template <class T> struct Sum {
  T cilk_reducer(TheIdentity, TheReduce) Value = 0;
  static void zeroOf(void *View) { *static_cast<T *>(View) = 0; }
  static void plusOf(void *Left, void *Right) {
    *static_cast<T *>(Left) += *static_cast<T *>(Right);
  }
};

template <class T> static T total(const Monoid &M, int N) {
  T cilk_reducer(M.I, M.reduce()) Result = 1;
  Reduce *Plus = Sum<T>::plusOf;
  T cilk_reducer(Sum<T>::zeroOf, Plus) Other = 2;
  cilk_for (int I = 0; I < N; ++I) {
    Result += I;
    Other += 2 * I;
  }
  return Result + 3 * Other;
}

static long lambdas(Identity *I, Reduce *R, int N) {
  long cilk_reducer(I, R) Result = 0;
  auto Add = [&Result, I, R](long X) {
    (void)I, (void)R;
    Result += X;
  };
  cilk_for (int K = 0; K < N; ++K)
    Add(K);
  auto Whole = [=](int M) {
    long cilk_reducer(I, R) Inner = 5;
    cilk_for (int K = 0; K < M; ++K)
      Inner += K;
    return Inner;
  };
  return Result + Whole(N);
}

static void fill(long cilk_reducer(TheIdentity, TheReduce) & To, int N) {
  cilk_for (int I = 0; I < N; ++I)
    To += I;
}

int main() {
  constexpr int N = 2000;
  cilk_for (int I = 0; I < N; ++I)
    Global += I;
  std::printf("%ld\n", Global);
  fill(Global, N);
  std::printf("%ld\n", Global);
  Monoid M = {zero, plus};
  std::printf("%ld %ld\n", total<long>(M, N), lambdas(zero, plus, N));
  auto *Heap = new Sum<long>[2];
  Sum<long> Local;
  cilk_for (int I = 0; I < N; ++I) {
    Heap[I % 2].Value += I;
    Local.Value += 2 * I;
  }
  std::printf("%ld %ld %ld\n", Heap[0].Value, Heap[1].Value, Local.Value);
  delete[] Heap;
  long cilk_reducer(
      M.I, +[](void *Left, void *Right) { plus(Left, Right); }) WithLambda = 3;
  cilk_for (int I = 0; I < N; ++I)
    WithLambda += I;
  std::printf("%ld\n", WithLambda);
}
