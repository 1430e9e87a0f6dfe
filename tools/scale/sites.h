//===- sites.h - Spawns and loops of the source -----------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_SITES_H
#define TUSSAH_TOOLS_SCALE_SITES_H

#include "measure.h"

/// How many sites the program has now, the root and one for what comes later
/// included.
uint64_t sites_in_program(void);

/// The site of a spawn or loop; that of the root if sites are not asked for.
uint64_t site_of(csi_kind_t kind, csi_id_t id);

/// Where \p site is, null for the root and the last site. \p kind becomes
/// "spawn" or "loop".
const source_loc_t *site_location(uint64_t site, const char **kind);

/// A strand of \p site has run for \p length.
void sites_add(uint64_t site, int64_t length);
/// A task or loop of \p site begins.
void sites_count(uint64_t site);

/// What all threads have added for \p site.
struct site_total {
  int64_t work, count;
};
struct site_total sites_total(uint64_t site);
/// What all threads have added for all sites.
int64_t sites_work(void);

#endif // TUSSAH_TOOLS_SCALE_SITES_H
