//===- units.h - Translation units with hooks ------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What compiled code hands over when it is loaded; compiler/hooks/Places.cpp
/// writes it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_CSI_UNITS_H
#define TUSSAH_RUNTIME_CSI_UNITS_H

#include "include/tussah/csi.h"

/// The places of one kind in one translation unit.
struct csi_table {
  int64_t count;
  const source_loc_t *places;
  /// The id of the first of them. Compiled code adds to it.
  csi_id_t *base;
};

struct csi_unit {
  const char *name;
  /// Hooks of the unit's tool, or null.
  void (*init)(const char *name);
  void (*unit_init)(const char *name);
  /// One for each csi_kind.
  struct csi_table *tables;
  /// The unit that came before, of any.
  struct csi_unit *next;
};

/// Gives the places of \p unit ids. Called once, before code of the unit runs.
void __tussah_csi_unit(struct csi_unit *unit)
    __attribute__((visibility("default")));

#endif // TUSSAH_RUNTIME_CSI_UNITS_H
