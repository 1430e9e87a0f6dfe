// Loops over memory, small roots one after the other, and pauses in which workers sleep. Run
// with statistics and a timeline, which are files.
#include "../../../runtime/Inputs/test.h"

#include <cilk/cilk.h>
#include <stdio.h>
#include <unistd.h>

enum { N = 40000 };
static int values[N];

static long sum(const int *of, int count) {
  if (count < 500) {
    long total = 0;
    for (int i = 0; i < count; ++i)
      total += of[i];
    return total;
  }
  long left = cilk_spawn sum(of, count / 2);
  long right = sum(of + count / 2, count - count / 2);
  cilk_sync;
  return left + right;
}

int main(void) {
  for (int round = 0; round < 6; ++round) {
    cilk_for (int i = 0; i < N; ++i)
      values[i] = i % 7 + round;
    CHECK(sum(values, N) == 119995 + (long)N * round);
    if (round % 2)
      usleep(1000);
  }
  puts("right");
}
