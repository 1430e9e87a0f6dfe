//===- operands.cpp - Spawned expressions other than plain calls ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 38
// extra: sanitize
// standards: c++14 c++17 c++20
// flags: -Wno-unused-value

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <sstream>
#include <string>
#include <vector>

struct Pair {
  int A, B;
  Pair(int A, int B = 5) : A(A), B(B) { meet(); }
  Pair(const Pair &) = default;
  Pair &operator=(const Pair &) = default;
  ~Pair() { A = -1; }
};
struct Doubled {
  long V;
  explicit Doubled(long V) : V(V) {}
  operator long() const { return V * 2; }
};
struct Aggregate {
  int X, Y;
};

static NOINLINE long next(long N) {
  meet();
  return N + 1;
}
static NOINLINE Doubled doubled(long N) { return Doubled(N); }
template <class T> static void destroy(T *P) {
  cilk_spawn P->~T();
  cilk_sync;
}
template <class T> static T converted(long N) {
  T Result = cilk_spawn static_cast<T>(next(N));
  cilk_sync;
  return Result;
}

/// The parent evaluates the arguments of a constructor.
static void constructors() {
  std::string Assigned[3];
  for (int I = 0; I < 3; ++I) {
    Pair P = cilk_spawn Pair(I, I + 1);
    Pair Q = cilk_spawn Pair{I};
    Pair *R = cilk_spawn new Pair(4, 9);
    std::string S = cilk_spawn std::string(I + 20, 'x');
    std::string None = cilk_spawn std::string();
    std::vector<int> V = cilk_spawn std::vector<int>{1, 2, I};
    Aggregate G = cilk_spawn Aggregate{1, 2};
    cilk_spawn Pair(3, 4);
    Assigned[I] = cilk_spawn std::string(I + 1, 'y');
    cilk_sync;
    printf("%d %d %d %d %d %d %s [%s] %d %d %d\n", P.A, P.B, Q.A, Q.B, R->A,
           R->B, S.c_str(), None.c_str(), V[2], G.X, G.Y);
    delete R;
  }
  printf("%s %s %s\n", Assigned[0].c_str(), Assigned[1].c_str(),
         Assigned[2].c_str());
}

static void conversions() {
  std::string From = "long enough to be in memory of its own";
  std::string Moved = cilk_spawn std::move(From);
  long Cast = cilk_spawn (long)doubled(4);
  long Function = cilk_spawn long(doubled(5));
  Doubled Made = cilk_spawn (Doubled)next(7);
  bool Not = cilk_spawn !next(1);
  cilk_sync;
  printf("%s %ld %ld %ld %d %g\n", Moved.c_str(), Cast, Function, Made.V, Not,
         converted<double>(8));
}

static void others() {
  Aggregate X{1, 2}, Y{3, 4};
  std::ostringstream Text;
  cilk_spawn Text << "text " << next(2) << '.';
  cilk_spawn X.operator=(Y);
  int Caught = 0, Scalar = 3;
  cilk_spawn try {
    throw 3;
  } catch (int E) {
    Caught = E;
  }
  cilk_sync;
  destroy(&Scalar);
  int Result = cilk_spawn [](int N) { return N * 2; }(Caught);
  cilk_sync;
  printf("%s %d %d %d %d\n", Text.str().c_str(), X.X, X.Y, Caught, Result);
}

int main() {
  for (long I = 0; I < repeats(1); ++I) {
    constructors();
    conversions();
    others();
  }
}
