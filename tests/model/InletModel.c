//===- InletModel.c - Inlets of a frame -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"
#include "runtime/scheduler/inlet.h"

#include <string.h>

enum { CHILDREN = 2 };

struct delivery {
  struct result result;
  plain_word value;
};

static struct inlet_lock lock;
static plain_word sum; ///< the frame's variable
static struct delivery deliveries[CHILDREN + 1];

static void begin(void) {
  memset(&lock, 0, sizeof lock);
  memset(&sum, 0, sizeof sum);
  memset(deliveries, 0, sizeof deliveries);
}

static void inlet(uintptr_t value) {
  write_plain(&sum, read_plain(&sum) + value);
}

static void release(void) {
  struct result *next;
  while ((next = inlet_release(&lock)))
    while (next) {
      struct delivery *delivery = (struct delivery *)next;
      next = (struct result *)read_plain(&next->next);
      inlet(read_plain(&delivery->value));
    }
}

static void deliver(unsigned child) {
  for (;;) {
    if (inlet_try(&lock)) {
      inlet(child);
      release();
      return;
    }
    write_plain(&deliveries[child].value, child);
    if (inlet_leave(&lock, &deliveries[child].result))
      return;
  }
}

/// The frame's code holds the lock, like an inlet; children deliver.
static void run(unsigned number) {
  if (number != 0) {
    deliver(number);
    return;
  }
  if (!inlet_try(&lock))
    return;
  inlet(10);
  release();
}

static void check(void) {
  uintptr_t children = CHILDREN * (CHILDREN + 1) / 2;
  model_require(sum.value == children || sum.value == children + 10,
                "a result is lost");
  model_require(lock.state.value == INLET_FREE, "the lock is held in the end");
}

const struct model inlet_models[] = {
    {"inlet", CHILDREN + 1, 0, begin, run, check, -1, -1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
