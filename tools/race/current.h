//===- current.h - What the current strand is -------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who calls the program must not keep what these return: it may go on in
/// another thread.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_CURRENT_H
#define TUSSAH_TOOLS_RACE_CURRENT_H

#include "shadow.h"
#include "views.h"

#include "include/tussah/csi.h"

views_id current_views(void);
void set_current_views(views_id views);

/// Nothing that the strand does is checked until the same is said with -1.
void change_unchecked(int change);

/// The program has asked for no checks of the strand, and what it spawns; \p
/// change is 1 or -1.
void change_disabled(int change);
bool is_disabled(void);

/// No strand of this process is checked from here on: it is a child.
void stop_checks(void);

/// Checks an access of the current strand.
void check_access(csi_kind_t place_kind, csi_id_t id, const void *address,
                  uint64_t size, enum access_kind kind);

/// The address of the access that is being checked.
uintptr_t checked_address(void);
uint64_t checked_size(void);

/// The reducer that has \p address as what its uses access, or null.
const void *reducer_used_at(uintptr_t address);

/// Which spawns and loops have been executed, by id.
bool is_executed(csi_kind_t kind, csi_id_t id);

#endif // TUSSAH_TOOLS_RACE_CURRENT_H
