//===- checks.h - Accesses of the current strand ----------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_CHECKS_H
#define TUSSAH_TOOLS_RACE_CHECKS_H

#include "access.h"

#include "include/tussah/csi.h"

/// Checks an access of the current strand.
void check_access(csi_kind_t place_kind, csi_id_t id, const void *address,
                  uint64_t size, enum access_kind kind);

/// No strand of this process is checked from here on: it is a child, or ends.
void stop_checks(void);

/// A block at \p address has been allocated, perhaps for the program.
void thread_allocates(const void *address);

/// \p size bytes at \p address are being freed, perhaps by the program.
void thread_frees(const void *address, uint64_t size);

#endif // TUSSAH_TOOLS_RACE_CHECKS_H
