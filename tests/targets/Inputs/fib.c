#include "markers.h"

#include <stdio.h>
#include <stdlib.h>

static long fib(long n) {
  if (n < 2)
    return n;
  GUARD(guard, 0);
  long x, y;
  TASK(0, { x = CALLEE(fib)(n - 1); });
  y = fib(n - 2);
  SYNC(0);
  return x + y;
}

int main(int argc, char **argv) {
  printf("%ld\n", fib(argc > 1 ? atol(argv[1]) : 10));
  return 0;
}
