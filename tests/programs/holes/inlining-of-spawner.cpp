//===- inlining-of-spawner.cpp - A spawning function inlined into main ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 200
// cells: all

#include "../Inputs/leaf.h"

int main() {
  long result = 0;
  for (long r = repeats(100); r > 0; --r)
    result = inner(3);
  printf("%ld\n", result);
}
