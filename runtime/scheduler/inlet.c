//===- inlet.c - Inlets -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What <tussah/inlet.h> is made of, for all targets.
///
//===----------------------------------------------------------------------===//

#include "inlet.h"

#include "../atomic.h"
#include "../os/os.h"
#include "attributes.h"

// ThreadSanitizer, if the program has it, does not see the lock.
__attribute__((weak)) void __tsan_acquire(void *object);
__attribute__((weak)) void __tsan_release(void *object);

/// Takes the lock if it is free. Returns whether it was.
TUSSAH_EXPORT int __tussah_inlet_try(struct inlet_lock *lock) {
  bool taken = inlet_try(lock);
  if (taken && __tsan_acquire)
    __tsan_acquire(lock);
  return taken;
}

/// Takes the lock for the frame's own code. Waits while a holder runs an inlet.
TUSSAH_EXPORT void __tussah_inlet_enter(struct inlet_lock *lock) {
  enum { SPINS = 64 };
  for (unsigned i = 0; !__tussah_inlet_try(lock); ++i) {
    if (i < SPINS)
      spin_pause();
    else
      tussah_os->thread_yield();
  }
}

/// Leaves a result to the holder. Returns 0 if the lock is free.
TUSSAH_EXPORT int __tussah_inlet_leave(struct inlet_lock *lock,
                                       struct result *result) {
  if (__tsan_release)
    __tsan_release(lock);
  return inlet_leave(lock, result);
}

/// Gives up the lock and returns null; or returns the results that were left.
TUSSAH_EXPORT struct result *__tussah_inlet_release(struct inlet_lock *lock) {
  if (__tsan_release)
    __tsan_release(lock);
  struct result *results = inlet_release(lock);
  if (results && __tsan_acquire)
    __tsan_acquire(lock);
  return results;
}
