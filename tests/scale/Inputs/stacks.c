// A task with a loop, whose iterations spawn.

#include <cilk/cilk.h>

#include <stdlib.h>

static long sums[4][2];

static void work(long n, long *to) {
  for (long i = 0; i < n; ++i)
    *to += i % 7;
}

static void both(long n) {
  // The iterations take longer and longer.
  cilk_for (int i = 0; i < 4; ++i) {
    work(n, &sums[i][0]);
    cilk_spawn work(n * i, &sums[i][1]);
    work(n, &sums[i][0]);
    cilk_sync;
  }
}
int main(void) {
  cilk_spawn both(1000);
  long alone = 0;
  work(100, &alone);
  cilk_sync;
  return alone == 0;
}
