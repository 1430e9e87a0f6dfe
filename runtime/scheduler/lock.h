//===- lock.h - A lock that sleeps -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_LOCK_H
#define TUSSAH_RUNTIME_SCHEDULER_LOCK_H

#include "futex.h"

/// Zero-initialized is free. Not recursive.
struct lock {
  atomic_word state;
};

enum { LOCK_FREE = 0, LOCK_HELD = 1, LOCK_CONTENDED = 2 };

static inline void lock_acquire(struct lock *lock) {
  // Acquire: pairs with the release in lock_release.
  if (cas_acquire(&lock->state, LOCK_FREE, LOCK_HELD))
    return;
  // Acquire: pairs with the release in lock_release, as the one above.
  while (exchange_acquire(&lock->state, LOCK_CONTENDED) != LOCK_FREE)
    sleep_while_equal(&lock->state, LOCK_CONTENDED);
}

static inline void lock_release(struct lock *lock) {
  // Release: pairs with the acquire in lock_acquire.
  if (exchange_release(&lock->state, LOCK_FREE) == LOCK_CONTENDED)
    wake_sleepers(&lock->state, 1);
}

// A signal handler of the program may interrupt a thread that holds a lock, and
// then exit or fork, which takes locks. There are two remedies. Locks that are
// taken seldom, or for long, block signals (quiet_lock.h). For locks that are
// taken often that would be slow; a thread counts those that it holds, and a
// handler that finds the count above 0 does without locks.

#ifndef TUSSAH_MODEL

/// Counted locks that the calling thread holds, or is about to.
extern _Thread_local unsigned tussah_locks_held
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

static inline void lock_count(void) {
  ++tussah_locks_held;
  fence_signal();
}

static inline void lock_uncount(void) {
  fence_signal();
  --tussah_locks_held;
}

static inline bool lock_is_counted(void) { return tussah_locks_held != 0; }

#else

static inline void lock_count(void) {}
static inline void lock_uncount(void) {}
static inline bool lock_is_counted(void) { return false; }

#endif // TUSSAH_MODEL

/// As lock_acquire and lock_release, and the lock is counted.
static inline void lock_enter(struct lock *lock) {
  lock_count();
  lock_acquire(lock);
}

static inline void lock_leave(struct lock *lock) {
  lock_release(lock);
  lock_uncount();
}

/// Takes the lock around a fork, or releases it.
static inline void lock_hold(struct lock *lock, bool is_held) {
  if (is_held)
    lock_acquire(lock);
  else
    lock_release(lock);
}

/// In a child process, which does not have the thread that held the lock.
static inline void lock_forget(struct lock *lock) {
  // Relaxed: there is no other thread.
  store_relaxed(&lock->state, LOCK_FREE);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_LOCK_H
