//===- signals.h - Signals on Linux -----------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of tussah_os_linux that have to do with signals; os.h says
/// what they do.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_OS_SIGNALS_H
#define TUSSAH_RUNTIME_OS_SIGNALS_H

#include "os.h"

#include <signal.h>

/// What threads are interrupted with; 0 if they are not.
extern int tussah_os_interrupt_signal __attribute__((visibility("hidden")));

void tussah_os_signals_catch(int signal, bool (*interrupted)(void *context),
                             void (*faulted)(uintptr_t address),
                             bool has_traps);
bool tussah_os_faults_are_caught(const void *context);
bool tussah_os_own_faults_are_caught(void);
bool tussah_os_signal_is_free(int signal);
/// Makes \p set what a thread of the runtime blocks while it is idle: all
/// signals but those that tell of its faults, or that interrupt or sample it.
void tussah_os_signals_of_idle(sigset_t *set);
void tussah_os_signals_get(const void *context, tussah_os_signals *blocked);
void tussah_os_signals_adopt(const tussah_os_signals *blocked);
/// True unless the program has taken the signal that interrupts threads for
/// itself since it was caught.
bool tussah_os_interrupt_is_ours(void);
void tussah_os_signals_block(tussah_os_signals *before);
void tussah_os_signals_unblock(const tussah_os_signals *before);
void tussah_os_signals_release(void);
void tussah_os_signal_stack_give(size_t size);
void tussah_os_signal_stack_take(bool unloads);

#endif // TUSSAH_RUNTIME_OS_SIGNALS_H
