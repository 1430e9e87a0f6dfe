//===- interrupt.h - A program that is measured is interrupted --*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who interrupts a program that runs for hours wants what was measured so far.
/// A signal arrives anywhere, also where a tool changes its numbers. So the
/// handler leaves a note, and the next boundary of a strand sees it, reports,
/// and lets the signal end the program.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_INTERRUPT_H
#define TUSSAH_TOOLS_INTERRUPT_H

#include <signal.h>

/// The signal that has arrived, or 0.
extern volatile sig_atomic_t interrupt_signal;

/// From now on SIGINT and SIGTERM are noted, each once, unless the program has
/// handlers of its own or ignores them. \p tool begins the line that says so.
void interrupt_catch(const char *tool, void (*report)(void));

/// Reports, and ends the process by the signal that was noted. Only one thread
/// does; for others, this returns at once. Not in a handler of signals.
void interrupt_end(void);

#endif // TUSSAH_TOOLS_INTERRUPT_H
