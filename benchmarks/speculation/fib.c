//===- fib.c - What checks for cancellation cost --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// fib(n), whose functions do little else than spawn: `fib n [depth]`, inside
/// of as many scopes of cancellation. With CHECKS it asks for checks.
///
//===----------------------------------------------------------------------===//

#ifdef CHECKS
#include <tussah/cancel.h>
#else
#include <cilk/cilk.h>
#endif

#define EXAMPLE_NAME "fib"
#define EXAMPLE_USAGE "n [depth]"
#include "example.h"

static long fib(int n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

static long fib_in_scopes(int n, int depth) {
  long result = 0;
  if (depth == 0)
    return fib(n);
#ifdef CHECKS
  struct tussah_token token = TUSSAH_TOKEN;
  tussah_cancel_scope(&token) { result = fib_in_scopes(n, depth - 1); }
#endif
  return result;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  int n = argc > 1 ? (int)example_number("n", argv[1], 0, 90) : 30;
  int depth = argc > 2 ? (int)example_number("depth", argv[2], 0, 1000) : 0;
  double start = example_clock();
  long result = fib_in_scopes(n, depth);
  example_time(start);
  printf("%ld\n", result);
}
