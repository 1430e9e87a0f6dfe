//===- bindings.cpp - Structured bindings that a spawn initializes --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 4
// flags: -std=c++17
// extra: sanitize

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

struct Pair {
  int number;
  Tracked tracked;
};

static NOINLINE Pair make(int x) {
  meet();
  return {x, Tracked(x + 1)};
}

struct Array {
  long numbers[2];
};

static NOINLINE Array makeArray(int x) {
  meet();
  return {{x, x + 1}};
}

int main() {
  auto [a, b] = cilk_spawn make(1);
  const auto [c, d] = cilk_spawn make(3);
  auto [e] = cilk_spawn makeArray(5);
  auto [f, g] = cilk_spawn make(7);
  cilk_sync;
  printf("%d %d %d %d %ld %ld %d %d\n", a, b.value(), c, d.value(), e[0], e[1],
         f, g.value());
}
