//===- trace.h - From foreign code to a known function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_TRACE_H
#define TUSSAH_RUNTIME_SCHEDULER_TRACE_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct note;
struct worker;

/// A call in a known function.
struct known_call {
  uintptr_t stack_pointer; ///< after the call's return
  uintptr_t frame;         ///< frame pointer of the known function
  uintptr_t address;       ///< to which the call returns
};

/// Returns the number of notes in the frame \p frame of a wrapper, and sets \p
/// note to one of them. \p above is the frame of the function that the wrapper
/// has called. More than one: an exception has left another wrapper, whose
/// frame was there. None: the frame belongs to no wrapper that has called a
/// known function, or is too large.
unsigned notes_in(uintptr_t frame, uintptr_t above,
                  const struct note **note) TUSSAH_HIDDEN;

/// A walk from code of any form to the first call in a known function.
struct trace {
  struct worker *worker;
  /// Stack pointer of the code to begin with, or 0. Younger frames are passed
  /// over.
  uintptr_t start;
  /// If it is 0: the frame pointer of the function whose caller to begin with.
  uintptr_t below;
  bool starts_in_known;   ///< that code is known, but not at a call
  struct known_call call; ///< the result
  unsigned frames;        ///< number of unwound frames
};

/// Fills in \p trace, and returns whether a call was found. The caller is on
/// the thread of the trace's worker, and faults of that thread are caught.
/// Signal handlers may call this.
bool trace_call(struct trace *trace) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_TRACE_H
