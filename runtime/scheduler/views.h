//===- views.h - Reducers: the views of strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// views.md has the proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_VIEWS_H
#define TUSSAH_RUNTIME_SCHEDULER_VIEWS_H

#include "attributes.h"

#include <stdint.h>

struct _Unwind_Exception;
struct full_frame;
struct join;
struct views;
struct worker;

/// Initializes a view in uninitialized memory.
typedef void (*identity_function)(void *view);

/// Appends \p right to \p left, and ends the lifetime of \p right, but does not
/// free it.
typedef void (*reduce_function)(void *left, void *right);

/// The views of a strand that is to the right of a steal and has made no view.
#define NO_VIEWS ((struct views *)1)

/// Called by the strand of a child other than the first, before it arrives at
/// \p join: leaves \p views with the frame. \p order is the child's number.
void views_leave(struct join *join, struct views *views,
                 uintptr_t order) TUSSAH_HIDDEN;

/// Reduces the views of all strands that have met at \p full, and gives the
/// result to the strand that continues it, the current one of \p worker. On the
/// scheduler's stack. Returns the first exception that a reduce function has
/// thrown, or null.
struct _Unwind_Exception *views_join(struct worker *worker,
                                     struct full_frame *full) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_VIEWS_H
