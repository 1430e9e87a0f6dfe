//===- tasks.c - The part of the program that is in C ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "shared.h"

#include <stddef.h>

long fib_in_c(int n) {
  meet();
  if (n < 2)
    return n;
  long x = cilk_spawn fib_in_c(n - 1);
  long y = fib_in_c(n - 2);
  cilk_sync;
  return x + y;
}

long sum_in_c(long n) {
  long sum = 0;
  cilk_for (long i = 0; i < n; ++i)
    add_to(&sum, i);
  return sum;
}

int call_back_from_c(int (*function)(int), int x) {
  int result = x;
  if (function)
    result = cilk_spawn function(x);
  cilk_sync;
  return result;
}
