//===- ranges.h - Ranges that a strand has just accessed --------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops around loops access the same ranges again. That these need no check is
/// known here without a look at the shadow of each line: algorithm.md.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_RANGES_H
#define TUSSAH_TOOLS_RACE_RANGES_H

#include "labels.h"

/// \p count accesses of \p size bytes, the first at \p address, each \p stride
/// bytes behind the one before.
struct range {
  uintptr_t address;
  uint64_t size, count;
  int64_t stride;
};

/// Whether the strand of the thread's window has made these accesses.
bool range_is_known(struct range range, bool is_write);
/// It has, with a check that conflicts with no less.
void range_note(struct range range, bool is_write);
/// Some memory is another object now.
void ranges_forget(void);
/// The thread forgets the ranges of other strands: their labels may be given
/// again.
void ranges_forget_others(void);

#endif // TUSSAH_TOOLS_RACE_RANGES_H
