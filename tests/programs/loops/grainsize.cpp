//===- grainsize.cpp - Leaves of a given size -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is halved while a piece has more iterations than the grain, and each
// time a task is made: 100 iterations with grain 10 are 16 leaves, of 6 or 7. So
// the number of tasks of each loop below is known where the automatic grain is,
// as on the target `reverse`. The argument runs one loop alone.
//
// RUN: %matrix %s
// RUN: %tussah-clang++ -std=c++17 -O0 -ftussah-target=reverse-counted %s -o %t.0
// RUN: %tussah-clang++ -std=c++17 -O2 -ftussah-target=reverse-counted %s -o %t.2
// RUN: %python %S/Inputs/check-grains.py %t.0 %s
// RUN: %python %S/Inputs/check-grains.py %t.2 %s
// tasks: 300
// flags: -std=c++17 -Wno-unknown-pragmas
// extra: sanitize

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <algorithm>
#include <vector>

static long sum;
/// Evaluated once, before the loop. The elision does not evaluate it at all.
__attribute__((unused)) static int grain(int g) {
  static int evaluations;
  if (++evaluations > 1)
    printf("evaluated again\n");
  return g;
}

static NOINLINE void body(long i) {
  meet();
  add_to(&sum, i);
}

template <int Grain> static void constantInTemplate(int n) {
#pragma cilk grainsize Grain
  cilk_for (int i = 0; i < n; ++i)
    body(i);
}

template <class T> static void dependentInTemplate(T n) {
#pragma cilk grainsize = static_cast<T>(n / T(10))
  cilk_for (T i = 0; i < n; ++i)
    body((long)i);
}

struct Config {
  int size = 30;
  static constexpr int half = 50;
  void run() {
#pragma cilk grainsize size
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
  }
};

#define GRAIN 10
#define LOOP cilk_for (int i = 0; i < 100; ++i)
#define WITH_GRAIN(g) _Pragma("cilk grainsize 20") LOOP body(i)

static void run(int which) {
  int ten = 10, zero = 0;
  std::vector<int> v(100, 1);
  switch (which) {
  case 0: // tasks 15
#pragma cilk grainsize 10
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 1: // tasks 15
#pragma cilk grainsize(10)
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 2: // tasks 15
#pragma cilk grainsize = 10
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 3: // tasks 15
#pragma cilk grainsize=GRAIN
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 4: // tasks 99
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 5: // tasks 1
#pragma cilk grainsize 50
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 6: // tasks 3
#pragma cilk grainsize 49
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 7: // tasks 0
#pragma cilk grainsize 100
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 8: // tasks 0
#pragma cilk grainsize 18446744073709551615u
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 9: // tasks 15
#pragma cilk grainsize = ten > 5 ? grain(ten) : 1
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 10: // tasks 7
#pragma cilk grainsize = std::max(1, 7 * ten / std::min<int>(3, 5))
    cilk_for (int i = 0; i < 8 * 23; ++i)
      body(i);
    break;
  case 11: // tasks 99
    // Automatic, which is 1 on this target.
#pragma cilk grainsize zero
    cilk_for (int i = zero; i < 100; ++i)
      body(i);
    break;
  case 12: // tasks 99
#pragma cilk grainsize = zero - 5
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 13: // tasks 1
#pragma cilk grainsize '2'
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 14: // tasks 15
    constantInTemplate<10>(100);
    break;
  case 15: // tasks 15
    dependentInTemplate(100L);
    break;
  case 16: // tasks 15
    dependentInTemplate<unsigned char>(100);
    break;
  case 17: // tasks 3
    Config().run();
    break;
  case 18: // tasks 7
    // Iterations, whatever the stride.
#pragma cilk grainsize 7
    cilk_for (int i = 300; i > 0; i -= 6)
      body(i);
    break;
  case 19: // tasks 15
#pragma cilk grainsize 10
    cilk_for (int x : v)
      body(x);
    break;
  case 20: // tasks 15
#pragma cilk grainsize 10
    cilk_for (auto it = v.begin(); it != v.end(); ++it)
      body(*it);
    break;
  case 21: // tasks 7
    WITH_GRAIN();
    break;
  case 22: // tasks 1
    if (ten)
#pragma cilk grainsize Config::half
      LOOP body(i);
    else
#pragma cilk grainsize 1
      LOOP body(i);
    break;
  case 23: // tasks 65
    // The inner loop has its own, or none.
#pragma cilk grainsize 2
    cilk_for (int i = 0; i < 10; ++i) {
#pragma cilk grainsize 3
      cilk_for (int j = 0; j < 10; ++j)
        body(10 * i + j);
      cilk_for (int j = 0; j < 4; ++j)
        body(j);
    }
    break;
  case 24: // tasks 15
    cilk_scope {
#pragma cilk grainsize [&] { return ten; }()
      cilk_for (int i = 0; i < 100; ++i)
        body(i);
    }
    break;
  case 25: // tasks 15
    cilk_scope
#pragma cilk grainsize 10
        cilk_for (int i = 0; i < 100; ++i)
          body(i);
    break;
  case 26: // tasks 15
#pragma cilk_grainsize = 10
    cilk_for (int i = 0; i < 100; ++i)
      body(i);
    break;
  case 27: // tasks 15
#pragma cilk_grainsize(GRAIN)
    LOOP body(i);
    break;
  }
}

int main(int argc, char **argv) {
  if (argc > 1) {
    run(atoi(argv[1]));
    return 0;
  }
  for (int which = 0; which < 28; ++which) {
    sum = 0;
    run(which);
    printf("%d: %ld\n", which, sum);
  }
}
