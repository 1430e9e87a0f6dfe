//===- RaceModel.h - Models of the race detector ----------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_RACEMODEL_H
#define TUSSAH_TESTS_MODEL_RACEMODEL_H

/// Makes the detector as it is before a program's first task.
void race_begin(void);

/// The calling thread ends, and its variables are gone.
void race_thread_ends(void);

#endif // TUSSAH_TESTS_MODEL_RACEMODEL_H
