// A worker executes code that never polls, while it has continuations that
// nobody has asked for when they were made. A thief gets them all the same: the
// leaf does not end before. Code that sleeps in the system is not interrupted.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -lm -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
// RUN: env CILK_NWORKERS=8 timeout 60 %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t own
// RUN: env CILK_NWORKERS=2 TUSSAH_SIGNAL=10 timeout 60 %t
// Without the signal the continuation waits:
// RUN: env CILK_NWORKERS=2 TUSSAH_SIGNAL=0 timeout 60 %t waits
#include "../Inputs/test.h"

#include <cilk/cilk.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_bool goes_on; ///< the continuation of `inner` has begun
static bool has_waited;     ///< it had not begun when the leaf ended
static double longest = 30; ///< how long a leaf waits for it, in seconds
static double end;          ///< clock when the leaf ends in any case

static bool waits(void) { return !goes_on && seconds() < end; }

static int compare(const void *a, const void *b) {
  while (waits())
    compute(0.001);
  return *(const char *)a - *(const char *)b;
}

/// Leaves of several kinds: a function of this file, one of the C library that
/// calls back, and one of the mathematical library.
static void leaf(int kind) {
  end = seconds() + longest;
  if (kind == 0) {
    while (waits())
      compute(0.001);
  } else if (kind == 1) {
    char text[] = "dacb";
    qsort(text, 4, 1, compare);
    CHECK(strcmp(text, "abcd") == 0);
  } else {
    volatile double x = 1;
    while (waits())
      for (int i = 0; i < 1000; ++i)
        x = sin(x) + pow(x, 1.5);
  }
  has_waited = !goes_on;
}

static void inner(int kind) {
  cilk_spawn leaf(kind);
  goes_on = true;
  cilk_sync;
}

static void middle(int kind) {
  cilk_spawn inner(kind);
  cilk_sync;
}

/// A thief takes the continuation of this, and the next is published when it
/// does, but when it comes for that of `inner` the victim is in the leaf.
static void outer(int kind) {
  goes_on = false;
  cilk_spawn middle(kind);
  compute(0.01);
  cilk_sync;
}

static void nap(double *slept) {
  double start = seconds();
  struct timespec time = {0, 200000000};
  CHECK(nanosleep(&time, NULL) == 0 || errno != EINTR);
  *slept = seconds() - start;
}

static void inner_nap(double *slept) {
  cilk_spawn nap(slept);
  cilk_sync;
}

static void middle_nap(double *slept) {
  cilk_spawn inner_nap(slept);
  cilk_sync;
}

static void outer_nap(void) {
  double slept = 0;
  cilk_spawn middle_nap(&slept);
  compute(0.01);
  cilk_sync;
  CHECK(slept >= 0.2);
}

/// A leaf that does not end before all continuations around it have been
/// executed by others. First it sleeps for a while, in which the others give up
/// looking for an answer.
static atomic_int left;

static void last_leaf(int microseconds) {
  if (microseconds > 0)
    usleep((unsigned)microseconds);
  for (double end = seconds() + 30; left > 0 && seconds() < end;)
    continue;
  CHECK(left == 0);
}

/// The deeper, the longer a worker rests between two walks over its frames.
static void chain(int depth, int microseconds) {
  if (depth == 0) {
    last_leaf(microseconds);
    return;
  }
  cilk_spawn chain(depth - 1, microseconds);
  --left;
  cilk_sync;
}

static void chains(int depth, int microseconds) {
  left = depth;
  chain(depth, microseconds);
}

static volatile sig_atomic_t caught;

static void handler(int signal) { caught += signal == SIGURG; }

/// Without the signal nothing publishes the continuation during the leaf. It
/// may have been published before, if the machine is busy.
static void test_waiting(int kind) {
  longest = 0.1;
  has_waited = false;
  while (!has_waited)
    outer(kind);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "waits") == 0) {
    for (int kind = 0; kind < 3; ++kind)
      test_waiting(kind);
    return 0;
  }
  // The program's own handler gets its own signals.
  if (argc > 1)
    signal(SIGURG, handler);
  for (int kind = 0; kind < 3; ++kind) {
    for (int i = 0; i < 3; ++i) {
      outer(kind);
      CHECK(!has_waited);
    }
  }
  CHECK(caught == 0);
  raise(SIGURG);
  kill(getpid(), SIGURG);
  CHECK(caught == (argc > 1 ? 2 : 0));
  outer_nap();
  for (int i = 0; i < 20; ++i)
    chains(200, 0);
  chains(5, 50000);
}
