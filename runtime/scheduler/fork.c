//===- fork.c - Whether the process was forked -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fork.h"

#include "error.h"

static bool forked; ///< while parallel code ran; never reset

void note_fork(void) { forked = true; }

// Written before the only thread of the process went on.
bool has_forked(void) { return forked; }

void check_fork(void) {
  if (forked)
    tussah_fatal(TUSSAH_ERROR_FORKED);
}
