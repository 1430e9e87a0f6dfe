//===- regions.c - Regions of the program -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../atomic.h"
#include "../scheduler/attributes.h"
#include "../scheduler/observer.h"
#include "../scheduler/pool.h"
#include "timeline.h"

static atomic_word regions;

/// As <tussah/trace.h> says.
TUSSAH_EXPORT uint64_t __tussah_trace_begin(const char *name) {
  // Reads the environment: a program may name a part of itself before its first
  // parallel code.
  pool_workers_wanted();
  if (!is_observed())
    return 0;
  // Relaxed: a number, no more.
  uint64_t region = fetch_add_relaxed(&regions, 1) + 1;
  timeline_region(TIMELINE_BEGIN, region, name);
  return region;
}

TUSSAH_EXPORT void __tussah_trace_end(uint64_t region) {
  if (is_observed() && region)
    timeline_region(TIMELINE_END, region, 0);
}
