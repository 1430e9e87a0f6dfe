// Planted limit: each loop has so little to do that a steal costs more.

#include <cilk/cilk.h>

#include <stdlib.h>

enum { WIDTH = 64 };

static long cells[WIDTH];

int main(int argc, char **argv) {
  long steps = argc > 1 ? atol(argv[1]) : 300000;
  for (long step = 0; step < steps; ++step)
    cilk_for (int i = 0; i < WIDTH; ++i) {
      long x = cells[i];
      for (int k = 0; k < 10; ++k)
        x = x * 3 % 1000003 + i;
      cells[i] = x;
    }
  return cells[0] < 0;
}
