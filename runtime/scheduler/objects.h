//===- objects.h - Memory of the scheduler's own objects -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_OBJECTS_H
#define TUSSAH_RUNTIME_SCHEDULER_OBJECTS_H

#include "attributes.h"

#include <stdbool.h>

struct full_frame;
struct promotion;
struct worker;

/// Zeroed; null if there is no memory. Not tied to a thread; \p worker is the
/// caller's.
struct full_frame *full_frame_get(struct worker *worker) TUSSAH_HIDDEN;
void full_frame_put(struct worker *worker,
                    struct full_frame *full) TUSSAH_HIDDEN;
struct promotion *promotion_get(struct worker *worker) TUSSAH_HIDDEN;
void promotion_put(struct worker *worker,
                   struct promotion *promotion) TUSSAH_HIDDEN;

/// Gives all memory back to the system, also of objects that workers keep. None
/// is in use.
void objects_unmap(void) TUSSAH_HIDDEN;

/// As fibers_freeze.
void objects_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// As fibers_forked.
void objects_forked(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_OBJECTS_H
