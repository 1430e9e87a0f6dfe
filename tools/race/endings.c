//===- endings.c - Ends of a run that are not its usual end ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "endings.h"

#include "checks.h"
#include "report.h"

#include "runtime/atomic.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Signals that end programs which do not handle them. On AArch64 traps of
/// compiled code are SIGTRAP, on x86-64 SIGILL.
static const struct {
  int number;
  const char *name;
} deadly[] = {{SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
              {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},   {SIGSEGV, "SIGSEGV"},
              {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGXCPU, "SIGXCPU"}};
enum { DEADLY = sizeof deadly / sizeof *deadly };

/// Says so, and lets the signal end the program: its handler is the default one
/// again.
static void on_signal(int number) {
  for (int i = 0; i != DEADLY; ++i)
    if (deadly[i].number == number)
      report_ended_by(deadly[i].name);
  raise(number);
}

/// Handlers that are there already, AddressSanitizer's for one, stay.
static void prepare_for_signals(void) {
  for (int i = 0; i != DEADLY; ++i) {
    struct sigaction action;
    if (sigaction(deadly[i].number, NULL, &action) ||
        action.sa_flags & SA_SIGINFO || action.sa_handler != SIG_DFL)
      continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK;
    sigaction(deadly[i].number, &action, NULL);
  }
}

static void before_fork(void) {
  static atomic_word is_said;
  if (!exchange_relaxed(&is_said, true))
    report_note("the program forks; the child is not checked");
}

/// Other threads of the parent may hold locks of the detector, which nobody
/// releases here.
static void in_child(void) {
  stop_checks();
  report_stop();
}

void endings_prepare(void) {
  prepare_for_signals();
  at_quick_exit(report_end);
  pthread_atfork(before_fork, NULL, in_child);
}
