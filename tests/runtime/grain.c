// How many leaves a parallel loop has.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t 2
// RUN: env CILK_NWORKERS=16 timeout 60 %t 16
// RUN: env CILK_NWORKERS=1 timeout 60 %t 1
#include "Inputs/test.h"

#include <stdint.h>
#include <stdlib.h>

uint64_t __tussah_grain(uint64_t iterations, uint64_t instructions);

int main(int argc, char **argv) {
  CHECK(argc == 2);
  uint64_t workers = (uint64_t)atol(argv[1]);
  if (workers == 1) {
    CHECK(__tussah_grain(1000000, 0) == 1000000);
    CHECK(__tussah_grain(1000000, 1) == 1000000);
    return 0;
  }
  // Nobody knows what iterations take: 32 leaves for each worker, of at most
  // 2048 iterations.
  CHECK(__tussah_grain(32 * workers * 100, 0) == 100);
  CHECK(__tussah_grain(32 * workers * 16, 0) == 16);
  CHECK(__tussah_grain(32 * workers * 100000, 0) == 2048);
  CHECK(__tussah_grain(32 * workers, 0) == 1);
  CHECK(__tussah_grain(1, 0) == 1);
  // A leaf of some iterations has rather one more.
  CHECK(__tussah_grain(32 * workers * 8 + 1, 0) == 9);
  CHECK(__tussah_grain(32 * workers * 7 + 1, 0) == 7);
  // If it is known that they take long there are 32 leaves.
  CHECK(__tussah_grain(32 * workers * 4, 100000) == 4);
  CHECK(__tussah_grain(32 * workers, 100000) == 1);
  // No leaf is too short.
  CHECK(__tussah_grain(32 * workers, 1) == 16384);
  CHECK(__tussah_grain(32 * workers * 100000, 1) == 100000);
}
