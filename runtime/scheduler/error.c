//===- error.c - Messages to the user -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "error.h"

#include "../atomic.h"
#include "../os/os.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const messages[] = {
    [TUSSAH_ERROR_NO_STACK] =
        "no memory for a stack; lower CILK_STACKSIZE or raise the limit on "
        "memory (ulimit -v)",
    [TUSSAH_ERROR_NO_MEMORY] = "out of memory",
    [TUSSAH_ERROR_TOO_MANY_THREADS] =
        "too many threads run parallel code at the same time",
    [TUSSAH_ERROR_FORKED] =
        "this process was forked while parallel code was running, and cannot "
        "run parallel code itself; fork while none is running, or call exec",
    [TUSSAH_ERROR_UNCAUGHT] = "an exception left parallel code, and nothing "
                              "catches it",
    [TUSSAH_ERROR_THREAD_ENDS] =
        "a thread cannot end in parallel code, where others continue what it "
        "has begun; call pthread_exit after it, and do not cancel its thread",
    [TUSSAH_ERROR_HANDLER] =
        "a signal handler runs parallel code, and has interrupted the runtime; "
        "let it set a flag, and run parallel code elsewhere",
    [TUSSAH_ERROR_NO_TABLES] =
        "the program has no unwind tables, without which nothing can run in "
        "parallel; link without --no-eh-frame-hdr and keep .eh_frame_hdr",
    [TUSSAH_ERROR_INTERNAL] =
        "internal error: a frame is not where it should be; was code compiled "
        "for this runtime changed by another tool?",
};

/// Writes one line. snprintf with these formats is safe in a signal handler:
/// it neither allocates nor locks.
static void write_line(const char *kind, const char *text) {
  char line[512];
  int length = snprintf(line, sizeof line, "tussah: %s: %s\n", kind, text);
  if (length >= (int)sizeof line) {
    length = sizeof line - 1;
    line[length - 1] = '\n';
  }
  // Values of variables must not control the terminal.
  for (int i = 0; i < length - 1; ++i)
    if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
      line[i] = '?';
  tussah_os->message(line, (size_t)length);
}

void tussah_fatal(enum tussah_error error) {
  // Several threads may find at the same time that there is no memory. The
  // first says so, and the others do not end the process before it has.
  enum { SAYING = 1, SAID };
  static atomic_word state;
  if (cas_relaxed(&state, 0, SAYING)) {
    write_line("error", messages[error]);
    store_relaxed(&state, SAID);
  }
  while (load_relaxed(&state) != SAID)
    tussah_os->thread_yield();
  abort();
}

void tussah_warn(const char *format, ...) {
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  write_line("warning", text);
}

void tussah_report_overflow(unsigned worker, size_t stack_size) {
  char kind[64], text[160];
  snprintf(kind, sizeof kind, "stack overflow in worker %u", worker);
  snprintf(text, sizeof text,
           "its stack has %zu KiB; set CILK_STACKSIZE to a larger value",
           stack_size >> 10);
  write_line(kind, text);
}
