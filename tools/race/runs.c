//===- runs.c - Lines of a few runs of equal words ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runs.h"

#include "cells.h"

// Cells are read and written as pairs: a processor waits where a load is wider
// than the stores before it.

/// Makes a run begin at \p word. Its cell may be one that was not used.
static run_set begin_run(struct race_cell *cells, run_set runs, unsigned word) {
  if (word == RUN_WORDS || runs & 1u << word)
    return runs;
  set_pair(&cells[word], get_pair(&cells[run_start(runs, word)]));
  return runs | 1u << word;
}

/// Unites the run at \p word with the one before, if they are equal.
static run_set unite(struct race_cell *cells, run_set runs, unsigned word) {
  if (word == 0 || word == RUN_WORDS)
    return runs;
  if (differ(get_pair(&cells[run_start(runs, word - 1)]),
             get_pair(&cells[word])))
    return runs;
  // Unused cells have nothing, but for those that the line had before.
  set_pair(&cells[word], (struct pair){0, 0});
  return runs & ~(1u << word);
}

bool runs_access(struct race_cell *cells, run_set *all_runs, unsigned first,
                 unsigned end, enum access_kind kind, entry now) {
  run_set runs = begin_run(cells, *all_runs, first);
  runs = begin_run(cells, runs, end);
  bool fits = true;
  for (unsigned start = first; start < end && fits;) {
    struct race_history h = history_in(get_pair(&cells[start]));
    const struct change *c = change_of(h, kind, now);
    set_pair(&cells[start], cell_pair(c->after));
    fits = c->fits;
    unsigned next = run_end(runs, start);
    runs = unite(cells, runs, start);
    start = next;
  }
  *all_runs = unite(cells, runs, end);
  return fits;
}

void runs_expand(struct race_cell *cells, run_set runs) {
  for (unsigned start = 0; start != RUN_WORDS;) {
    unsigned next = run_end(runs, start);
    fill(&cells[start], &cells[next], get_plain(&cells[start].all));
    start = next;
  }
}

void runs_forget_unused(struct race_cell *cells, run_set runs) {
  for (unsigned word = 0; word != RUN_WORDS; ++word)
    if (!(runs & 1u << word))
      set_plain(&cells[word].all, (struct race_history){0});
}
