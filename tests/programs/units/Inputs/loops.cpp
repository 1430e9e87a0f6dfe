//===- loops.cpp - The other part of the program that is in C++ -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "shared.h"

long Loops::more(int n) const {
  long sum = 0;
  cilk_for (int i = n; i > 0; --i)
    add_to(&sum, 100 * i);
  return sum;
}

long fibInOther(int n) {
  long result = cilk_spawn inlineFib(n);
  cilk_sync;
  return result;
}

int twoTimesInOther(int x) { return twoTimes(x); }

int throwInOther(int k) {
  cilk_spawn {
    if (k)
      throw k;
  }
  cilk_sync;
  return k;
}

namespace {
struct Derived : Loops {
  long virtualCall(int n) const override {
    long a = cilk_spawn Loops::virtualCall(n);
    long b = run(n);
    cilk_sync;
    return a - b;
  }
};
} // namespace

Loops *makeDerived() { return new Derived; }
