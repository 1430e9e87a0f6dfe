//===- values.h - What memory has in the two orders of a race ---*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For `tussah race --show`, which runs the program in the order of its serial
/// elision and in the opposite one, each on one thread: docs/guides/race.md.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_VALUES_H
#define TUSSAH_TOOLS_RACE_VALUES_H

#include "finding.h"

/// The race \p number, at \p size bytes at \p address, has been found. If one
/// of its accesses reads, memory has now what it reads; if both write, what
/// they leave is known when the current strand has ended.
void values_note(uint64_t number, const struct finding *finding,
                 uintptr_t address, uint64_t size);

/// The strand in which races were noted has ended.
void values_settle(void);

#endif // TUSSAH_TOOLS_RACE_VALUES_H
