//===- reclaim.c - What nothing refers to any more ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reclaim.h"

#include "histories.h"
#include "labels.h"
#include "objects.h"
#include "paths.h"
#include "ranges.h"
#include "shadow.h"
#include "splits.h"
#include "strands.h"
#include "tables.h"
#include "thread.h"

#include "runtime/atomic.h"

#include <stdint.h>

void reclaim_request(void) { thread_stop_soon(); }

static void mark_thread(const struct thread *of) {
  labels_mark_thread(of->labels);
  node_id task = load32_relaxed(&of->task.node);
  if (task)
    node_mark(task);
}

/// Call contexts seldom are many, and frames lose theirs.
static void reclaim_paths(void) {
  paths_begin_marks();
  strands_visit(path_mark_strand, path_mark_block);
  objects_mark_paths();
  paths_end_marks();
}

static void reclaim(void) {
  labels_begin_marks();
  strands_begin_marks();
  // In this order: labels refer to strands, strands to nodes. Labels that a
  // thread has, and has not given, refer to nothing.
  uint64_t bytes = shadow_mark();
  labels_mark_strands();
  threads_visit(mark_thread);
  strands_mark_nodes();
  if (paths_are_due())
    reclaim_paths();
  // Marking takes time for the memory that has been accessed: that many
  // numbers are given for it.
  enum { BYTES_PER_NUMBER = 64 };
  labels_end_marks(bytes / BYTES_PER_NUMBER);
  strands_end_marks(bytes / BYTES_PER_NUMBER);
}

static void forget(void) {
  labels_forget();
  strands_forget_supplies();
  histories_forget_changes();
  ranges_forget_others();
  splits_forget_supplies();
}

void reclaim_prepare(void) {
  static const struct thread_work work = {labels_of_thread, reclaim, forget};
  tables_call_when_due(reclaim_request);
  threads_prepare(&work);
}
