//===- interrupt.c - A program that is measured is interrupted ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupt.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

volatile sig_atomic_t interrupt_signal;

// Made before, as a handler must not format; written by one call, so that no
// other text comes between.
static char said[256];
static size_t length;
static void (*report)(void);

static void note(int signal) {
  int saved = errno;
  ssize_t written = write(STDERR_FILENO, said, length);
  (void)written; // nobody is left to tell
  // Last: another thread that sees it reports.
  interrupt_signal = signal;
  errno = saved;
}

void interrupt_catch(const char *tool, void (*how)(void)) {
  int size = snprintf(said, sizeof said,
                      "%s: note: interrupted; the report comes where the next "
                      "strand ends, and another such signal ends the program "
                      "at once\n",
                      tool);
  length = size < (int)sizeof said ? (size_t)size : sizeof said - 1;
  report = how;
  static const int signals[] = {SIGINT, SIGTERM};
  for (int i = 0; i != 2; ++i) {
    struct sigaction old,
        new = {.sa_handler = note, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
      sigaction(signals[i], &new, NULL);
  }
}

void interrupt_end(void) {
  static int taken;
  // Relaxed: only which thread is the first counts.
  if (__atomic_exchange_n(&taken, 1, __ATOMIC_RELAXED))
    return;
  int signal = interrupt_signal;
  interrupt_signal = 0;
  report();
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &usual, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(signal);
}
