//===- handlers.h - Which exceptions a continuation handles -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// handlers.md has the proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_HANDLERS_H
#define TUSSAH_RUNTIME_SCHEDULER_HANDLERS_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct handler;
struct worker;

/// What the continuation of a spawn handles. Of each list, the youngest.
struct handling {
  struct handler *handlers; ///< of known functions
  void *caught;             ///< exceptions
  void *around;             ///< of these, those that callers handle
};

/// Fills in \p handling for the spawn in the frame \p parent of the function
/// with the frame pointer \p child: the oldest spawn on the stack of \p worker,
/// the caller, that is not promoted. Returns false if it cannot be found out.
bool handling_find(const struct worker *worker, uintptr_t child,
                   uintptr_t parent, struct handling *handling) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_HANDLERS_H
