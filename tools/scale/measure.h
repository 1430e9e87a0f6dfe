//===- measure.h - Work and span, and how they combine ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strands in series add up; where strands in parallel join, works add up and
/// the longest path goes on.
///
/// All lengths of paths are from the beginning of the program. So a task starts
/// with those of its parent, and a join is a maximum.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_MEASURE_H
#define TUSSAH_TOOLS_SCALE_MEASURE_H

#include "include/tussah/csi.h"

#include <stdbool.h>
#include <stdint.h>

/// What each site, that is each spawn and parallel loop of the source, has to
/// do with the longest path. Three numbers for each site:
struct site_part {
  /// How much of the longest path is in strands of the site.
  int64_t on_path;
  /// By how much the longest path of the whole dag would be shorter if strands
  /// of the site took no time, and, times 2, if they took half of theirs. It is
  /// kept as what is saved, because a strand then changes one entry, not all.
  int64_t saved_if_free, saved_if_half;
};

/// Null if nobody asks for sites.
typedef struct site_part *site_profile;

struct measure {
  /// Of the task or iteration, with all tasks that it has synced with.
  int64_t work;
  /// The longest path to here. `burdened` has what a steal costs at each spawn
  /// and return; `other` has iterations that run one after another, if `span`
  /// has them in parallel, or the other way round.
  int64_t span, burdened, other;
  site_profile profile;
};

/// Where strands in parallel join.
struct join {
  /// 1 while a thread combines.
  uint64_t lock;
  struct measure longest;
  /// The sum of what iterations that ran one after another add to `other`.
  int64_t serial;
  /// The loop, if it is the join of a leaf.
  struct loop *loop;
};

/// A strand that runs, or has reached a boundary.
struct strand {
  struct measure at;
  /// Where its task or iteration ends; null in the program's first strand.
  struct join *join;
  /// Of an iteration: `other` of the strand that the loop is in.
  int64_t other_before;
  uint64_t site;
  /// Of a task: the number of its spawn.
  uint64_t spawn;
  /// In the tree of tree.h.
  uint64_t node;
};

/// Strands of no site: those of the program's first task.
#define SITE_ROOT 0

/// How many sites there are, the root included. Sites do not exist before
/// measure_sites().
extern uint64_t site_count;

/// Switches profiles on, for \p count sites.
void measure_sites(uint64_t count);

/// A copy of \p original, null for null.
site_profile profile_copy(site_profile original);
void profile_free(site_profile unused);
/// All zero, null if nobody asks for sites.
site_profile profile_new(void);

/// The strand has gone on for \p length.
static inline void measure_add(struct strand *strand, int64_t length) {
  struct measure *at = &strand->at;
  at->work += length;
  at->span += length;
  at->burdened += length;
  at->other += length;
  if (at->profile) {
    struct site_part *part = &at->profile[strand->site];
    part->on_path += length;
    part->saved_if_free += length;
    part->saved_if_half += length;
  }
}

/// Joins \p from into \p into. The profile of \p from is used up.
void measure_join(struct measure *into, struct measure *from);

#endif // TUSSAH_TOOLS_SCALE_MEASURE_H
