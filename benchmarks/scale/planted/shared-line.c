// Planted limit: the tasks write to neighbouring words, so their processors
// wait for each other's caches.

#include <cilk/cilk.h>

#include <stdlib.h>

enum { COUNTERS = 8 };

static volatile long counters[COUNTERS] __attribute__((aligned(64)));

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 20000000;
  for (int round = 0; round < 4; ++round) {
    cilk_for (int i = 0; i < COUNTERS; ++i)
      for (long k = 0; k < n / 4; ++k)
        counters[i] += k;
  }
  return counters[0] == 1;
}
