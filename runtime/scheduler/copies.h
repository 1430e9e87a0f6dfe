//===- copies.h - Copies of the runtime in the process ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_COPIES_H
#define TUSSAH_RUNTIME_SCHEDULER_COPIES_H

#include "attributes.h"

/// How many programs and libraries of this process have a runtime of their own.
/// Each copy works, with its own workers: a process with two of them has twice
/// as many threads as it should. It looks at each loaded library.
unsigned copies_count(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_COPIES_H
