//===- ticks.h - The clock of tools that measure strands --------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_TICKS_H
#define TUSSAH_TOOLS_TICKS_H

#include <stdint.h>
#include <time.h>

static inline uint64_t ticks_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// The time, in a unit of its own.
static inline uint64_t ticks_now(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t now;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
#else
  return ticks_nanoseconds();
#endif
}

/// The same instant in both units.
struct ticks_epoch {
  uint64_t ticks, nanoseconds;
};

static inline struct ticks_epoch ticks_begin(void) {
  return (struct ticks_epoch){ticks_now(), ticks_nanoseconds()};
}

/// How long a tick takes. The longer ago \p epoch is, the better it is known;
/// at least as long as it takes to know it to one part in a thousand.
static inline double ticks_length(const struct ticks_epoch *epoch) {
  const uint64_t enough = 2000000;
  uint64_t time, ticks;
  do {
    time = ticks_nanoseconds() - epoch->nanoseconds;
    ticks = ticks_now() - epoch->ticks;
  } while (time < enough);
  return 1e-9 * (double)time / (double)ticks;
}

#endif // TUSSAH_TOOLS_TICKS_H
