//===- strides.c - Strides that are known at run time only ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Good ones, and those with which the serial loop would not end: a line says
// so.
// RUN: %tussah-clang -O2 %s -o %t.a
// RUN: %tussah-clang -O0 -ftussah-target=serial %s -o %t.b
// RUN: %t.a up 7 && %t.a down -2 && %t.b up 2 && %t.b meet 3
// RUN: %not --crash %t.a up 0 2>&1 | %FileCheck %s --check-prefix=UP
// RUN: %not --crash %t.b up -1 2>&1 | %FileCheck %s --check-prefix=UP
// RUN: %not --crash %t.a down 1 2>&1 | %FileCheck %s --check-prefix=DOWN
// RUN: %not --crash %t.a meet 0 2>&1 | %FileCheck %s --check-prefix=ZERO
// RUN: %not --crash %t.b meet 7 2>&1 | %FileCheck %s --check-prefix=MISSES
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { END = 60 };
static int hits[END + 8];

static void up(int stride) {
  // UP: strides.c:[[@LINE+1]]: up: Assertion `the stride of 'cilk_for' leads towards the limit' failed.
  cilk_for (int i = 0; i < END; i += stride)
    hits[i] = 1;
}
static void down(int stride) {
  // DOWN: strides.c:[[@LINE+1]]: down: Assertion `the stride of 'cilk_for' leads towards the limit' failed.
  cilk_for (int i = END - 1; i >= 0; i += stride)
    hits[i] = 1;
}
static void meet(unsigned stride) {
  // ZERO: strides.c:[[@LINE+2]]: meet: Assertion `the stride of 'cilk_for' is not zero' failed.
  // MISSES: strides.c:[[@LINE+1]]: meet: Assertion `the stride of 'cilk_for' divides the distance to the limit' failed.
  cilk_for (unsigned i = 0; i != END; i += stride)
    hits[i] = 1;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int stride = atoi(argv[2]);
  if (!strcmp(argv[1], "up"))
    up(stride);
  else if (!strcmp(argv[1], "down"))
    down(stride);
  else
    meet((unsigned)stride);
  int sum = 0;
  for (int i = 0; i < END; ++i)
    sum += hits[i];
  return sum != (END + abs(stride) - 1) / abs(stride);
}
