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
/// begins to work in a root with another one, and when it falls asleep: most
/// thefts ask the system for nothing. interrupt.md says why handlers of the
/// program may run on these threads.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_MASK_H
#define TUSSAH_RUNTIME_SCHEDULER_MASK_H

#include "../os/os.h"
#include "worker.h"

/// \p worker, the caller, begins a strand of a root with the mask \p blocked.
static inline void mask_adopt(struct worker *worker,
                              const tussah_os_signals *blocked) {
  if (is_guest(worker) ||
      (worker->is_exposed && worker->blocked.set == blocked->set))
    return;
  worker->is_exposed = true;
  worker->blocked = *blocked;
  tussah_os->signals_adopt(blocked);
}

/// \p worker, the caller, is about to sleep or to leave the pool.
static inline void mask_hide(struct worker *worker) {
  if (!worker->is_exposed)
    return;
  worker->is_exposed = false;
  tussah_os->signals_adopt(NULL);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_MASK_H
