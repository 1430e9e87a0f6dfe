// Planted limit: nothing is spawned.

#include <cilk/cilk.h>

#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 200000000, sum = 0;
  for (long i = 0; i < n; ++i)
    sum += (i ^ sum) % 7;
  if (n < 0) {
    cilk_for (int i = 0; i < 2; ++i)
      rand();
  }
  return sum == 1;
}
