//===- race.h - What compiled code tells the race detector ------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_RACE_H
#define TUSSAH_TOOLS_RACE_RACE_H

#include "include/tussah/csi.h"

#include <stdarg.h>

#define RACE_EXPORT __attribute__((visibility("default")))

/// Of each sync scope, in the frame of its function: the number of the node of
/// its tasks, 0 if none is outstanding; the views before the first of them,
/// and those where the strand waits, as it may run tasks then; and
/// the locks that the strand holds which spawns or waits.
struct race_scope {
  uint32_t node, views, last_views, locks;
};

/// Of each activation of a function, task or loop body: where it is in the
/// program.
struct race_frame {
  struct race_frame *caller; ///< null in tasks, and where it is not known
  csi_id_t function, call;   ///< the last call that it has made
  const char *stack;         ///< the stack pointer at that call
  uint32_t path;             ///< its number, once it has one
  uint32_t epoch;            ///< when it got that: paths.c
};

/// That of the function which the thread executes.
RACE_EXPORT extern _Thread_local struct race_frame *__tussah_race_frame
    __attribute__((tls_model("initial-exec")));

/// Where thread-local variables are, from the thread pointer on. For code that
/// a JIT links.
struct race_offsets {
  uintptr_t frame, window, pedigree;
};
RACE_EXPORT extern struct race_offsets __tussah_race_offsets;

/// The translation unit \p name has checks. Ends programs without the detector
/// (runtime/csi/missing_race.c).
RACE_EXPORT void __tussah_race_unit(const char *name);

RACE_EXPORT uint64_t __tussah_race_detach(struct race_scope *scope);
RACE_EXPORT void __tussah_race_task(csi_id_t detach_id, uint64_t value);
RACE_EXPORT void __tussah_race_task_exit(void);
RACE_EXPORT void __tussah_race_continue(struct race_scope *scope,
                                        uint64_t value);
RACE_EXPORT void __tussah_race_before_sync(struct race_scope *scope);
RACE_EXPORT void __tussah_race_sync(struct race_scope *scope);
RACE_EXPORT uint64_t __tussah_race_loop(csi_id_t loop_id);
RACE_EXPORT void __tussah_race_iteration(csi_id_t loop_id, uint64_t value,
                                         uint64_t k);
RACE_EXPORT void __tussah_race_iteration_exit(void);
RACE_EXPORT void __tussah_race_after_loop(uint64_t value);

/// The strand's view of a reducer, which it only reads if \p is_read. Throws
/// what \p identity throws.
RACE_EXPORT void *__tussah_race_view(csi_id_t id, void *reducer, uint64_t size,
                                     void (*identity)(void *),
                                     void (*reduce)(void *, void *),
                                     int is_read);
/// The strand reads a reducer, or changes its view.
RACE_EXPORT void __tussah_race_reducer_use(csi_id_t id, const void *reducer,
                                           int is_read);
/// The lifetimes of reducers begin, or end.
RACE_EXPORT void __tussah_race_reducer_begin(char *first, uint64_t count,
                                             uint64_t stride,
                                             void (*reduce)(void *, void *));
RACE_EXPORT void __tussah_race_reducer_end(char *first, uint64_t count,
                                           uint64_t stride);

/// Their callers seldom call them, and keep their registers.
#define RACE_SELDOM RACE_EXPORT __attribute__((cold, preserve_most))
RACE_SELDOM void __tussah_race_load(csi_id_t id, const void *address,
                                    uint64_t size, int is_atomic);
RACE_SELDOM void __tussah_race_store(csi_id_t id, const void *address,
                                     uint64_t size, int is_atomic);
/// \p count accesses, the first at \p address, each \p stride bytes behind the
/// one before.
RACE_EXPORT void __tussah_race_load_range(csi_id_t id, const void *address,
                                          uint64_t size, uint64_t count,
                                          int64_t stride);
RACE_EXPORT void __tussah_race_store_range(csi_id_t id, const void *address,
                                           uint64_t size, uint64_t count,
                                           int64_t stride);
/// A library function, called at \p id, reads or writes.
RACE_EXPORT void __tussah_race_call(csi_id_t id, const void *address,
                                    uint64_t size, int is_write);

/// What `printf` reads and writes for the arguments of \p format, and `scanf`
/// has written when it has returned \p assigned; and the format.
RACE_EXPORT void __tussah_race_printf(csi_id_t id, const char *format,
                                      va_list arguments);
RACE_EXPORT void __tussah_race_scanf(csi_id_t id, int assigned,
                                     const char *format, va_list arguments);

/// The memory from \p from to \p to is that of functions without checks, which
/// have called one that has them.
RACE_EXPORT void __tussah_race_gap(const char *from, const char *to);

/// A variable of the function gets memory.
RACE_EXPORT void __tussah_race_variable(csi_id_t id, const void *address,
                                        uint64_t size);
/// A variable of the function ends.
RACE_EXPORT void __tussah_race_end(csi_id_t id, const void *address,
                                   uint64_t size);
/// The strand calls an allocator, at \p id, or no longer.
RACE_EXPORT void __tussah_race_allocates(csi_id_t id);
/// The memory is another object now.
RACE_EXPORT void __tussah_race_new(const void *address, uint64_t size);
/// The thread is about to free \p address, or to give it to realloc.
RACE_EXPORT void __tussah_race_free(csi_id_t id, const void *address);
RACE_EXPORT void __tussah_race_realloc(csi_id_t id, const void *address);

/// The strand holds \p lock from now on, as a reader if \p is_shared; or no
/// longer.
RACE_EXPORT void __tussah_race_acquire(const void *lock, int is_shared);
/// The strand holds \p owner up to its end.
void __tussah_race_hold(const void *owner);
RACE_EXPORT void __tussah_race_release(const void *lock);

/// A result that an inlet handles later is from another strand, which is done
/// with it.
RACE_EXPORT void __tussah_race_inlet_result(const void *result, uint64_t size);

/// How many guards have numbers (guards.h).
RACE_EXPORT extern uint32_t __tussah_race_guards;
/// That of a static variable; what pthread_once and call_once get; what
/// libc++'s std::call_once gets.
enum race_guard { RACE_STATIC, RACE_ONCE, RACE_LIBCXX_ONCE };
/// The strand is about to run the initialiser of \p guard, a race_guard, or,
/// with `once`, to wait for that or to see that it is done.
RACE_EXPORT void __tussah_race_guard_begin(const void *guard, int kind);
/// The initialiser is done, or has ended by an exception.
RACE_EXPORT void __tussah_race_guard_end(const void *guard, int is_done);
/// The strand has seen that the initialiser is done.
RACE_EXPORT void __tussah_race_guard_pass(const void *guard);

#endif // TUSSAH_TOOLS_RACE_RACE_H
