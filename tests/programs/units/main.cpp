//===- main.cpp - A program of several files in two languages -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// with: Inputs/tasks.c Inputs/loops.cpp
// tasks: 80
// cells: all
// extra: sanitize thinlto debug

#include "Inputs/shared.h"

int main() {
  printf("C %ld %ld\n", fib_in_c(10), sum_in_c(50));
  int a = cilk_spawn call_back_from_c([](int x) { return 3 * x; }, 4);
  int b = call_back_from_c(triple, 5);
  cilk_sync;
  printf("called back %d %d\n", a, b);
  printf("C++ %ld %ld %ld\n", Loops().run(10), inlineFib(9), fibInOther(9));
  printf("templates %d %.1f", twoTimes(4), twoTimes(1.5));
  printf(" %d\n", twoTimesInOther(4));
  int caught = 0;
  for (int k = 0; k < 3; ++k)
    try {
      int x = cilk_spawn throwInOther(k);
      throwInOther(k == 1 ? 5 : 0);
      cilk_sync;
      caught += 1000 + x;
    } catch (int e) {
      caught += e;
    }
  printf("caught %d\n", caught);
  Loops *p = makeDerived();
  long c = cilk_spawn p->virtualCall(6);
  cilk_sync;
  printf("virtual %ld\n", c);
  delete p;
}
