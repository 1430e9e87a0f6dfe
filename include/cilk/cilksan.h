//===- cilk/cilksan.h - What a program tells Cilksan ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lets a program tell the race detector about its own locks and atomic
/// sections, and where not to look. All of this does nothing in programs that
/// are compiled without Cilksan.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_CILKSAN_H
#define TUSSAH_INCLUDE_CILK_CILKSAN_H

#include <stddef.h>

#ifdef __cplusplus
#define TUSSAH_CILKSAN_NOTHROW noexcept
extern "C" {
#else
#include <stdbool.h>
#define TUSSAH_CILKSAN_NOTHROW
#endif

#ifdef __cilksan__
#define TUSSAH_CILKSAN(type, declaration, ...)                                 \
  type declaration TUSSAH_CILKSAN_NOTHROW;
#else
#define TUSSAH_CILKSAN(type, declaration, ...)                                 \
  static inline type declaration TUSSAH_CILKSAN_NOTHROW __VA_ARGS__
#endif

/// Ends the effect of one call of __cilksan_disable_checking.
TUSSAH_CILKSAN(void, __cilksan_enable_checking(void), {})

/// No accesses of the strand, and of what it spawns, are checked from here on.
TUSSAH_CILKSAN(void, __cilksan_disable_checking(void), {})

/// Whether accesses are checked now; false without the tool.
TUSSAH_CILKSAN(bool, __cilksan_is_checking_enabled(void), { return false; })

/// The caller holds \p mutex, of any type, from here on.
TUSSAH_CILKSAN(void, __cilksan_acquire_lock(const void *mutex),
               { (void)mutex; })

/// The caller no longer holds \p mutex.
TUSSAH_CILKSAN(void, __cilksan_release_lock(const void *mutex),
               { (void)mutex; })

/// The caller holds \p owner until its strand ends, at the next spawn, sync or
/// parallel loop. For what only one strand at a time can have, such as the
/// storage of a worker (tussah/worker_local.h).
TUSSAH_CILKSAN(void, __cilksan_hold_in_strand(const void *owner),
               { (void)owner; })

/// What follows is atomic with respect to all other such sections.
TUSSAH_CILKSAN(void, __cilksan_begin_atomic(void), {})

TUSSAH_CILKSAN(void, __cilksan_end_atomic(void), {})

/// \p mutex is a lock from here on, until it is unregistered.
TUSSAH_CILKSAN(void, __cilksan_register_lock_explicit(const void *mutex),
               { (void)mutex; })

TUSSAH_CILKSAN(void, __cilksan_unregister_lock_explicit(const void *mutex),
               { (void)mutex; })

/// An allocator of the program's own hands out \p size bytes at \p block: a new
/// object, whatever the memory was before.
TUSSAH_CILKSAN(void, __cilksan_record_alloc(const void *block, size_t size),
               { (void)block, (void)size; })

/// It gets them back, which is a write.
TUSSAH_CILKSAN(void, __cilksan_record_free(const void *block, size_t size),
               { (void)block, (void)size; })

/// The strand reads its view of \p reducer as the result. For libraries.
TUSSAH_CILKSAN(void, __cilksan_reads_reducer(const void *reducer),
               { (void)reducer; })

#undef TUSSAH_CILKSAN
#undef TUSSAH_CILKSAN_NOTHROW

#ifdef __cplusplus
} // extern "C"
#endif

/// A lock for the race detector only: accesses made under it are not reported
/// as races with each other, but nothing waits.
typedef struct Cilksan_fake_mutex {
  int fake_mutex;

#ifdef __cplusplus
  Cilksan_fake_mutex() : fake_mutex(0) {
    __cilksan_register_lock_explicit(this);
  }
  ~Cilksan_fake_mutex() { __cilksan_unregister_lock_explicit(this); }
#endif
} Cilksan_fake_mutex;

#ifdef __cplusplus
/// Holds a lock, for the race detector only, as long as it exists.
class Cilksan_fake_lock_guard {
  const void *Mutex;

public:
  Cilksan_fake_lock_guard(const void *M) : Mutex(M) {
    __cilksan_acquire_lock(Mutex);
  }
  ~Cilksan_fake_lock_guard() { __cilksan_release_lock(Mutex); }
};
#endif

#endif // TUSSAH_INCLUDE_CILK_CILKSAN_H
