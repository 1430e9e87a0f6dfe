//===- options.h - What the environment says -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_OPTIONS_H
#define TUSSAH_RUNTIME_SCHEDULER_OPTIONS_H

#include "attributes.h"
#include "stress.h"

#include <stddef.h>

struct options {
  unsigned workers;       ///< CILK_NWORKERS
  unsigned processors;    ///< that the process may use
  size_t stack_size;      ///< CILK_STACKSIZE
  const char *statistics; ///< TUSSAH_STATS; null: none
  int signal;             ///< TUSSAH_SIGNAL; 0: none
  struct stress stress;   ///< TUSSAH_STRESS
};

/// Reads the options from the environment. Warns of values that make no sense,
/// and uses the default.
struct options options_read(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_OPTIONS_H
