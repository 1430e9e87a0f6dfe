//===- copies.h - Copies of the runtime in the process ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_COPIES_H
#define TUSSAH_RUNTIME_COPIES_H

/// How many programs and libraries of this process have a runtime of their own.
/// Each copy works, with its own workers: a process with two of them has twice
/// as many threads as it should. It looks at each loaded library.
unsigned copies_count(void);

#endif // TUSSAH_RUNTIME_COPIES_H
