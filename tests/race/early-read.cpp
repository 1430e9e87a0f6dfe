// The result of a spawned call is used before the sync.
// RUN: %tussah-clang++ -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=WARNED
// WARNED: 1 warning generated
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1); // race, always
  long b = fib(n - 2);
#ifdef SAFE
  cilk_sync;
  long r = a + b;
#else
  long r = a + b; // race, always
  cilk_sync;
#endif
  return r;
}

int main() { return fib(10) == 0; }
