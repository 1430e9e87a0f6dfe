//===- scale.h - What compiled code tells Cilkscale -------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_SCALE_H
#define TUSSAH_TOOLS_SCALE_SCALE_H

#include "measure.h"

#ifndef SCALE_EXPORT
#define SCALE_EXPORT __attribute__((visibility("default")))
#endif

/// What is measured. All units of a program must agree.
enum scale_unit { SCALE_TIME, SCALE_INSTRUCTIONS, SCALE_BENCHMARK };

/// Of each sync scope, in the frame of its function, zero at first.
struct scale_scope {
  /// The strand that spawns, as it was at the last boundary.
  struct strand before;
  struct join join;
  /// The number of the last spawn since the last sync, 0 if there is none.
  uint64_t spawn;
};

/// What the thread executes, in __tussah_tool_strand of runtime/csi. A strand
/// that goes on in another thread passes a boundary there, which says which one
/// it is: until then it is in its scope.
struct scale_strand {
  /// The instructions since the last boundary. Compiled code adds to it.
  uint64_t count;
  struct strand strand;
  /// When the strand has begun; behind its end, when that was.
  uint64_t begin;
  /// The boundary that the thread has passed last, if it was the spawn (twice
  /// its number) or the end (one more) of a task: what comes next begins then,
  /// if it is the task or the continuation, and the clock need not be read.
  uint64_t passed;
};

SCALE_EXPORT void __tussah_scale_begin(enum scale_unit unit);

// Each is called where docs/guides/tools.md says of the hook of this name.

SCALE_EXPORT uint64_t __tussah_scale_detach(struct scale_scope *scope);
SCALE_EXPORT void __tussah_scale_task(csi_id_t detach_id, uint64_t value);
SCALE_EXPORT void __tussah_scale_task_exit(void);
SCALE_EXPORT void __tussah_scale_continue(struct scale_scope *scope);
SCALE_EXPORT void __tussah_scale_before_sync(struct scale_scope *scope);
SCALE_EXPORT void __tussah_scale_after_sync(struct scale_scope *scope);

SCALE_EXPORT uint64_t __tussah_scale_before_loop(csi_id_t loop_id,
                                                 int64_t trip_count);
SCALE_EXPORT void __tussah_scale_iteration(uint64_t value);
SCALE_EXPORT void __tussah_scale_iteration_exit(void);
SCALE_EXPORT void __tussah_scale_leaf(uint64_t value, int64_t count);
SCALE_EXPORT void __tussah_scale_leaf_exit(uint64_t value);
SCALE_EXPORT void __tussah_scale_after_loop(uint64_t value);

#endif // TUSSAH_TOOLS_SCALE_SCALE_H
