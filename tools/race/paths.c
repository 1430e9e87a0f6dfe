//===- paths.c - How strands came to where they are -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "paths.h"

#include "memory.h"
#include "race.h"

#include <stdatomic.h>
#include <stddef.h>

enum { MOST_PATHS = 1 << 24, SLOTS = 2 * MOST_PATHS };

static struct path *paths;
static _Atomic path_id *slots;
static _Atomic path_id next_path = 1;
/// By number.
static path_id *of_strands, *of_blocks;

_Thread_local struct race_frame *__tussah_race_frame
    __attribute__((tls_model("initial-exec")));

bool paths_prepare(void) {
  const uint64_t most = UINT64_C(1) << 32;
  paths = memory_reserve(MOST_PATHS * sizeof *paths);
  slots = memory_reserve(SLOTS * sizeof *slots);
  of_strands = memory_reserve(most * sizeof *of_strands);
  of_blocks = memory_reserve(most * sizeof *of_blocks);
  return paths && slots && of_strands && of_blocks;
}

static bool is_equal(const struct path *a, struct path b) {
  return a->caller == b.caller && a->call == b.call &&
         a->function == b.function;
}

static path_id intern(struct path path) {
  uint64_t hash = ((uint64_t)path.caller << 32 | path.function) *
                  UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 32 ^ path.call) * UINT64_C(0xbf58476d1ce4e5b9);
  path_id made = 0;
  for (uint64_t at = hash >> 32;; ++at) {
    _Atomic path_id *slot = &slots[at % SLOTS];
    path_id known = atomic_load_explicit(slot, memory_order_acquire);
    if (!known) {
      // If another thread is faster, this number stays without use.
      if (!made) {
        made = atomic_fetch_add_explicit(&next_path, 1, memory_order_relaxed);
        if (made >= MOST_PATHS)
          return 0;
        paths[made] = path;
      }
      if (atomic_compare_exchange_strong(slot, &known, made))
        return made;
    }
    if (is_equal(&paths[known], path))
      return known;
  }
}

path_id path_of_current(void) {
  // The frames without a number, from the current one outwards. Deep recursion
  // is cut.
  enum { MOST_NEW = 512 };
  struct race_frame *new[MOST_NEW];
  int count = 0;
  struct race_frame *frame = __tussah_race_frame;
  while (frame && !frame->path && count != MOST_NEW) {
    new[count++] = frame;
    frame = frame->caller;
  }
  path_id path = frame ? frame->path : 0;
  while (count--) {
    const struct race_frame *caller = new[count]->caller;
    path = intern((struct path){path, caller ? (uint32_t)(caller->call + 1) : 0,
                                (uint32_t)new[count]->function});
    new[count]->path = path;
  }
  return path;
}

const struct path *path_at(path_id path) { return &paths[path]; }

void path_note_strand(strand_id strand) {
  of_strands[strand] = path_of_current();
}

void path_note_block(node_id block) { of_blocks[block] = path_of_current(); }

path_id path_of_strand(strand_id strand) { return of_strands[strand]; }

path_id path_of_block(node_id block) { return of_blocks[block]; }
