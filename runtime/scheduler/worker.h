//===- worker.h - A thread that executes strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *worker* is a thread that executes strands: a *pool* worker those of any
/// root, a *guest*, the thread that entered a root, those of that one only.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_WORKER_H
#define TUSSAH_RUNTIME_SCHEDULER_WORKER_H

#include "../os/os.h"
#include "attributes.h"
#include "counters.h"
#include "idle.h"
#include "slot.h"
#include "thread.h"
#include "visit.h"

#include "recovery.h"

#include <stdbool.h>
#include <stddef.h>

struct fiber;
struct full_frame;
struct object;
struct promotion;
struct root;
struct timeline_ring;

/// Of one kind, kept by one worker.
struct free_objects {
  struct object *first;
  unsigned count;
};

/// Thieves may look at a worker whose thread has gone, so it is freed only
/// where the pool has ended.
struct worker {
  struct slot slot;

  struct host host __attribute__((aligned(TUSSAH_CACHE_LINE)));
  struct tussah_thread *thread;
  uintptr_t thread_number; ///< for the system

  /// 1 while the thread executes compiled or foreign code of a strand, and none
  /// of the runtime. Only then may a signal handler do what the thread would do
  /// in a poll (interrupt.md). Written by the thread only.
  atomic_word runs_user_code __attribute__((aligned(TUSSAH_CACHE_LINE)));
  /// Clock: thieves do not interrupt before. Set where a request is answered,
  /// and by the thief that makes one.
  atomic_word undisturbed_until;
  /// 1 if the last walk has found nothing to publish, so that a thief need not
  /// ask before the next poll; also while the thread executes no strand.
  atomic_word has_nothing;
  atomic_word answers;     ///< number of answers that the watchman knows of
  atomic_word last_signal; ///< clock when a thief sent the last signal
  atomic_word signal_sent; ///< 1 from then until the handler runs

  struct sleeper sleeper __attribute__((aligned(TUSSAH_CACHE_LINE)));
  struct root *root;   ///< of the strand that it executes; else null
  struct fiber *fiber; ///< that the strand runs on
  uintptr_t scheduler_stack;
  struct fiber *spare;  ///< for the next stolen continuation
  struct fiber *fibers; ///< free ones
  unsigned fiber_count;
  struct free_objects full_frames, promotions;
  unsigned untrimmed; ///< fibers freed since fibers_trim
  uint64_t next_trim; ///< clock; until then fibers_rest does nothing
  unsigned refusals;  ///< of handlers since the last poll
  uint64_t next_walk; ///< clock: until then `walk_end` is valid
  uintptr_t walk_end; ///< frames from this one on are not walked over
  uint64_t random;
  uint64_t next_yield; ///< clock: until then stress_delay lets nobody run
  uint64_t stolen_at;  ///< clock at the theft of the strand; 0: not stolen
  uint64_t judged_at;  ///< clock at the end of the last stolen strand
  uint64_t loss;       ///< by the last thefts, in nanoseconds
  unsigned doublings;  ///< of the length of the next rest
  unsigned id;
  recovery_point recovery; ///< while `may_fault`
  bool may_fault;          ///< in trace_call
  bool is_guest; ///< else of the pool; does not change while it is shown
  struct root *exposed_by; ///< whose mask, `blocked`, it has (mask.h); or null
  tussah_os_signals blocked;

  // What the strand that has just left a fiber was.
  struct promotion *leaving_promotion;
  struct full_frame *leaving_frame;
  struct fiber *leaving_fiber;

  // Known to AddressSanitizer: the thread's own stack.
  void *fake_stack;
  const void *stack_bottom;
  size_t stack_size;

  struct worker *next_free; ///< guests
  struct worker *older;     ///< all that were ever made
  tussah_os_thread os_thread;
  struct statistics statistics;
  struct timeline_ring *timeline; ///< runtime/timeline; null: none yet
} __attribute__((aligned(2 * TUSSAH_CACHE_LINE)));

static inline bool is_guest(const struct worker *worker) {
  return worker->is_guest;
}

/// Returns true if the thread of \p worker is there; it stays until
/// worker_leave. That of a pool worker stays in any case once it is there.
static inline bool worker_visit(struct worker *worker) {
  // Acquire: pairs with the release in host_arrive, for `thread`.
  return is_guest(worker) ? visit_begin(&worker->host)
                          : load_acquire(&worker->host.attached) != 0;
}

static inline void worker_leave(struct worker *worker) {
  if (is_guest(worker))
    visit_end(&worker->host);
}

/// The thread of \p worker enters the runtime from user code, or leaves it for
/// user code. In between, signal handlers leave its state alone.
static inline void enter_runtime(struct worker *worker) {
  store_relaxed(&worker->runs_user_code, 0);
  fence_signal();
}

static inline void leave_runtime(struct worker *worker) {
  fence_signal();
  store_relaxed(&worker->runs_user_code, 1);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_WORKER_H
