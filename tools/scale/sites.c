//===- sites.c - Spawns and loops of the source ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/// A task copies what is known of all sites: too many would take more time than
/// the program. Spawns and loops with greater ids, and those of libraries that
/// are loaded later, share the last site.
enum { MOST = 256 };

uint64_t sites_in_program(void) {
  uint64_t spawns = (uint64_t)__csi_get_count(CSI_DETACH);
  uint64_t loops = (uint64_t)__csi_get_count(CSI_LOOP);
  uint64_t count = 2 + 2 * (spawns > loops ? spawns : loops);
  return count < MOST ? count : MOST;
}

uint64_t site_of(csi_kind_t kind, csi_id_t id) {
  if (!site_count)
    return SITE_ROOT;
  uint64_t site = 1 + 2 * (uint64_t)id + (kind == CSI_LOOP);
  return site < site_count - 1 ? site : site_count - 1;
}

const source_loc_t *site_location(uint64_t site, const char **kind) {
  if (site == SITE_ROOT || site == site_count - 1)
    return NULL;
  bool is_loop = (site - 1) & 1;
  *kind = is_loop ? "loop" : "spawn";
  return __csi_get_source_loc(is_loop ? CSI_LOOP : CSI_DETACH,
                              (csi_id_t)((site - 1) / 2));
}

/// The totals of one thread. They outlive it.
struct totals {
  struct site_total of[MOST];
  struct totals *next;
};

static struct totals *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct totals *own
    __attribute__((tls_model("initial-exec")));

static struct totals *own_totals(void) {
  if (own)
    return own;
  own = calloc(1, sizeof *own);
  if (!own) {
    fprintf(stderr, "cilkscale: error: out of memory\n");
    abort();
  }
  pthread_mutex_lock(&lock);
  own->next = all;
  all = own;
  pthread_mutex_unlock(&lock);
  return own;
}

void sites_add(uint64_t site, int64_t length) {
  own_totals()->of[site].work += length;
}

void sites_count(uint64_t site) { ++own_totals()->of[site].count; }

int64_t sites_work(void) {
  int64_t work = 0;
  for (uint64_t site = 0; site != site_count; ++site)
    work += sites_total(site).work;
  return work;
}

struct site_total sites_total(uint64_t site) {
  struct site_total sum = {0, 0};
  pthread_mutex_lock(&lock);
  for (struct totals *one = all; one; one = one->next) {
    sum.work += one->of[site].work;
    sum.count += one->of[site].count;
  }
  pthread_mutex_unlock(&lock);
  return sum;
}
