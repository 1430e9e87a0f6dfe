// Where there are more workers than processors, a thread of the pool that is woken
// on a processor where another worker is awake goes to another one; also if that worker
// was moved there in its root. A guest stays where it is. The program pretends to be the
// system: a machine with two processors, on which it says where each thread is.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=3 timeout 60 %t together
// RUN: env CILK_NWORKERS=3 timeout 60 %t moved
// RUN: env CILK_NWORKERS=3 timeout 60 %t apart
// RUN: env CILK_NWORKERS=2 timeout 60 %t enough
// RUN: env CILK_NWORKERS=3 timeout 60 %t filtered
#define _GNU_SOURCE
#include "../Inputs/test.h"
#include "../Inputs/timed-waits.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *mode;

static bool is(const char *name) { return strcmp(mode, name) == 0; }

static bool is_main(void) { return gettid() == getpid(); }

//===----------------------------------------------------------------------===//
// Who sleeps
//===----------------------------------------------------------------------===//

/// Threads of the pool that sleep, and those that do until they are woken; and how
/// often one was.
static atomic_int asleep, asleep_for_good, awakenings;
static atomic_bool main_sleeps;
static _Thread_local bool sleeps, sleeps_for_good;

static void set_sleeps(bool now, bool for_good) {
  if (is_main()) {
    main_sleeps = now;
    return;
  }
  asleep += now - sleeps;
  asleep_for_good += for_good - sleeps_for_good;
  awakenings += sleeps && !now;
  sleeps = now;
  sleeps_for_good = for_good;
}

/// What a worker's word says while it sleeps: SLEEPS in idle.h.
enum { SLEEPS, MOST_SLEEPERS = 2 };

/// The words of the threads of the pool, in the order in which these have first slept.
static const volatile unsigned *_Atomic words[MOST_SLEEPERS];
static atomic_int sleepers;

static void note_word(void) {
  static _Thread_local bool is_noted;
  if (is_noted || is_main())
    return;
  is_noted = true;
  int number = sleepers++;
  CHECK(number < MOST_SLEEPERS);
  words[number] = waiting_on;
}

/// Naps are shorter than a second.
static long timed_wait(long expected, long time) {
  if (expected == SLEEPS) {
    note_word();
    set_sleeps(true, ((const struct timespec *)time)->tv_sec > 0);
  }
  return time;
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

/// Before, nobody knows where a thread is.
static bool has_begun;

static int others_begin_on; ///< main begins on 0
static _Thread_local int here = -1;

/// Processors that a thread has left because it asked for others.
static atomic_int left, left_by_main;
static _Thread_local bool is_bound;
static _Thread_local cpu_set_t bound_to;

static atomic_int questions; ///< whether system calls are filtered

/// The root is about to end, and main not back from it.
static atomic_bool is_over;

/// Each worker asks before it falls asleep, and when it was woken. Who ends the root
/// stays awake until main was woken.
int sched_getcpu(void) {
  set_sleeps(false, false);
  while (is_over && !is_main())
    usleep(100);
  if (!has_begun)
    return -1;
  if (here < 0)
    here = is_main() ? 0 : others_begin_on;
  return here;
}

int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *mask) {
  CHECK(thread == 0 && size >= sizeof *mask);
  memset(mask, 0, size);
  for (int i = 0; i < 2; ++i)
    if (!is_bound || CPU_ISSET(i, &bound_to))
      CPU_SET(i, mask);
  return 0;
}

int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *mask) {
  CHECK(thread == 0 && size >= sizeof *mask && has_begun);
  bound_to = *mask;
  is_bound = !CPU_ISSET(0, mask) || !CPU_ISSET(1, mask);
  if (CPU_ISSET(here, mask))
    return 0;
  here = 1 - here;
  CHECK(CPU_ISSET(here, mask));
  ++left;
  left_by_main += is_main();
  return 0;
}

int prctl(int option, ...) {
  if (option == PR_SET_NAME)
    return 0;
  CHECK(option == PR_GET_SECCOMP);
  questions += has_begun; // threads of the pool ask before they name themselves
  return is("filtered") ? 2 : 0;
}

//===----------------------------------------------------------------------===//
// A root
//===----------------------------------------------------------------------===//

static int pool;

/// One that was woken, but has not run since, seems to sleep by its own account.
static bool all_sleep(void) {
  if (asleep_for_good < pool)
    return false;
  for (int i = 0; i < pool; ++i)
    if (*words[i] != SLEEPS)
      return false;
  return true;
}

static void wait_until_all_sleep(void) {
  while (!all_sleep())
    usleep(1000);
}

static void nothing(void) {}

static volatile bool spawns;

/// Polls before either spawn, and offers nothing itself while there is none: else the
/// second thief, which comes before the first one has set `is_stolen` if that has to wait
/// for a processor, takes be_robbed to its own thread, and nobody is left to sleep.
static void poll(void) {
  bool first = spawns, second = spawns;
  if (first)
    cilk_spawn nothing();
  if (second)
    cilk_spawn nothing();
  cilk_sync;
}

static atomic_bool is_stolen;

/// The thief wakes another one, where that is possible, which finds nothing.
/// Main, which has no other work then, is on the thief's processor when it is
/// woken.
static void be_robbed(int woken) {
  while (!is_stolen) {
    poll();
    usleep(100);
  }
  while (awakenings < woken || asleep < pool - 1)
    usleep(100);
  if (is("together"))
    here = 1 - here;
}

static void run_root(void) {
  is_stolen = false;
  int woken = awakenings + pool;
  // The system has moved the thread since it entered the root.
  if (is("moved"))
    here = 1 - here;
  cilk_spawn be_robbed(woken);
  is_stolen = true;
  CHECK(!is_main() && !is_bound);
  while (!main_sleeps)
    usleep(100);
  is_over = true;
  cilk_sync;
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  mode = argv[1];
  others_begin_on = is("apart") || is("moved");
  pool = (int)__cilkrts_get_nworkers() - 1;
  spawns = true;
  poll();
  spawns = false;
  wait_until_all_sleep();
  has_begun = true;
  run_root();
  is_over = false;
  CHECK(left == (is("together") || is("moved")));
  CHECK(left_by_main == 0);
  // A filter was seen when threads were named, and never goes.
  CHECK(questions == (is("filtered") ? 0 : left));
  if (is("filtered")) {
    wait_until_all_sleep();
    run_root();
    is_over = false;
    CHECK(left == 0 && questions == 0);
  }
}
