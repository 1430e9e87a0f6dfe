//===- quiet_lock.h - Locks that signals wait for -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_QUIET_LOCK_H
#define TUSSAH_RUNTIME_SCHEDULER_QUIET_LOCK_H

#include "../os/os.h"
#include "lock.h"

/// As lock_acquire; signals wait until lock_release_quietly gets \p before.
static inline void lock_acquire_quietly(struct lock *lock,
                                        tussah_os_signals *before) {
  tussah_os->signals_block(before);
  lock_acquire(lock);
}

static inline void lock_release_quietly(struct lock *lock,
                                        const tussah_os_signals *before) {
  lock_release(lock);
  tussah_os->signals_unblock(before);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_QUIET_LOCK_H
