//===- units.c - Translation units with hooks -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "units.h"

#include "runtime/atomic.h"

#include <pthread.h>
#include <stddef.h>

#define TUSSAH_EXPORT __attribute__((visibility("default")))

/// Units are never taken away: code of a library that is closed may be in a
/// tool's report.
static struct {
  /// dlopen may be called by several threads. For `last` and what it leads to.
  pthread_mutex_t lock;
  struct csi_unit *last;
  /// Written under the lock, read without.
  atomic_word counts[CSI_KINDS];
} units = {.lock = PTHREAD_MUTEX_INITIALIZER};

/// Returns whether \p unit is the first.
static bool add(struct csi_unit *unit) {
  pthread_mutex_lock(&units.lock);
  for (int kind = 0; kind != CSI_KINDS; ++kind) {
    const struct csi_table *table = &unit->tables[kind];
    // Relaxed: only the lock's owner writes.
    uintptr_t before = load_relaxed(&units.counts[kind]);
    *table->base = (csi_id_t)before;
    store_relaxed(&units.counts[kind], before + (uintptr_t)table->count);
  }
  unit->next = units.last;
  units.last = unit;
  pthread_mutex_unlock(&units.lock);
  return !unit->next;
}

TUSSAH_EXPORT void __tussah_csi_unit(struct csi_unit *unit) {
  if (add(unit) && unit->init)
    unit->init(unit->name);
  if (unit->unit_init)
    unit->unit_init(unit->name);
}

TUSSAH_EXPORT const source_loc_t *__csi_get_source_loc(csi_kind_t kind,
                                                       csi_id_t id) {
  const source_loc_t *found = NULL;
  pthread_mutex_lock(&units.lock);
  for (struct csi_unit *unit = units.last; unit && !found; unit = unit->next) {
    const struct csi_table *table = &unit->tables[kind];
    if (id >= *table->base && id < *table->base + table->count)
      found = &table->places[id - *table->base];
  }
  pthread_mutex_unlock(&units.lock);
  return found;
}

TUSSAH_EXPORT csi_id_t __csi_get_count(csi_kind_t kind) {
  return (csi_id_t)load_relaxed(&units.counts[kind]);
}
