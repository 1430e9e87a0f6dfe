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

/// What C++ knows of the exceptions of a thread; the runtime makes it that of
/// the strand.
struct exception_state {
  void *caught; ///< those being handled, a list
  unsigned uncaught;
};

struct exception_state exception_state_get(void) TUSSAH_HIDDEN;
void exception_state_set(struct exception_state state) TUSSAH_HIDDEN;

/// Where the first member of that is for the calling thread. Never null.
void *const *exceptions_caught(void) TUSSAH_HIDDEN;

/// An exception in flight leaves the current thread, or arrives on it: keeps
/// std::uncaught_exceptions right. \p exception may be null.
void exception_departs(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;
void exception_arrives(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

/// Throws \p exception, which arrives with it. Ends the process if nobody
/// catches it. Entered by a jump too (context_raise).
_Noreturn void tussah_raise(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

void exception_destroy(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_EXCEPTION_H
