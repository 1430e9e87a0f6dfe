//===- litmus.h - Small programs with known outcomes ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// They test the checker: for each, the set of outcomes that it finds must be
/// the one that C11 (as repaired in C++20) allows, less those of load
/// buffering. An outcome is the registers' values as decimal digits, the first
/// register first.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_LITMUS_H
#define TUSSAH_TESTS_MODEL_LITMUS_H

#include "models.h"

#ifdef __cplusplus
extern "C" {
#endif

struct litmus {
  struct model model;
  const char *outcomes; ///< expected, in ascending order
  const char *failure;  ///< expected beginning of the failure; "": none
};

// Each ends with one that has no name.
extern const struct litmus litmus_order_tests[]; ///< between words
extern const struct litmus litmus_word_tests[];  ///< of one word, and the rest

#ifdef __cplusplus
}
#else

//===----------------------------------------------------------------------===//
// For the programs
//===----------------------------------------------------------------------===//

#include <string.h>

static atomic_word x, y, z;
static plain_word data;
static unsigned r[4];

static inline void begin(void) {
  memset(&x, 0, sizeof x);
  memset(&y, 0, sizeof y);
  memset(&z, 0, sizeof z);
  memset(&data, 0, sizeof data);
  memset(r, 0, sizeof r);
}

/// Fences that the protocols do not have, but mutants of them do.
#define FENCE(name, order) MODEL_AT(name, order, model_fence(&model_here))
#define fence_acq_rel() FENCE("fence_acq_rel", MODEL_ACQ_REL)
#define fence_acquire() FENCE("fence_acquire", MODEL_ACQUIRE)
#define fence_release() FENCE("fence_release", MODEL_RELEASE)

/// Not instrumented: the registers are not the threads' memory.
#define REGISTERS __attribute__((no_sanitize("thread")))

static inline REGISTERS void set(unsigned number, uintptr_t value) {
  r[number] = (unsigned)value;
}

static inline REGISTERS void outcome(void) {
  model_outcome(r[0] * 1000 + r[1] * 100 + r[2] * 10 + r[3]);
}

/// The outcome with the final values of x and y as well.
static inline REGISTERS void outcome_with_memory(void) {
  model_outcome((unsigned)x.value * 1000 + (unsigned)y.value * 100 + r[0] * 10 +
                r[1]);
}

#define LITMUS(name, threads, startable, ...)                                  \
  {{#name, threads, startable, begin, name, outcome, -1, -1}, __VA_ARGS__}
#define MEMORY(name, ...)                                                      \
  {{#name, 2, 0, begin, name, outcome_with_memory, -1, -1}, __VA_ARGS__}
#define FAILS(name, threads, message)                                          \
  {{#name, threads, 0, begin, name, NULL, -1, -1}, "", message}

#endif // __cplusplus

#endif // TUSSAH_TESTS_MODEL_LITMUS_H
