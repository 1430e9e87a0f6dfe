// Planted limit: the tasks write to neighbouring words, so their processors
// wait for each other's caches.

#include <cilk/cilk.h>

#include <stdlib.h>

enum { LINES = 8, WORDS = 8 };

static volatile long counters[LINES][WORDS] __attribute__((aligned(64)));

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 3000000;
  // Each half of the iterations goes through all lines.
  cilk_for (int i = 0; i < LINES * WORDS; ++i)
    for (long k = 0; k < n; ++k)
      counters[i % LINES][i / LINES] += k;
  return counters[0][0] == 1;
}
