/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long sum(long from, long to) {
  if (to - from < 16) {
    long result = 0;
    for (long i = from; i < to; ++i)
      result += i;
    return result;
  }
  long middle = from + (to - from) / 2;
  long left = cilk_spawn sum(from, middle);
  long right = sum(middle, to);
  cilk_sync;
  return left + right;
}

int main(int argc, char **argv) {
  (void)argc;
  printf("%ld\n", sum(0, atol(argv[1])));
  printf("after %ld ticks\n", (long)clock());
  return 0;
}
