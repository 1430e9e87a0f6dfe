// More workers than processors: those that there are no processors for stay
// asleep, unless tasks sleep in the system or wait for each other.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
//
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0,1 %t sleep
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0,1 %t spin
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0 %t spin
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0,1 %t unneeded
#define _GNU_SOURCE
#include "../Inputs/test.h"
#include "../Inputs/timed-waits.h"

#include <cilk/cilk.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MEETING = 6 };

/// Naps of the watchman have no end, so that he does not call others on a
/// machine that is slow or busy.
static atomic_bool naps_for_ever;

/// What a worker's word says while it sleeps: SLEEPS in idle.h.
static long timed_wait(long expected, long time) {
  return naps_for_ever && expected == 0 ? 0 : time;
}

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

static _Atomic double end;

/// Waits until all have come, but not for ever.
static void wait_for_others(void) {
  double never = 0;
  atomic_compare_exchange_strong(&end, &never, seconds() + 0.3);
  if (seconds() < end)
    ++inside;
  while (inside < MEETING && seconds() < end)
    continue;
}

static void rest(void) { usleep(50000); }

/// Two workers keep the processors busy. The others, who sleep at first, stay
/// asleep though there is work for them.
static void few_come(void) {
  cilk_spawn rest();
  cilk_sync;
  naps_for_ever = true;
  for (int i = 0; i < MEETING; ++i)
    cilk_spawn wait_for_others();
  cilk_sync;
  CHECK(inside < MEETING);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  if (strcmp(argv[1], "unneeded") == 0)
    few_come();
  else
    all_meet(strcmp(argv[1], "sleep") == 0);
}
