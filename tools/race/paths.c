//===- paths.c - How strands came to where they are -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "paths.h"

#include "layout.h"
#include "memory.h"
#include "race.h"
#include "tables.h"

#include <stddef.h>

/// Numbers must fit into `of_strands` and objects, and frames.
static struct table paths = {.most = 1 << 24,
                             .size = sizeof(struct path),
                             .block = 64,
                             .run = 1,
                             .least = 1 << 18};

/// Numbers by the hash of their paths. Reclamations make it anew, at least four
/// times as large as there will be paths.
enum { LEAST_SLOTS = RACE_SIZE(1 << 20, 256), MOST_SLOTS = 1 << 26 };
static path_id *slots;
static uint64_t slot_count = LEAST_SLOTS;
/// By number.
static path_id *of_blocks;

/// How often paths were reclaimed, plus 1: numbers from before, in frames and
/// of this thread, do not count.
static uint32_t epoch = 1;

/// What this thread can give.
static _Thread_local struct {
  struct supply supply;
  uint32_t epoch;
} own;

_Thread_local struct race_frame *__tussah_race_frame
    __attribute__((tls_model("initial-exec")));

bool paths_prepare(void) {
  const uint64_t most = UINT64_C(1) << 32;
  slots = memory_reserve(MOST_SLOTS * sizeof *slots);
  of_blocks = memory_reserve(most * sizeof *of_blocks);
  return slots && of_blocks && table_prepare(&paths);
}

static bool is_equal(const struct path *a, struct path b) {
  return a->caller == b.caller && a->call == b.call &&
         a->function == b.function;
}

static struct path *path_of(path_id number) {
  return (struct path *)paths.entries + number;
}

static uint64_t hash_of(struct path path) {
  uint64_t hash = ((uint64_t)path.caller << 32 | path.function) *
                  UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 32 ^ path.call) * UINT64_C(0xbf58476d1ce4e5b9);
  return hash >> 32;
}

/// Returns a number, which is given when `own.supply.next` is increased; 0 if
/// there is none.
static path_id next_number(void) {
  uint32_t now = load32_relaxed(&epoch);
  if (own.epoch != now) {
    own.supply = (struct supply){0, 0, 0};
    own.epoch = now;
  }
  // Half of the slots stay free, also where the system allows no reclamation.
  if (own.supply.next == own.supply.end &&
      (load_relaxed(&paths.next) > slot_count / 2 ||
       !table_take(&paths, &own.supply)))
    return 0;
  return (path_id)own.supply.next;
}

static path_id intern(struct path path) {
  path_id made = 0;
  for (uint64_t at = hash_of(path);; ++at) {
    path_id *slot = &slots[at % slot_count];
    path_id known = load32_acquire(slot); // pairs with the release below
    if (!known) {
      if (!made && !(made = next_number()))
        return 0;
      *path_of(made) = path;
      if (cas32_release(slot, 0, made)) {
        ++own.supply.next;
        return made;
      }
      known = load32_acquire(slot); // pairs with the other thread's release
    }
    if (is_equal(path_of(known), path))
      return known;
  }
}

path_id path_of_current(void) {
  // The frames without a number, from the current one outwards. Deep recursion
  // is cut.
  enum { MOST_NEW = 512 };
  struct race_frame *new[MOST_NEW];
  int count = 0;
  const uint32_t now = load32_relaxed(&epoch);
  struct race_frame *frame = __tussah_race_frame;
  while (frame && !(frame->path && frame->epoch == now) && count != MOST_NEW) {
    new[count++] = frame;
    frame = frame->caller;
  }
  path_id path = frame && frame->epoch == now ? frame->path : 0;
  while (count--) {
    const struct race_frame *caller = new[count]->caller;
    path = intern((struct path){path, caller ? (uint32_t)(caller->call + 1) : 0,
                                (uint32_t)new[count]->function});
    new[count]->path = path;
    new[count]->epoch = now;
  }
  return path;
}

const struct path *path_at(path_id path) { return path_of(path); }

void path_note_block(node_id block) { of_blocks[block] = path_of_current(); }

path_id path_of_block(node_id block) { return of_blocks[block]; }

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

bool paths_are_due(void) { return load_relaxed(&paths.next) > paths.due; }

void paths_begin_marks(void) { table_begin_marks(&paths); }

void path_mark(path_id path) {
  while (path && table_mark(&paths, path))
    path = path_of(path)->caller;
}

void path_mark_strand(strand_id strand) { path_mark(strand_path(strand)); }

void path_mark_block(node_id block) { path_mark(of_blocks[block]); }

static void add_slot(path_id path) {
  uint64_t at = hash_of(*path_of(path));
  while (load32_relaxed(&slots[at % slot_count]))
    ++at;
  store32_relaxed(&slots[at % slot_count], path);
}

void paths_end_marks(void) {
  fetch_add32_relaxed(&epoch, 1);
  memory_clear(slots, slot_count * sizeof *slots);
  const uint64_t end = table_end(&paths);
  table_end_marks(&paths, 0);
  while (slot_count < MOST_SLOTS && slot_count < 4 * paths.due)
    slot_count *= 2;
  for (uint64_t path = table_find(&paths, 1, end, true); path != end;
       path = table_find(&paths, path + 1, end, true))
    add_slot((path_id)path);
}
