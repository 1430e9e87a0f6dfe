//===- report.c - Says where races are ------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report.h"

#include "memory.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Exit code of a program with races.
enum { RACES_FOUND = 66 };

/// Places are kept in 28 bits.
enum { ID_BITS = 25, KINDS = 5 };

/// What the place of an access may be.
static const csi_kind_t kinds[KINDS] = {CSI_LOAD, CSI_STORE, CSI_CALL, CSI_FREE,
                                        CSI_ALLOCFN};

place place_of(csi_kind_t kind, csi_id_t id) {
  if (id < 0 || id + 1 >= INT64_C(1) << ID_BITS)
    memory_fatal("the program has too many loads and stores; compile a part of "
                 "it without -fsanitize=cilk");
  place index = 0;
  while (index != KINDS && kinds[index] != kind)
    ++index;
  // Of spawns and loops the kind is known where they are used.
  return (index % KINDS) << ID_BITS | (place)(id + 1);
}

static const source_loc_t *source(csi_kind_t kind, place place) {
  csi_id_t id = (csi_id_t)(place & ((1u << ID_BITS) - 1)) - 1;
  const source_loc_t *at = id < 0 ? NULL : __csi_get_source_loc(kind, id);
  static const source_loc_t unknown = {NULL, 0, 0, NULL};
  return at ? at : &unknown;
}

//===----------------------------------------------------------------------===//
// Each race once
//===----------------------------------------------------------------------===//

enum { MOST_RACES = 1 << 16 };

/// Pairs of accesses, by a hash of them.
static _Atomic uint64_t known[MOST_RACES];
static _Atomic uint64_t count;

/// An access without its strand: not 0.
static uint32_t what_of(entry e, enum access_kind kind) {
  return (uint32_t)(kind + 1) << 28 | entry_place(e);
}

/// Returns whether the pair was not there yet.
static bool is_new(uint32_t a, uint32_t b) {
  uint64_t pair = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  uint64_t at = (pair * UINT64_C(0x9e3779b97f4a7c15)) >> 48;
  for (int tries = 0; tries != MOST_RACES; ++tries) {
    _Atomic uint64_t *slot = &known[(at + tries) % MOST_RACES];
    uint64_t found = atomic_load_explicit(slot, memory_order_relaxed);
    if (found == pair)
      return false;
    if (found == 0 && atomic_compare_exchange_strong(slot, &found, pair))
      return true;
    if (found == pair)
      return false;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// A report is written at once, so that those of threads do not mix.
struct text {
  size_t length;
  char bytes[2048];
};

#define APPEND(text, ...)                                                      \
  ((text)->length +=                                                           \
   (size_t)snprintf((text)->bytes + (text)->length,                            \
                    sizeof(text)->bytes - (text)->length, __VA_ARGS__))

static void append_place(struct text *text, const char *what,
                         const source_loc_t *at) {
  // Long names are cut, so that all parts of a report have room.
  if (at->filename)
    APPEND(text, "  %s %.200s:%" PRId32 ":%" PRId32, what, at->filename,
           at->line_number, at->column_number);
  else
    APPEND(text, "  %s an unknown line (compile with -g)", what);
  if (at->name)
    APPEND(text, " in %.200s", at->name);
  APPEND(text, "\n");
}

static const char *verb(enum access_kind kind, csi_kind_t place_kind) {
  if (place_kind == CSI_FREE)
    return "free at";
  if (place_kind == CSI_ALLOCFN)
    return "realloc at";
  static const char *const verbs[] = {"read at", "write at", "atomic read at",
                                      "atomic write at"};
  return verbs[kind];
}

static void append_access(struct text *text, entry e, enum access_kind kind) {
  csi_kind_t place_kind = kinds[entry_place(e) >> ID_BITS];
  append_place(text, verb(kind, place_kind),
               source(place_kind, entry_place(e)));
}

/// What makes two strands parallel: the loop, or the spawn of the one that is
/// first in the serial order.
static void append_reason(struct text *text, strand_id a, strand_id b) {
  struct meeting meeting = strands_meet(a, b);
  place loop = node_place(meeting.node);
  place spawn = meeting.a < meeting.b ? meeting.place_a : meeting.place_b;
  if (loop)
    append_place(text, "in iterations of the loop at", source(CSI_LOOP, loop));
  else
    append_place(text, "in parallel because of the spawn at",
                 source(CSI_DETACH, spawn));
}

void report_race(entry before, enum access_kind kind_before, entry now,
                 enum access_kind kind) {
  if (!is_new(what_of(before, kind_before), what_of(now, kind)))
    return;
  atomic_fetch_add(&count, 1);
  struct text text = {.length = 0};
  APPEND(&text, "Race detected on a location that two strands access:\n");
  append_access(&text, before, kind_before);
  append_access(&text, now, kind);
  append_reason(&text, entry_strand(before), entry_strand(now));
  // Directly, for programs that crash afterwards.
  ssize_t written = write(STDERR_FILENO, text.bytes, text.length);
  (void)written;
}

void report_end(void) {
  uint64_t races = atomic_load(&count);
  dprintf(STDERR_FILENO, "Cilksan detected %" PRIu64 " distinct races.\n",
          races);
  if (!races)
    return;
  fflush(NULL);
  _exit(RACES_FOUND);
}
