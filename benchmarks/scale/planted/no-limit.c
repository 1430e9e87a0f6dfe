// No limit: much work in many tasks that share nothing.

#include <cilk/cilk.h>

#include <stdlib.h>

enum { PARTS = 1024 };

static long sums[PARTS];

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 400000000;
  cilk_for (int i = 0; i < PARTS; ++i) {
    long sum = i;
    for (long k = 0; k < n / PARTS; ++k)
      sum += (k ^ sum) % 7;
    sums[i] = sum;
  }
  return sums[1] == 1;
}
