// A program that runs with its owner's rights takes nothing from the
// environment, which is another user's: no number of workers, no file to write.
//
// REQUIRES: setuid
// RUN: %tussah-clang -ftussah-target=native -static-libtussah -O2 %s -o %t
// RUN: %python %S/../Inputs/setuid.py %t
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <stdio.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

int main(void) { printf("%ld %u\n", fib(10), __cilkrts_get_nworkers()); }
