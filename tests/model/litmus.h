//===- litmus.h - Small programs with known outcomes ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// They test the checker: for each, the set of outcomes that it finds must be
/// the one that C11 (as repaired in C++20) allows, less those of load
/// buffering. An outcome is the registers' values as decimal digits, the first
/// register first.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_LITMUS_H
#define TUSSAH_TESTS_MODEL_LITMUS_H

#include "models.h"

#ifdef __cplusplus
extern "C" {
#endif

struct litmus {
  struct model model;
  const char *outcomes; ///< expected, in ascending order
  const char *failure;  ///< expected beginning of the failure; "": none
};

/// The tests of litmus.def. The last one has no name.
extern const struct litmus litmus_tests[];

#ifdef __cplusplus
}
#endif

#endif // TUSSAH_TESTS_MODEL_LITMUS_H
