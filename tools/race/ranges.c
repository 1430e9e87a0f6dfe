//===- ranges.c - Ranges that a strand has just accessed ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ranges.h"

#include "runtime/atomic.h"

enum { KNOWN_BITS = RACE_SIZE(8, 1) };

struct known_range {
  struct range range;
  /// The first label of the strand. None has 0.
  entry first;
  bool is_write;
  uint64_t time;
};

static _Thread_local struct known_range known_ranges[1 << KNOWN_BITS];
/// How often memory has become another object here.
static _Thread_local uint64_t now;

static struct known_range *place_of_range(struct range range) {
  uint64_t hash = (range.address + range.size * range.count * 3) *
                  UINT64_C(0x9e3779b97f4a7c15);
  return &known_ranges[hash >> (64 - KNOWN_BITS)];
}

bool range_is_known(struct range range, bool is_write) {
  const struct known_range *known = place_of_range(range);
  return known->first && known->first == __tussah_race_window.first &&
         known->time == now && known->range.address == range.address &&
         known->range.count == range.count && known->range.size == range.size &&
         known->range.stride == range.stride && known->is_write >= is_write;
}

void range_note(struct range range, bool is_write) {
  struct known_range *known = place_of_range(range);
  // A signal handler must not see a part of it.
  known->first = 0;
  fence_signal();
  known->range = range;
  known->is_write = is_write;
  known->time = now;
  fence_signal();
  known->first = __tussah_race_window.first;
}

void ranges_forget(void) { ++now; }

void ranges_forget_others(void) {
  for (int i = 0; i != 1 << KNOWN_BITS; ++i)
    if (known_ranges[i].first != __tussah_race_window.first)
      known_ranges[i].first = 0;
}
