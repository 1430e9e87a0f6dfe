//===- shadow.h - Who has accessed each byte of memory ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_SHADOW_H
#define TUSSAH_TOOLS_RACE_SHADOW_H

#include "access.h"
#include "labels.h"
#include "locks.h"

#include <stdbool.h>
#include <stdint.h>

bool shadow_prepare(void);

/// Bytes of the program's memory that a line of shadow memory is of.
enum { SHADOW_LINE = RACE_SIZE(128, 16) };

/// Whether the current strand has accessed all of \p size bytes at \p address
/// in ways that conflict with no less than \p kind, READ or WRITE.
bool shadow_is_seen(uintptr_t address, uint64_t size, enum access_kind kind);

/// Checks an access of \p size bytes at \p address by the current strand, which
/// \p by is a label of, and which holds \p locks, with all that came before,
/// reports races, and keeps it for those that come.
void shadow_access(uintptr_t address, uint64_t size, lock_set locks,
                   enum access_kind kind, entry by);

/// The same for \p count accesses, the first at \p address, each \p stride
/// bytes behind the one before.
void shadow_access_all(uintptr_t address, uint64_t size, uint64_t count,
                       int64_t stride, lock_set locks, enum access_kind kind,
                       entry by);

/// Forgets the accesses of \p size bytes at \p address: the memory is another
/// object now.
void shadow_forget(uintptr_t address, uint64_t size);

/// \name Reclamations
/// reclaim.c. While no other thread is in the detector.
/// @{
/// Marks all labels that shadow memory has. Returns how many bytes of the
/// program's memory it has looked at.
uint64_t shadow_mark(void);
/// @}

#endif // TUSSAH_TOOLS_RACE_SHADOW_H
