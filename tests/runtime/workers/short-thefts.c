// A thief rests if what it steals is done at once, many times in turn, and not
// if it lasts. That holds for a guest too, whose root ends its rest; and where
// tasks are short few are stolen, though each worker is the other's thief.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 100 %t
#define _GNU_SOURCE
#include "../Inputs/test.h"
#include "../Inputs/timed-waits.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

/// The clock of the runtime goes on only where the program says so. Then it does
/// not depend on the machine what is short. Where it stands still thieves search
/// for ever, as it is never time to interrupt others or to sleep.
static atomic_llong now = 1000000;

/// Thieves look at the clock, and let others go first then.
static atomic_bool clock_is_slow = true;

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC)
    return (int)syscall(SYS_clock_gettime, clock, time);
  if (clock_is_slow)
    usleep(10);
  time->tv_sec = (time_t)(now / 1000000000);
  time->tv_nsec = (long)(now % 1000000000);
  return 0;
}

static atomic_int rests, guest_rests;
static atomic_long pairs;
static atomic_bool has_ended;

/// How many pairs are done while a worker rests; 0: it takes its time.
static long pairs_in_a_rest;
static bool guest_rests_for_ever;

/// What a worker's word says while it rests: RESTS in idle.h.
static long timed_wait(long expected, long time) {
  if (expected != 2)
    return time;
  ++rests;
  bool is_guest = gettid() == getpid();
  guest_rests += is_guest;
  if (is_guest && guest_rests_for_ever)
    return 0;
  for (long end = pairs + pairs_in_a_rest; pairs < end && !has_ended;)
    usleep(10);
  return time;
}

static atomic_bool is_stolen, is_over;

static void nothing(void) {}

static void poll(void) {
  cilk_spawn nothing();
  cilk_sync;
}

static void wait_for_thief(void) {
  while (!is_stolen && guest_rests == 0) {
    poll();
    usleep(20);
  }
  is_over = true;
}

/// The continuation is stolen, and lasts for \p duration. It is the last to
/// arrive at the sync: the thief goes on, and who was robbed steals next.
static void lose(long duration) {
  is_stolen = is_over = false;
  cilk_spawn wait_for_thief();
  is_stolen = true;
  now += duration;
  do
    usleep(20);
  while (!is_over);
  cilk_sync;
}

static void something(void) {
  poll();
  for (volatile int i = 0; i < 300; ++i)
    continue;
}

/// In one root, until its owner, a guest, rests. It is woken when the root
/// ends.
static void lose_until_guest_rests(void) {
  cilk_spawn nothing();
  while (guest_rests == 0)
    lose(0);
  cilk_sync;
}

/// The continuation is done at once. Returns whether it was stolen.
static bool spawn_something(void) {
  int worker = __cilkrts_get_worker_number();
  cilk_spawn something();
  bool stolen = __cilkrts_get_worker_number() != worker;
  cilk_sync;
  return stolen;
}

/// Returns how many of so many pairs of tasks, in one root, were parted.
static long count_thefts(long count) {
  long thefts = 0;
  cilk_spawn nothing();
  for (; pairs < count; ++pairs) {
    // Walks over the same frames may be made again after a while.
    now += 10;
    thefts += spawn_something();
  }
  cilk_sync;
  has_ended = true;
  return thefts;
}

int main(void) {
  for (int i = 0; i < 20; ++i)
    lose(20000);
  CHECK(rests == 0);
  guest_rests_for_ever = true;
  lose_until_guest_rests();
  CHECK(guest_rests == 1);

  enum { PAIRS = 200000, IN_A_REST = 1000, BEFORE_RESTS = 100 };
  clock_is_slow = guest_rests_for_ever = false;
  pairs_in_a_rest = IN_A_REST;
  CHECK(count_thefts(PAIRS) < 2 * PAIRS / IN_A_REST + BEFORE_RESTS);
}
