//===- cache-misses.c - A tool that simulates a cache for each strand -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says at exit how many lines each kind of strand had to fetch, if each begins
/// with an empty cache of 32 KB: what a schedule that steals everything would
/// cost. docs/guides/tools.md explains it.
///
//===----------------------------------------------------------------------===//

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <tussah/csi.h>

enum { MOST_PLACES = 1 << 12, LINE = 64, LINES = 512 };
enum strand { TASK, CONTINUATION, BEHIND_SYNC, ITERATION, STRANDS };
static const csi_kind_t kinds[] = {CSI_DETACH, CSI_DETACH_CONTINUE, CSI_SYNC,
                                   CSI_LOOP};
static const char *const names[] = {"task", "continuation", "behind the sync",
                                    "iteration"};

struct counter {
  uint64_t strands, misses;
};

/// That of a thread. What has another number is of an earlier strand.
struct cache {
  struct counter *at;
  uint64_t strand, lines[LINES], strand_of[LINES];
};

// Each translation unit has a copy of this file. What is weak is shared.
__attribute__((weak)) struct counter cache_misses[STRANDS][MOST_PLACES];
__attribute__((weak)) struct counter cache_misses_of_others;
__attribute__((weak)) uint64_t cache_misses_strands;
__attribute__((weak)) _Thread_local struct cache cache_misses_cache;

// Not inlined: the strand may go on in another thread, with its own variable.
__attribute__((noinline)) static struct cache *cache(void) {
  return &cache_misses_cache;
}

static void begin(enum strand what, csi_id_t id) {
  struct cache *c = cache();
  c->at = &cache_misses[what][id % MOST_PLACES];
  c->strand = __atomic_add_fetch(&cache_misses_strands, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&c->at->strands, 1, __ATOMIC_RELAXED);
}

static void access(const void *address, int32_t size) {
  struct cache *c = cache();
  struct counter *at = c->at ? c->at : &cache_misses_of_others;
  uint64_t first = (uintptr_t)address / LINE;
  uint64_t last = ((uintptr_t)address + (uint64_t)size - 1) / LINE;
  for (uint64_t line = first; line <= last; ++line) {
    uint64_t i = line % LINES;
    if (c->lines[i] == line && c->strand_of[i] == c->strand)
      continue;
    c->lines[i] = line, c->strand_of[i] = c->strand;
    __atomic_fetch_add(&at->misses, 1, __ATOMIC_RELAXED);
  }
}

void __csi_before_load(csi_id_t l, const void *a, int32_t n, load_prop_t p) {
  access(a, n);
}
void __csi_before_store(csi_id_t s, const void *a, int32_t n, store_prop_t p) {
  access(a, n);
}
void __csi_task(csi_id_t t, csi_id_t detach, task_prop_t p, uint64_t value) {
  begin(TASK, detach);
}
void __csi_detach_continue(csi_id_t c, csi_id_t d, detach_continue_prop_t p,
                           void *scope, uint64_t value) {
  begin(CONTINUATION, c);
}
void __csi_after_sync(csi_id_t sync, sync_prop_t p, void *scope) {
  begin(BEHIND_SYNC, sync);
}
void __csi_loopbody_entry(csi_id_t loop, loop_prop_t p, uint64_t v, int64_t k) {
  begin(ITERATION, loop);
}

static void report(void) {
  for (int what = 0; what != STRANDS; ++what)
    for (csi_id_t id = 0; id < MOST_PLACES; ++id) {
      const struct counter *c = &cache_misses[what][id];
      const source_loc_t *at = __csi_get_source_loc(kinds[what], id);
      if (at && c->strands)
        fprintf(stderr,
                "%s:%" PRId32 ": %s: %" PRIu64 " misses in %" PRIu64 "\n",
                at->name, at->line_number, names[what], c->misses, c->strands);
    }
}
void __csi_init(const char *name) { atexit(report); }
