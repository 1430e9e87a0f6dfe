//===- shadow.h - Who has accessed each byte of memory ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_SHADOW_H
#define TUSSAH_TOOLS_RACE_SHADOW_H

#include "locks.h"
#include "strands.h"

#include <stdbool.h>
#include <stdint.h>

/// What an access does. Those that conflict if they are in parallel are in the
/// table of algorithm.md.
enum access_kind { READ, WRITE, ATOMIC_READ, ATOMIC_WRITE, ACCESS_KINDS };

/// An access, as shadow memory keeps it: the strand in the upper half, the
/// place of the instruction in the lower one. 0 for none.
typedef uint64_t entry;

static inline entry entry_of(strand_id strand, place place) {
  return (entry)strand << 32 | place;
}
static inline strand_id entry_strand(entry e) { return (strand_id)(e >> 32); }
static inline place entry_place(entry e) { return (place)e; }

bool shadow_prepare(void);

/// Checks an access of \p size bytes at \p address by a strand that holds \p
/// locks with all that came before, reports races, and keeps it for those that
/// come.
void shadow_access(uintptr_t address, uint64_t size, lock_set locks,
                   enum access_kind kind, entry by);

/// Forgets the accesses of \p size bytes at \p address: the memory is another
/// object now.
void shadow_forget(uintptr_t address, uint64_t size);

#endif // TUSSAH_TOOLS_RACE_SHADOW_H
