// A thief rests if what it steals is done at once, many times in turn; and not
// if it lasts.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 100 %t
#define _GNU_SOURCE
#include "Inputs/test.h"
#include "Inputs/timed-waits.h"

#include <cilk/cilk.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int rests;

/// A thief that rests is awake, as its word says, which else is 0 in a wait.
static long timed_wait(long expected, long time) {
  rests += expected == 1;
  return time;
}

static atomic_bool is_stolen;

static void wait_for_thief(void) {
  while (!is_stolen)
    continue;
}

/// The continuation is stolen, and lasts for \p duration.
static void lose(double duration) {
  is_stolen = false;
  cilk_spawn wait_for_thief();
  is_stolen = true;
  if (duration > 0)
    compute(duration);
  cilk_sync;
}

int main(void) {
  for (int i = 0; i < 100; ++i)
    lose(20e-6);
  CHECK(rests == 0);
  for (int i = 0; i < 100000 && rests == 0; ++i)
    lose(0);
  CHECK(rests != 0);
}
