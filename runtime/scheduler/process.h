//===- process.h - What forks and ends the process -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_PROCESS_H
#define TUSSAH_RUNTIME_SCHEDULER_PROCESS_H

#include "attributes.h"

#include <stdbool.h>

/// True if the runtime knows of each fork from now on. False if the system has
/// no memory for that: a child process would then wait for threads that it does
/// not have.
bool process_watches_forks(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_PROCESS_H
