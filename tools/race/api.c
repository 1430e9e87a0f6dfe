//===- api.c - What programs tell the detector ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of <cilk/cilksan.h>, and those of the runtime that inlets wait
/// with: an inlet, and the code of its function, hold a lock of the frame.
///
//===----------------------------------------------------------------------===//

#include "current.h"
#include "race.h"

#include <dlfcn.h>
#include <stdbool.h>

void __tussah_race_unit(const char *name) { (void)name; }

RACE_EXPORT void __cilksan_enable_checking(void) { change_disabled(-1); }

RACE_EXPORT void __cilksan_disable_checking(void) { change_disabled(1); }

RACE_EXPORT bool __cilksan_is_checking_enabled(void) { return !is_disabled(); }

RACE_EXPORT void __cilksan_acquire_lock(const void *mutex) {
  __tussah_race_acquire(mutex, 0);
}

RACE_EXPORT void __cilksan_release_lock(const void *mutex) {
  __tussah_race_release(mutex);
}

RACE_EXPORT void __cilksan_hold_in_strand(const void *owner) {
  __tussah_race_hold(owner);
}

/// What all atomic sections hold.
static const char atomic_section;

RACE_EXPORT void __cilksan_begin_atomic(void) {
  __tussah_race_acquire(&atomic_section, 0);
}

RACE_EXPORT void __cilksan_end_atomic(void) {
  __tussah_race_release(&atomic_section);
}

// A lock need not be known before it is held.

RACE_EXPORT void __cilksan_register_lock_explicit(const void *mutex) {
  (void)mutex;
}

RACE_EXPORT void __cilksan_unregister_lock_explicit(const void *mutex) {
  (void)mutex;
}

// Hooks before the calls do what these are for: they know the place.

RACE_EXPORT void __cilksan_record_alloc(const void *block, size_t size) {
  (void)block, (void)size;
}

RACE_EXPORT void __cilksan_record_free(const void *block, size_t size) {
  (void)block, (void)size;
}

RACE_EXPORT void __cilksan_reads_reducer(const void *reducer) { (void)reducer; }

//===----------------------------------------------------------------------===//
// Inlets
//===----------------------------------------------------------------------===//

/// The runtime's function of the same name as the caller.
#define NEXT(name)                                                             \
  static __typeof__(&(name)) next;                                             \
  if (!next)                                                                   \
  next = (__typeof__(&(name)))dlsym(RTLD_NEXT, #name)

RACE_EXPORT int __tussah_inlet_try(void *lock);
RACE_EXPORT void __tussah_inlet_enter(void *lock);
RACE_EXPORT void *__tussah_inlet_release(void *lock);

int __tussah_inlet_try(void *lock) {
  NEXT(__tussah_inlet_try);
  int result = next(lock);
  if (result)
    __tussah_race_acquire(lock, 0);
  return result;
}

void __tussah_inlet_enter(void *lock) {
  NEXT(__tussah_inlet_enter);
  next(lock);
  __tussah_race_acquire(lock, 0);
}

void *__tussah_inlet_release(void *lock) {
  NEXT(__tussah_inlet_release);
  void *left = next(lock);
  // With results that were left the caller goes on to hold it.
  if (!left)
    __tussah_race_release(lock);
  return left;
}

void __tussah_race_inlet_result(const void *result, uint64_t size) {
  __tussah_race_new(result, size);
}
