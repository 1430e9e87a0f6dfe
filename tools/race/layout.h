//===- layout.h - What inlined checks and the detector share ----*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where shadow memory is and what its cells are, and the labels of the strand
/// that a thread executes: what hooks.c, inlined into programs, reads to see
/// that an access needs no check. algorithm.md says why that is sound.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_LAYOUT_H
#define TUSSAH_TOOLS_RACE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef TUSSAH_MODEL
#include "runtime/atomic.h"
#define RACE_LABEL(label) load32_relaxed(&(label))
/// Models look at each word, so there they have few.
#define RACE_SIZE(of_programs, of_models) (of_models)
#else
#define RACE_LABEL(label) (label)
#define RACE_SIZE(of_programs, of_models) (of_programs)
#endif

/// Plain accesses of some memory: labels (labels.h), 0 for none.
struct race_history {
  uint32_t write, reads[2];
};

/// The accesses of one word of the program's memory. While its line (shadow.c)
/// has one history, they are not used, but what is mine (below) in them is
/// true.
struct race_cell {
  struct race_history all;
  /// Not 0: the histories that count are elsewhere (splits.h).
  uint32_t split;
};

enum { RACE_WORD = 4 };

/// \name Addresses
/// Programs use the lowest 8 TB, and some around a third, two thirds and the
/// end of the 128 TB that there are. In these places, the lower 43 bits differ.
/// @{
enum { RACE_ADDRESS_BITS = 43 };
#define RACE_CELLS UINT64_C(0x580000000000)
#define RACE_CELLS_SIZE                                                        \
  ((UINT64_C(1) << RACE_ADDRESS_BITS) / RACE_WORD * sizeof(struct race_cell))
/// @}

static inline struct race_cell *race_cell_of(uintptr_t address) {
  uint64_t offset = (address << (64 - RACE_ADDRESS_BITS)) >>
                    (64 - RACE_ADDRESS_BITS - 2); // times 4, without a mask
  return (struct race_cell *)(RACE_CELLS + (offset & ~UINT64_C(15)));
}

/// The labels of the strand that a thread has checked last: from `first` on,
/// `room` of them, the last of which may not be given yet. No other strand has
/// one of these.
struct race_window {
  /// What __tussah_pedigree.parent is in this strand, and in no other.
  uint64_t strand;
  uint32_t first, room;
  /// If the strand is an iteration of a loop: the labels of those that the
  /// thread has executed directly before it, and its own. They are from `run`
  /// on, `run_room` of them. Else the strand's own.
  uint32_t run, run_room;
};

static inline bool race_is_mine(uint32_t label, uint32_t first, uint32_t room) {
  return label - first < room;
}

/// Whether the cell has a label that says that an access of the strand with
/// the window \p of needs no check, as one that conflicts with no less has left
/// it.
static inline bool race_cell_is_seen(const struct race_cell *cell,
                                     struct race_window of, bool is_read) {
  return race_is_mine(RACE_LABEL(cell->all.write), of.first, of.room) ||
         (is_read &&
          race_is_mine(RACE_LABEL(cell->all.reads[0]), of.run, of.run_room));
}

#endif // TUSSAH_TOOLS_RACE_LAYOUT_H
