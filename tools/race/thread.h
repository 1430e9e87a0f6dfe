//===- thread.h - What the detector knows of a thread -----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_THREAD_H
#define TUSSAH_TOOLS_RACE_THREAD_H

#include "locks.h"
#include "strands.h"

#include "include/tussah/csi.h"

struct thread {
  /// The last task or iteration that has begun here, and where it is from.
  place task_place;
  struct cursor task;
  /// What the strand holds.
  lock_set locks;
  /// Static variables that the strand initializes.
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
  /// The thread is in the detector, with a lock perhaps. A signal handler that
  /// interrupts it there is not checked.
  volatile bool is_inside;
};

extern _Thread_local struct thread thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/// The address and size of the access that is being checked.
uintptr_t checked_address(void);
uint64_t checked_size(void);

#endif // TUSSAH_TOOLS_RACE_THREAD_H
