//===- error.h - Messages to the user -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_ERROR_H
#define TUSSAH_RUNTIME_SCHEDULER_ERROR_H

#include "attributes.h"

#include <stddef.h>

/// All errors that end the process.
enum tussah_error {
  TUSSAH_ERROR_NO_STACK,
  TUSSAH_ERROR_NO_MEMORY,
  TUSSAH_ERROR_TOO_MANY_THREADS,
  TUSSAH_ERROR_FORKED,
  TUSSAH_ERROR_UNCAUGHT,
  TUSSAH_ERROR_THREAD_ENDS,
  TUSSAH_ERROR_HANDLER,
  TUSSAH_ERROR_NO_TABLES,
  TUSSAH_ERROR_INTERNAL,
};

/// Prints `tussah: error: ...` and aborts.
_Noreturn void tussah_fatal(enum tussah_error error) TUSSAH_HIDDEN;

/// Prints `tussah: warning: ...`, formatted as by printf, one line.
void tussah_warn(const char *format, ...) TUSSAH_HIDDEN
    __attribute__((format(printf, 1, 2)));

/// Prints `tussah: stack overflow in worker <id>: ...`; the stack has \p
/// stack_size bytes. Called by a signal handler.
void tussah_report_overflow(unsigned worker, size_t stack_size) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_ERROR_H
