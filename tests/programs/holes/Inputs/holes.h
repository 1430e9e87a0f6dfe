//===- holes.h - Code that an optimizer could break -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_PROGRAMS_HOLES_H
#define TUSSAH_TESTS_PROGRAMS_HOLES_H

#include <stdio.h>

/// Code that a transformation would break if it knew nothing of tasks.
struct hole {
  const char *name; ///< of the transformation
  long times;       ///< how often it is run
  /// Prints to \p out. The text must always be the same.
  void (*run)(FILE *out);
  /// The number of its tasks depends on grain sizes, or it ends the program: it
  /// is run by name only.
  char is_apart;
};

#ifdef __cplusplus
extern "C"
#endif
    /// Those in C. The last one has no name.
    const struct hole holes_in_c[];

#endif // TUSSAH_TESTS_PROGRAMS_HOLES_H
