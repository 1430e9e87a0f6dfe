//===- latency.c - How soon workers get work ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures the native runtime from outside, by the clock of a program that
/// uses it:
///
///     tussah-clang -O2 -ftussah-target=native -ftussah-keep-spawns latency.c
///     -o latency
///     ./latency
///
/// It prints each figure with what it should be; it does not judge, since a
/// machine that does something else at the same time makes all of them worse.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t now(void) { return nanoseconds(CLOCK_MONOTONIC); }

static void compute(uint64_t duration) {
  for (uint64_t end = now() + duration; now() < end;)
    continue;
}

static void check(int condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "latency: %s\n", what);
  exit(1);
}

static void set_workers(const char *number) {
  check(__cilkrts_set_param("nworkers", number) == 0,
        "cannot set the number of workers");
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

enum { MOST_SAMPLES = 4000 };

static uint64_t samples[MOST_SAMPLES];
static int sample_count;

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/// The sample that \p percent of all are not greater than, in microseconds.
static double percentile(int percent) {
  check(sample_count > 0, "nothing was measured");
  qsort(samples, (size_t)sample_count, sizeof *samples, compare);
  int index = (sample_count * percent + 99) / 100 - 1;
  return (double)samples[index < 0 ? 0 : index] / 1000;
}

static void add_sample(uint64_t duration) {
  if (sample_count < MOST_SAMPLES)
    samples[sample_count++] = duration;
}

//===----------------------------------------------------------------------===//
// Steals
//===----------------------------------------------------------------------===//

/// Number of the worker that executes the victim's leaf.
static unsigned victim;

/// When the thief has ended its last continuation; it looks for work from then.
static uint64_t idle_since;

static volatile int chain_ended;

static void polling_leaf(void) {
  while (!chain_ended) {
    cilk_spawn now();
    cilk_sync;
  }
}

static void leaf_without_polls(void) {
  while (!chain_ended)
    now();
}

/// One spawn inside another, and a leaf that lasts until all continuations have
/// been executed, by the only thief there is. It works for a while in each, in
/// which a victim that polls publishes the next.
static void chain(int depth, void (*leaf)(void), uint64_t duration) {
  if (depth == 0) {
    victim = __cilkrts_get_worker_number();
    leaf();
    return;
  }
  cilk_spawn chain(depth - 1, leaf, duration);
  uint64_t start = now();
  if (idle_since && __cilkrts_get_worker_number() != victim)
    add_sample(start - idle_since);
  compute(duration);
  if (depth == 1)
    chain_ended = 1;
  idle_since = now();
  cilk_sync;
}

static void measure_chains(void (*leaf)(void), int depth, uint64_t duration) {
  sample_count = 0;
  set_workers("2");
  for (int i = 0; i < 50; ++i) {
    chain_ended = 0;
    idle_since = 0;
    chain(depth, leaf, duration);
  }
}

static void measure_steals(void) {
  enum { DEPTH = 40, DURATION = 20000 };
  measure_chains(polling_leaf, DEPTH, DURATION);
  printf("steal of a published continuation, from the end of the thief's last "
         "one:\n"
         "  median %.2f us, 90th percentile %.2f us, of %d"
         " (goal: median under 0.5)\n",
         percentile(50), percentile(90), sample_count);
  measure_chains(leaf_without_polls, DEPTH, DURATION);
  printf("work from a leaf that never polls:\n"
         "  median %.1f us, 99th percentile %.1f us, of %d"
         " (goal: 99th percentile at most 50)\n",
         percentile(50), percentile(99), sample_count);
}

//===----------------------------------------------------------------------===//
// Beginning, idleness, many workers
//===----------------------------------------------------------------------===//

static int fib(int n) {
  if (n < 2)
    return n;
  int x = cilk_spawn fib(n - 1);
  int y = fib(n - 2);
  cilk_sync;
  return x + y;
}

__attribute__((noinline)) static int fib_serial(int n) {
  return n < 2 ? n : fib_serial(n - 1) + fib_serial(n - 2);
}

/// In a fresh process: what the first parallel call takes longer than a serial
/// one.
static int first_call(void) {
  volatile int n = 15;
  uint64_t start = now();
  int serial = fib_serial(n);
  uint64_t middle = now();
  check(fib(n) == serial, "wrong result");
  uint64_t end = now();
  printf("%lld\n", (long long)(end - middle) - (long long)(middle - start));
  return 0;
}

static void measure_first_call(const char *program) {
  enum { RUNS = 21 };
  char command[4200];
  snprintf(command, sizeof command, "'%s' first", program);
  sample_count = 0;
  for (int i = 0; i < RUNS; ++i) {
    FILE *pipe = popen(command, "r");
    long long extra = 0;
    check(pipe && fscanf(pipe, "%lld", &extra) == 1 && pclose(pipe) == 0,
          "cannot run itself");
    add_sample(extra > 0 ? (uint64_t)extra : 0);
  }
  printf("first parallel call, more than a serial one:\n"
         "  median %.0f us (goal: at most 1000)\n",
         percentile(50));
}

static void measure_idleness(void) {
  set_workers("2");
  check(fib(25) == 75025, "wrong result");
  usleep(100000);
  uint64_t start = now(), used = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  usleep(1000000);
  used = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - used;
  printf("processor time of an idle process after 100 ms:\n"
         "  %.3f %% (goal: under 1)\n",
         100.0 * (double)used / (double)(now() - start));
}

static uint64_t time_of_fib(const char *workers) {
  set_workers(workers);
  check(fib(20) == 6765, "wrong result");
  uint64_t start = now();
  check(fib(38) == 39088169, "wrong result");
  return now() - start;
}

static void measure_many_workers(void) {
  enum { RUNS = 7 };
  uint64_t few[RUNS], many[RUNS];
  for (int i = 0; i < RUNS; ++i) {
    few[i] = time_of_fib("2");
    many[i] = time_of_fib("64");
  }
  qsort(few, RUNS, sizeof *few, compare);
  qsort(many, RUNS, sizeof *many, compare);
  printf("64 workers against 2, fib(38):\n"
         "  medians %.1f and %.1f ms, ratio %.2f; of the fastest %.2f"
         " (goal on 2 cores: at most 1.3)\n",
         (double)many[RUNS / 2] / 1e6, (double)few[RUNS / 2] / 1e6,
         (double)many[RUNS / 2] / (double)few[RUNS / 2],
         (double)many[0] / (double)few[0]);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "first") == 0)
    return first_call();
  measure_steals();
  measure_first_call(argv[0]);
  measure_idleness();
  measure_many_workers();
}
