#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

static long fib(long n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

int main(int argc, char **argv) {
  (void)argc;
  printf("%ld\n", fib(atoi(argv[1])));
  return 0;
}
