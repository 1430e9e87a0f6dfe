//===- guards.h - Static variables and `once` -------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *guard* lets one strand run an initialiser, for which others wait. What
/// they do behind that, having *passed* the guard, comes after the initialiser.
/// algorithm.md says what the detector makes of it.
///
/// Guards that a strand in parallel code initialises get numbers, up to the end
/// of the phase: later strands are behind their initialisers anyway.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_GUARDS_H
#define TUSSAH_TOOLS_RACE_GUARDS_H

#include "locks.h"
#include "race.h"
#include "strands.h"

#include "runtime/atomic.h"

#include <stdbool.h>
#include <stdint.h>

static inline bool guards_are_used(void) {
  return load32_relaxed(&__tussah_race_guards) != 0;
}

/// The memory is another object now. A guard that was there is gone.
void guards_forget_bytes(uintptr_t address, uint64_t size);
static inline void guards_forget(uintptr_t address, uint64_t size) {
  if (guards_are_used())
    guards_forget_bytes(address, size);
}

/// The task or iteration in \p block ends, and the strand behind the block has
/// passed what it has.
void guards_leave(node_id block, lock_set held);
/// Returns what a strand with \p held has behind \p block.
lock_set guards_unite(node_id block, lock_set held);

/// The root goes on with \p held, behind all that has run. Returns what it has
/// then.
lock_set guards_end_phase(lock_set held);

/// Whether some initialiser was not checked, as too many guards had numbers.
bool guards_were_too_many(void);

#endif // TUSSAH_TOOLS_RACE_GUARDS_H
