//===- sites.h - Which spawns and loops have been executed ------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_SITES_H
#define TUSSAH_TOOLS_RACE_SITES_H

#include "include/tussah/csi.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { MOST_SITES = 1 << 20 };
extern _Atomic bool executed[2][MOST_SITES];

static inline void note_execution(csi_kind_t kind, csi_id_t id) {
  _Atomic bool *is = &executed[kind == CSI_LOOP][id % MOST_SITES];
  if (!atomic_load_explicit(is, memory_order_relaxed))
    atomic_store_explicit(is, true, memory_order_relaxed);
}

static inline bool is_executed(csi_kind_t kind, csi_id_t id) {
  return executed[kind == CSI_LOOP][id % MOST_SITES];
}

#endif // TUSSAH_TOOLS_RACE_SITES_H
