//===- reclaim.c - What nothing refers to any more ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reclaim.h"

#include "labels.h"
#include "objects.h"
#include "paths.h"
#include "shadow.h"
#include "strands.h"
#include "thread.h"

#include <stdatomic.h>

static uint64_t count;

void reclaim_request(void) { thread_stop_soon(); }

static void mark_thread(const struct thread *of) {
  labels_mark_thread(of->labels);
  node_id task = __atomic_load_n(&of->task.node, __ATOMIC_RELAXED);
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

void reclaim(void) {
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
  ++count;
}

uint64_t reclaim_count(void) { return count; }
