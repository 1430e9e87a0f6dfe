//===- stress.h - Rare events, for tests -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_STRESS_H
#define TUSSAH_RUNTIME_SCHEDULER_STRESS_H

#include "attributes.h"

#include <stdbool.h>

struct worker;

/// What tests ask for in order to make rare events common.
struct stress {
  bool always_steal; ///< every poll publishes, and waits a while for a thief
  bool delays;       ///< random delays at critical points
  bool signals;      ///< thieves interrupt without patience
};

extern struct stress tussah_stress TUSSAH_HIDDEN;

/// Takes a random time, if a test has asked for delays.
void stress_delay(struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_STRESS_H
