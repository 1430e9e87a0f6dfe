//===- sites.h - Which spawns and loops have been executed ------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_SITES_H
#define TUSSAH_TOOLS_RACE_SITES_H

#include "include/tussah/csi.h"
#include "runtime/atomic.h"

#include <stdbool.h>

enum { MOST_SITES = 1 << 20 };
extern uint8_t executed[2][MOST_SITES];

static inline void note_execution(csi_kind_t kind, csi_id_t id) {
  uint8_t *is = &executed[kind == CSI_LOOP][id % MOST_SITES];
  if (!load8_relaxed(is))
    store8_relaxed(is, true);
}

static inline bool is_executed(csi_kind_t kind, csi_id_t id) {
  return load8_relaxed(&executed[kind == CSI_LOOP][id % MOST_SITES]);
}

#endif // TUSSAH_TOOLS_RACE_SITES_H
