//===- views.c - What a view has before the sync --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQUIRES: onetbb, openmp
// RUN: %tussah-clang -O2 %s -o %t && env CILK_NWORKERS=1 %t | %FileCheck %s --check-prefix=STEALS
// RUN: %tussah-clang -O2 -ftussah-target=serial %s -o %t && %t | %FileCheck %s --check-prefix=STEALS
// RUN: %tussah-clang -O2 -ftussah-target=onetbb %s -o %t && env CILK_NWORKERS=1 %t | %FileCheck %s --check-prefix=TASKS
// RUN: %tussah-clang -O2 -ftussah-target=openmp %s -o %t && env CILK_NWORKERS=1 %t | %FileCheck %s --check-prefix=TASKS
// RUN: %tussah-clang -O2 -ftussah-target=reverse %s -o %t && %t | %FileCheck %s --check-prefix=TASKS
// docs/guides/targets.md says so. Programs are known that end a search when their view
// has enough results: they depend on the first line with one worker.
#include <cilk/cilk.h>
#include <stdio.h>

// STEALS: 1 2 3 4, sum 4
// TASKS: 1 1 1 1, sum 4

static void zero(void *view) { *(long *)view = 0; }
static void plus(void *left, void *right) { *(long *)left += *(long *)right; }

typedef long cilk_reducer(zero, plus) Sum;
static Sum sum;
static long seen[4];

__attribute__((noinline)) static void count(int i) {
  ++sum;
  seen[i] = sum;
}

int main(void) {
  for (int i = 0; i < 4; ++i)
    cilk_spawn count(i);
  cilk_sync;
  printf("%ld %ld %ld %ld, sum %ld\n", seen[0], seen[1], seen[2], seen[3], (long)sum);
}
