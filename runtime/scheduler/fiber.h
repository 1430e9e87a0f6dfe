//===- fiber.h - Stacks that tasks run on -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *fiber* is a stack that user code runs on: an aligned region with a guard,
/// the stack, and at the top its header.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_FIBER_H
#define TUSSAH_RUNTIME_SCHEDULER_FIBER_H

#include "attributes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct full_frame;
struct promotion;
struct worker;

/// The header of a fiber, at its top. The memory below is the stack.
struct fiber {
  struct fiber *next; ///< in a free list
  /// The frame that the lowest strand of this fiber belongs to, if that frame
  /// lies on another fiber.
  struct full_frame *base;
  struct promotion *promoted; ///< youngest first
  /// Full frames of activations on this fiber that have no promoted spawns but
  /// pending exceptions; youngest first.
  struct full_frame *kept;
  void *fake_stack; ///< of AddressSanitizer, while the fiber is suspended
  bool is_trimmed;  ///< of a free fiber: not used since it was trimmed
} __attribute__((aligned(TUSSAH_CACHE_LINE)));

/// Size and alignment of a fiber with its guard and header; set before the
/// first fiber is made.
extern size_t tussah_fiber_size TUSSAH_HIDDEN;

/// How much of that frames may use, at least.
extern size_t tussah_stack_size TUSSAH_HIDDEN;

/// Sets the sizes. If \p measure_depth, the statistics say how deep stacks have
/// been used.
void fibers_configure(size_t stack_size, bool measure_depth) TUSSAH_HIDDEN;

/// A fiber without frames; null if there is no memory. \p worker is the
/// caller's.
struct fiber *fiber_get(struct worker *worker) TUSSAH_HIDDEN;

/// Frees \p fiber, which the caller does not run on.
void fiber_put(struct worker *worker, struct fiber *fiber) TUSSAH_HIDDEN;

/// Gives memory of the free fibers of \p worker back to the system, if they
/// were used deeply.
void fibers_trim(struct worker *worker) TUSSAH_HIDDEN;

/// As fibers_trim, at most once a millisecond. The thread of \p worker, a
/// guest, leaves, and may soon come again.
void fibers_rest(struct worker *worker) TUSSAH_HIDDEN;

/// Gives the fibers that \p worker has kept to all workers.
void fibers_release(struct worker *worker) TUSSAH_HIDDEN;

/// Gives the fibers that all keep together back to the system.
void fibers_unmap(void) TUSSAH_HIDDEN;

struct fibers_usage {
  uintptr_t existing, most;
};

/// Fibers in existence, and the most there have been.
struct fibers_usage fibers_usage(void) TUSSAH_HIDDEN;

/// Around a fork: takes the locks of what all workers share, or releases them.
/// The child process has the forking thread only.
void fibers_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// In a child process that was made without fibers_freeze: frees the locks,
/// whose holders are not there.
void fibers_forked(void) TUSSAH_HIDDEN;

/// True if \p address is below the stack of \p fiber.
bool fiber_overflows(const struct fiber *fiber,
                     uintptr_t address) TUSSAH_HIDDEN;

/// The stack of \p fiber, and its size.
void *fiber_stack(const struct fiber *fiber, size_t *size) TUSSAH_HIDDEN;

/// The fiber that the stack pointer or frame pointer \p address lies on.
static inline struct fiber *fiber_of(uintptr_t address) {
  uintptr_t end = (address | (tussah_fiber_size - 1)) + 1;
  return (struct fiber *)(end - sizeof(struct fiber));
}

static inline bool on_same_fiber(uintptr_t a, uintptr_t b) {
  return ((a ^ b) & ~(tussah_fiber_size - 1)) == 0;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_FIBER_H
