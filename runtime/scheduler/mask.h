//===- mask.h - Which signals the threads of the pool block -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread of the pool that works in a root blocks the signals that the root's
/// strand had blocked when it began to share work. So a signal of a task's own,
/// such as SIGPIPE, does what it does in the serial program. A thread without
/// work blocks all that is sent to the process. A mask changes when a thread
/// begins to work in a root with another one, and when it has looked for work
/// for a while: most thefts ask the system for nothing. So that no thread has
/// the mask of a root that has ended, a root counts them, and its end waits for
/// them. interrupt.md says why handlers of the program may run on these
/// threads.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_MASK_H
#define TUSSAH_RUNTIME_SCHEDULER_MASK_H

#include "../atomic.h"
#include "../os/os.h"
#include "fork.h"
#include "frame.h"
#include "worker.h"

/// \p worker, the caller, has the mask of another root from now on, or a mask
/// of its own if \p root is null.
static inline void mask_count(struct worker *worker, struct root *root) {
  struct root *before = worker->exposed_by;
  worker->exposed_by = root;
  // Relaxed: the caller has a strand of the root, whose arrival is a release.
  if (root)
    fetch_add_relaxed(&root->exposed, 1);
  // Release: pairs with the acquire in mask_wait. The root may be gone then.
  if (before)
    fetch_sub_release(&before->exposed, 1);
}

/// \p worker, the caller, begins a strand of \p root.
static inline void mask_adopt(struct worker *worker, struct root *root) {
  if (is_guest(worker) ||
      (worker->exposed_by == root && worker->blocked.set == root->blocked.set))
    return;
  if (!worker->exposed_by || worker->blocked.set != root->blocked.set) {
    worker->blocked = root->blocked;
    tussah_os->signals_adopt(&worker->blocked);
  }
  if (worker->exposed_by != root)
    mask_count(worker, root);
}

/// \p worker, the caller, has no strand, and will not have one soon.
static inline void mask_hide(struct worker *worker) {
  if (!worker->exposed_by)
    return;
  tussah_os->signals_adopt(NULL);
  mask_count(worker, NULL);
}

/// \p root has ended. Waits until no thread of the pool has its mask. Each is
/// on its way to hide or to work for another root, so this takes microseconds.
static inline void mask_wait(struct root *root) {
  enum { SPINS = 200 };
  // Acquire: pairs with the release in mask_count. In a child process the other
  // threads do not exist.
  for (unsigned i = 0; load_acquire(&root->exposed) && !has_forked(); ++i) {
    if (i < SPINS)
      spin_pause();
    else
      tussah_os->thread_yield();
  }
}

#endif // TUSSAH_RUNTIME_SCHEDULER_MASK_H
