// What the programs here have in common.

#ifndef TEST_H
#define TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static inline double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Computes without any call for that long; for code that never polls.
__attribute__((noinline)) static double compute(double duration) {
  double end = seconds() + duration, x = 1;
  while (seconds() < end)
    for (int i = 0; i < 100; ++i)
      x = x * 1.0000001 + 1e-9;
  return x;
}

#endif
