// Planted limit: half of the work is in no task.

#include <cilk/cilk.h>

#include <stdlib.h>

static long total;

static void work(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    sum += (i ^ sum) % 7;
  __atomic_fetch_add(&total, sum, __ATOMIC_RELAXED);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 100000000;
  cilk_for (int i = 0; i < 64; ++i)
    work(n / 64);
  work(n);
  return total == 0;
}
