//===- statements.c - Scopes of any statement, in C -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 48
// extra: sanitize
// standards: c11 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

static NOINLINE void set(int *p, int x) {
  meet();
  *p = x;
}

static NOINLINE int statements(int k) {
  int a = 0, b[6] = {0}, sum = 0;
  cilk_scope a = cilk_spawn twice(k);
  sum += a;
  if (k & 1)
    cilk_scope a = cilk_spawn twice(k + 1);
  else
    cilk_scope cilk_spawn { set(&a, 3); }
  sum += 10 * a;
  cilk_scope for (int i = 0; i < 6; ++i) cilk_spawn set(&b[i], i + k);
  cilk_scope cilk_for (int i = 0; i < 6; ++i) b[i] += i;
  for (int i = 0; i < 6; ++i)
    sum += 100 * b[i];
  for (int i = 0; i < 6; ++i) {
    cilk_scope if (i == k) {
      cilk_spawn set(&b[i], 1000);
      break;
    }
    else cilk_spawn set(&b[i], 2000);
    sum += b[i];
  }
  cilk_scope switch (k) {
  case 1:
    cilk_spawn set(&a, 7);
    break;
  default:
    cilk_scope cilk_spawn set(&a, 8);
    sum += a;
    return sum;
  }
  return sum + a + b[k];
}

int main(void) {
  printf("%d %d %d\n", statements(0), statements(1), statements(2));
}
