// Functions in C that make tasks, for precompiling.
#include <cilk/cilk.h>

static inline long fib(long n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

static inline void fill(int *values, int n) {
  cilk_for (int i = 0; i < n; ++i)
    values[i] = i;
}
