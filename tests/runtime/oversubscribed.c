// More workers than processors: those that there are no processors for stay
// asleep (the model sleep-crowded), unless tasks sleep in the system or wait for
// each other.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
//
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0,1 %t sleep
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0,1 %t spin
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0 %t spin
#include "Inputs/test.h"

#include <cilk/cilk.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MEETING = 6 };

static atomic_int inside;

static void meet(bool sleeps) {
  ++inside;
  while (inside < MEETING)
    if (sleeps)
      usleep(1000);
}

/// All of these tasks are executed at the same time, or none ends.
static void all_meet(bool sleeps) {
  for (int i = 0; i < MEETING; ++i)
    cilk_spawn meet(sleeps);
  cilk_sync;
  CHECK(inside == MEETING);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  all_meet(strcmp(argv[1], "sleep") == 0);
}
