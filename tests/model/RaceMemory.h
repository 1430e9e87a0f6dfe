//===- RaceMemory.h - The memory of the modelled race detector --*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_RACEMEMORY_H
#define TUSSAH_TESTS_MODEL_RACEMEMORY_H

/// The program's memory that models access: two lines, which have one lock.
enum { MEMORY = 0x1000, MEMORY_SIZE = 32 };

/// Keeps what the detector has prepared, for each execution.
void race_memory_keep(void);
/// Makes it so again.
void race_memory_reset(void);

#endif // TUSSAH_TESTS_MODEL_RACEMEMORY_H
