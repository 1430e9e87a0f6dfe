//===- scattered.h - A table with scattered marks ---------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_UNIT_RACE_SCATTERED_H
#define TUSSAH_TESTS_UNIT_RACE_SCATTERED_H

#include <stdint.h>

/// Makes a table in which \p count numbers were given, and one in \p distance
/// still is referred to. Returns how many numbers it gives, \p run in a row at
/// least, before the next reclamation is due.
uint64_t given_until_due(uint64_t distance, uint64_t run, uint64_t count);

#endif // TUSSAH_TESTS_UNIT_RACE_SCATTERED_H
