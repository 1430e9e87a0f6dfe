//===- runs.h - Lines of a few runs of equal words --------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of arrays seldom begin where lines of shadow memory do. A line at
/// their edge has two or three runs of words, each with one history. The cell
/// of a run's first word has it; the other cells of the line are not used.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_RUNS_H
#define TUSSAH_TOOLS_RACE_RUNS_H

#include "histories.h"
#include "layout.h"

/// The words of a line.
enum { RUN_WORDS = RACE_SIZE(32, 4) };

/// The words where runs begin, as bits. The first one of the line always is.
typedef uint32_t run_set;

/// The word where the run behind the one at \p start begins.
static inline unsigned run_end(run_set runs, unsigned start) {
  __builtin_assume(start < RUN_WORDS);
  run_set behind = runs >> start >> 1;
  return behind ? start + 1 + (unsigned)__builtin_ctz(behind) : RUN_WORDS;
}

/// The word where the run begins that \p word is in.
static inline unsigned run_start(run_set runs, unsigned word) {
  return 31 - (unsigned)__builtin_clz(runs & ((2u << word) - 1));
}

/// Checks a plain access of the words from \p first to \p end, and keeps it in
/// \p runs, no two of which next to each other are equal. Returns false if it
/// does not fit; what fits is done.
bool runs_access(struct race_cell *cells, run_set *runs, unsigned first,
                 unsigned end, enum access_kind kind, entry now);

/// Gives each word the history of its run.
void runs_expand(struct race_cell *cells, run_set runs);

/// Clears the cells that are not used.
void runs_forget_unused(struct race_cell *cells, run_set runs);

#endif // TUSSAH_TOOLS_RACE_RUNS_H
