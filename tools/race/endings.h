//===- endings.h - Ends of a run that are not its usual end -----*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_ENDINGS_H
#define TUSSAH_TOOLS_RACE_ENDINGS_H

/// Prepares for signals that end the program, quick_exit, and fork.
void endings_prepare(void);

#endif // TUSSAH_TOOLS_RACE_ENDINGS_H
