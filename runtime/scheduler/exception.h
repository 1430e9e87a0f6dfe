//===- exception.h - Exceptions between strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_EXCEPTION_H
#define TUSSAH_RUNTIME_SCHEDULER_EXCEPTION_H

#include "attributes.h"

struct _Unwind_Exception;

/// What the C++ library knows of a thread's exceptions. The runtime sets it to
/// the state of the strand that the thread executes.
struct exception_state {
  void *caught; ///< those being handled, a list
  unsigned uncaught;
};

struct exception_state exception_state_get(void) TUSSAH_HIDDEN;
void exception_state_set(struct exception_state state) TUSSAH_HIDDEN;

/// The place of `caught` for the calling thread. Never null.
void *const *exceptions_caught(void) TUSSAH_HIDDEN;

/// An exception in flight leaves the calling thread, or arrives on it. These
/// calls keep std::uncaught_exceptions right. \p exception may be null.
void exception_departs(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;
void exception_arrives(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

/// Lets \p exception arrive, and throws it. Ends the process if it is not
/// caught. Entered by a jump, too (context_raise).
_Noreturn void tussah_raise(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

void exception_destroy(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_EXCEPTION_H
