// tasks: = 2

#include <cilk/cilk.h>
#include <stdio.h>

__attribute__((noinline)) static long work(long n) {
  volatile long sum = 0;
  for (long i = 0; i < n; ++i)
    sum += i;
  return sum;
}

int main(void) {
  long a = cilk_spawn work(1000);
  long b = cilk_spawn work(2000);
  long c = work(3000);
  cilk_sync;
  printf("%ld\n", a + b + c);
  return 0;
}
