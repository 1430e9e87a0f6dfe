//===- behaviour.h - Documented behaviours and their checks -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file of tests/conformance is a list of behaviours, each a function:
///
///     BEHAVIOUR(spawn_arguments, OLS, "Spawn", "arguments come first") {
///       CHECK(...);
///     }
///
/// The identifier is unique in the folder. table.py reads the list and knows
/// the documents. A DEVIATION says in its last argument what happens instead,
/// which its function checks; table.py puts it into docs/guides/porting.md.
///
/// A behaviour fails if a check fails, or if no check was executed.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_CONFORMANCE_BEHAVIOUR_H
#define TUSSAH_TESTS_CONFORMANCE_BEHAVIOUR_H

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))

struct behaviour {
  const char *id;
  void (*body)(void);
};

static struct behaviour behaviours[100];
static int count_of_behaviours;
/// Of the behaviour that is being tried. Strands change them at the same time.
static long checks, failures;

static void add_behaviour(const char *id, void (*body)(void)) {
  if (count_of_behaviours == 100)
    abort();
  behaviours[count_of_behaviours].id = id;
  behaviours[count_of_behaviours++].body = body;
}

#define BEHAVIOUR(id, document, section, claim)                                \
  static void id(void);                                                        \
  __attribute__((constructor)) static void add_##id(void) {                    \
    add_behaviour(#id, id);                                                    \
  }                                                                            \
  static NOINLINE void id(void)
#define DEVIATION(id, document, section, claim, instead)                       \
  BEHAVIOUR(id, document, section, claim)

#define CHECK(...) check((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__, __LINE__)

static NOINLINE void check(int holds, const char *condition, int line) {
  __atomic_fetch_add(&checks, 1, __ATOMIC_RELAXED);
  if (holds)
    return;
  __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
  printf("line %d: not so: %s\n", line, condition);
}

/// The number of workers that the test asks for.
static inline int workers(void) {
  const char *text = getenv("CILK_NWORKERS");
  return text ? atoi(text) : 1;
}

/// Lets another strand go on until it has set \p *flag. Only if the other one
/// cannot run at the same time, or never sets it, the result is 0.
__attribute__((unused)) static NOINLINE int wait_for(const int *flag) {
  const time_t begin = time(NULL);
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {
    if (time(NULL) - begin > 100)
      return 0;
    sched_yield();
  }
  return 1;
}

__attribute__((unused)) static NOINLINE void set(int *flag) {
  __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}

/// Takes long enough for what runs at the same time to get ahead.
__attribute__((unused)) static NOINLINE void dawdle(void) {
  const struct timespec moment = {0, 200000};
  nanosleep(&moment, NULL);
}

int main(void) {
  int failing = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 0; i < count_of_behaviours; ++i) {
    checks = failures = 0;
    behaviours[i].body();
    if (checks == 0)
      printf("nothing was checked\n");
    if (checks == 0 || failures > 0) {
      printf("fails: %s\n", behaviours[i].id);
      ++failing;
    }
  }
  printf("%d behaviours, %d of them failing\n", count_of_behaviours, failing);
  return failing > 0 || count_of_behaviours == 0;
}

#endif // TUSSAH_TESTS_CONFORMANCE_BEHAVIOUR_H
