//===- thread.h - What the detector knows of a thread -----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_THREAD_H
#define TUSSAH_TOOLS_RACE_THREAD_H

#include "labels.h"
#include "locks.h"
#include "strands.h"

#include "include/tussah/csi.h"
#include "runtime/atomic.h"

#include <stdbool.h>

struct thread {
  /// The thread is in the detector, with a lock perhaps. A signal handler that
  /// interrupts it there is not checked.
  atomic_word is_inside;
  /// It is, and waits at the entry: a reclamation may begin.
  atomic_word is_waiting;
  /// It must call thread_heed when it has entered.
  atomic_word has_orders;
  /// What a reclamation asks it.
  const struct thread_labels *labels;
  struct thread *next;
  /// The last task or iteration that has begun here, and where it is from.
  place task_place;
  struct cursor task;
  /// Whether the strand is an iteration, of which nothing has been checked yet,
  /// whether it follows another one (labels_begin), and whether one has ended
  /// that may be followed, which is `task`.
  enum { NO_LEAF, LEAF, LEAF_THAT_FOLLOWS, CHECKED_LEAF, LEAF_BEFORE } leaf;
  /// What the strand holds.
  lock_set locks;
  /// How often the strand does something that is not checked.
  int unchecked;
  /// The last access.
  const void *address;
  uint64_t size;
  /// The call of an allocator that the program makes, plus 1; else 0.
  csi_id_t allocating;
  /// What the program is about to free, and where.
  const void *freed;
  csi_kind_t free_kind;
  csi_id_t free_id;
};

extern _Thread_local struct thread thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/// The address and size of the access that is being checked.
uintptr_t checked_address(void);
uint64_t checked_size(void);

/// What thread_enter has found: a reclamation is or was under way, or the
/// thread is new.
void thread_heed(void);

/// Enters the detector: what labels, strands and nodes are does not change
/// until thread_leave. Returns false for a signal handler that has interrupted
/// it.
static inline bool thread_enter(void) {
  if (load_relaxed(&thread.is_inside))
    return false;
  store_relaxed(&thread.is_inside, true);
  // Pairs with the same in thread_leave: the mark is around what the detector
  // does, for handlers of this thread. The other side of the race with a
  // reclamation is its membarrier.
  fence_signal();
  if (__builtin_expect(load_relaxed(&thread.has_orders) != 0, 0))
    thread_heed();
  return true;
}

static inline void thread_leave(void) {
  // Pairs with stop_others: the reclamation is after all of this.
  store_release(&thread.is_inside, false);
}

/// What is done while no other thread is in the detector. reclaim.c.
struct thread_work {
  /// What a reclamation asks the calling thread, which is new.
  const struct thread_labels *(*labels)(void);
  void (*reclaim)(void);
  /// Each thread does this before it goes on after a reclamation, and when it
  /// is new: numbers may mean something else now.
  void (*forget)(void);
};

/// Prepares for reclamations, if the system can do what they need.
void threads_prepare(const struct thread_work *work);

/// How many reclamations there were.
uint64_t threads_reclamations(void);

/// A reclamation begins when this thread enters the detector again.
void thread_stop_soon(void);

/// Nothing in this process is checked any more: it is a child.
void threads_stop(void);

/// Calls \p visit for each thread that has been in the detector. By
/// reclamations.
void threads_visit(void (*visit)(const struct thread *of));

#endif // TUSSAH_TOOLS_RACE_THREAD_H
