//===- SlotModel.c - Publishing, stealing, taking back --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"
#include "runtime/scheduler/slot.h"

#include <string.h>

enum { ROOT = 16, MOST = 3 };

static struct slot slot;
static plain_word frame[MOST]; ///< what the continuations work on
static plain_word taken[MOST]; ///< how often each was continued
static unsigned offers;

static void begin_with(unsigned number) {
  memset(&slot, 0, sizeof slot);
  memset(frame, 0, sizeof frame);
  memset(taken, 0, sizeof taken);
  offers = number;
}

static void begin_2(void) { begin_with(2); }
static void begin_3(void) { begin_with(3); }

static void count_continuation(uintptr_t i) {
  write_plain(&taken[i], read_plain(&taken[i]) + 1);
}

/// The owner publishes continuations one after the other, and takes back each
/// that was not stolen.
static void own(void) {
  for (uintptr_t i = 0; i < offers; ++i) {
    if (!slot_is_free(&slot)) {
      // Serial execution goes on without publishing.
      count_continuation(i);
      continue;
    }
    write_plain(&frame[i], i + 1);
    struct offer offer = {i + 100, i, i + 200, i + 300, i + 400, i + 500};
    slot_publish(&slot, ROOT, &offer);
    if (slot_take_back(&slot, ROOT)) {
      model_require(read_plain(&frame[i]) == i + 1,
                    "a frame that was taken back has changed");
      count_continuation(i);
    }
  }
}

/// Thieves continue what they can steal.
static void steal_twice(void) {
  struct offer offer;
  for (unsigned try = 0; try < 2; ++try) {
    if (!slot_peek(&slot) || !slot_steal(&slot, ROOT, &offer))
      continue;
    uintptr_t i = offer.frame;
    model_require(offer.resume == i + 100 && offer.full == i + 200 &&
                      offer.environment == i + 300 && offer.caught == i + 400 &&
                      offer.scope == i + 500,
                  "an offer is torn");
    model_require(read_plain(&frame[i]) == i + 1,
                  "a frame is not as it was left");
    // The thief works on the frame.
    write_plain(&frame[i], 0);
    count_continuation(i);
  }
}

static void run(unsigned number) {
  if (number == 0)
    own();
  else
    steal_twice();
}

static void check(void) {
  for (unsigned i = 0; i < offers; ++i)
    model_require(taken[i].value == 1,
                  "a continuation was not continued exactly once");
}

const struct model slot_models[] = {
    {"slot-1-thief", 2, 0, begin_3, run, check, -1, -1},
    {"slot-2-thieves", 3, 0, begin_2, run, check, -1, -1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
