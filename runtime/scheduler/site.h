//===- site.h - What a return address belongs to -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_SITE_H
#define TUSSAH_RUNTIME_SCHEDULER_SITE_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum site_kind {
  SITE_FOREIGN, ///< not in code that this runtime knows
  SITE_CALL,    ///< an ordinary call in a known function
  SITE_SPAWN
};

struct site {
  enum site_kind kind;
  bool calls_known;      ///< its callee is known code; may be false for a call
  uintptr_t landing_pad; ///< where a thief resumes; spawns only
};

/// Returns what the call that returns to \p address is. A signal handler may
/// call this.
struct site site_find(uintptr_t address) TUSSAH_HIDDEN;

/// True if the call that returns to \p address, from any code, calls a function
/// of known code by name. Reads the calling code, so only a thread that
/// survives a fault may call this.
bool site_calls_known(uintptr_t address) TUSSAH_HIDDEN;

/// Forgets what has been found if code was unloaded since the last call.
void sites_check_unloading(void) TUSSAH_HIDDEN;

/// Ends the process if \p run, compiled code that begins a root, has no unwind
/// information at the first call. Then no site would be found, and the program
/// would be serial. Any thread.
void sites_check_tables(void (*run)(void *)) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_SITE_H
