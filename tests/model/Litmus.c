//===- Litmus.c - Small programs with known outcomes ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "litmus.h"

#include <string.h>

static atomic_word x, y, z;
static plain_word data;
static int ordinary;
static unsigned r[4];

static void begin(void) {
  memset(&x, 0, sizeof x);
  memset(&y, 0, sizeof y);
  memset(&z, 0, sizeof z);
  memset(&data, 0, sizeof data);
  memset(r, 0, sizeof r);
}

// Fences that the protocols do not have, but mutants of them do.
#define FENCE(name, order) MODEL_AT(name, order, model_fence(&model_here))
#define fence_acq_rel() FENCE("fence_acq_rel", MODEL_ACQ_REL)
#define fence_acquire() FENCE("fence_acquire", MODEL_ACQUIRE)
#define fence_release() FENCE("fence_release", MODEL_RELEASE)

// Of the two words of two threads.
#define MINE thread ? &y : &x
#define OTHER thread ? &x : &y

/// Not instrumented: the registers are not the threads' memory.
#define REGISTERS __attribute__((no_sanitize("thread")))

static REGISTERS void set(unsigned number, uintptr_t value) {
  r[number] = (unsigned)value;
}

static REGISTERS void outcome(void) {
  model_outcome(r[0] * 1000 + r[1] * 100 + r[2] * 10 + r[3]);
}

/// The outcome with the final values of x and y as well.
static REGISTERS void outcome_with_memory(void) {
  model_outcome((unsigned)x.value * 1000 + (unsigned)y.value * 100 + r[0] * 10 +
                r[1]);
}

// All kinds of entries are made of these two.

#define LITMUS2(name, out, a, b) SWITCH(name, 2, 0, outcome, out, "", a, b, , )
#define LITMUS3(name, out, a, b, c)                                            \
  SWITCH(name, 3, 0, outcome, out, "", a, b, c, )
#define LITMUS4(name, out, a, b, c, d)                                         \
  SWITCH(name, 4, 0, outcome, out, "", a, b, c, d)
#define MEMORY2(name, out, a, b)                                               \
  SWITCH(name, 2, 0, outcome_with_memory, out, "", a, b, , )
#define FAILS2(name, message, a, b)                                            \
  SWITCH(name, 2, 0, NULL, "", message, a, b, , )
#define STARTS(name, out, a, b) SWITCH(name, 1, 1, outcome, out, "", a, b, , )
#define LITMUS_ALIKE(name, threads, out, all)                                  \
  ALIKE(name, threads, outcome, out, "", all)
#define MEMORY_ALIKE(name, threads, out, all)                                  \
  ALIKE(name, threads, outcome_with_memory, out, "", all)
#define FAILS_ALIKE(name, threads, message, all)                               \
  ALIKE(name, threads, NULL, "", message, all)

// The functions.
#define SWITCH(name, threads, startable, end, out, message, a, b, c, d)        \
  static void name(unsigned thread) {                                          \
    switch (thread) {                                                          \
    case 0:                                                                    \
      a break;                                                                 \
    case 1:                                                                    \
      b break;                                                                 \
    case 2:                                                                    \
      c break;                                                                 \
    case 3:                                                                    \
      d break;                                                                 \
    }                                                                          \
  }
#define ALIKE(name, threads, end, out, message, all)                           \
  static void name(unsigned thread) {                                          \
    (void)thread;                                                              \
    all                                                                        \
  }
#include "litmus.def"
#undef SWITCH
#undef ALIKE

// The table.
#define SWITCH(name, threads, startable, end, out, message, a, b, c, d)        \
  {{#name, threads, startable, begin, name, end, -1, -1}, out, message},
#define ALIKE(name, threads, end, out, message, all)                           \
  {{#name, threads, 0, begin, name, end, -1, -1}, out, message},
const struct litmus litmus_tests[] = {
#include "litmus.def"
    {{NULL, 0, 0, NULL, NULL, NULL, 0, 0}, NULL, NULL},
};
