//===- spawn-sites.c - A tool that counts spawns for each place -*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says at exit how many times each cilk_spawn, and each iteration of each
/// cilk_for, was executed. docs/guides/tools.md explains it.
///
///     clang -O2 -fPIC -emit-llvm -c spawn-sites.c -o spawn-sites.bc
///     tussah-clang -O2 -fcilktool=./spawn-sites.bc program.c && ./a.out
///
//===----------------------------------------------------------------------===//

#include <tussah/csi.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLACES = 1 << 12 };

// Each translation unit has a copy of this file. What is weak is shared.
__attribute__((weak)) uint64_t spawn_sites_spawns[MOST_PLACES];
__attribute__((weak)) uint64_t spawn_sites_iterations[MOST_PLACES];

static void count(uint64_t *counters, csi_id_t id, uint64_t n) {
  // Strands run at the same time.
  if (id < MOST_PLACES)
    __atomic_fetch_add(&counters[id], n, __ATOMIC_RELAXED);
}

uint64_t __csi_detach(csi_id_t detach_id, void *scope) {
  (void)scope;
  count(spawn_sites_spawns, detach_id, 1);
  return 0;
}

uint64_t __csi_before_loop(csi_id_t loop_id, int64_t trip_count,
                           loop_prop_t prop) {
  (void)prop;
  count(spawn_sites_iterations, loop_id, (uint64_t)trip_count);
  return 0;
}

static void print(const uint64_t *counters, csi_kind_t kind, const char *what) {
  for (csi_id_t id = 0; id < __csi_get_count(kind) && id < MOST_PLACES; ++id) {
    const source_loc_t *at = __csi_get_source_loc(kind, id);
    fprintf(stderr, "%s:%" PRId32 ":%" PRId32 ": %s: %" PRIu64 " %s\n",
            at->filename ? at->filename : "?", at->line_number,
            at->column_number, at->name, counters[id], what);
  }
}

static void report(void) {
  print(spawn_sites_spawns, CSI_DETACH, "spawns");
  print(spawn_sites_iterations, CSI_LOOP, "iterations");
}

void __csi_init(const char *name) {
  (void)name;
  atexit(report);
}
