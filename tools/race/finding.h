//===- finding.h - What is known of a race ----------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_FINDING_H
#define TUSSAH_TOOLS_RACE_FINDING_H

#include "access.h"
#include "labels.h"
#include "objects.h"

/// A line of a call-spawn stack: how the place above it came to run.
struct step {
  const char *what; ///< "called at" and the like
  const source_loc_t *at;
};

enum { MOST_STEPS = 32 };

struct found_access {
  enum access_kind kind;
  csi_kind_t place_kind;
  const char *what; ///< "read at" and the like
  const source_loc_t *at;
  strand_id strand;
  int steps;
  struct step stack[MOST_STEPS];
};

struct finding {
  /// `accesses[earlier]` is first in the serial order.
  struct found_access accesses[2];
  int earlier;
  /// What makes them parallel.
  bool is_loop;
  const source_loc_t *spawn;
  /// The other strand goes on behind the spawn itself, not in a later task.
  bool is_continuation;
  const source_loc_t *later_spawn;
  /// What is raced on; null if it is not known.
  const char *variable;
  bool is_reducer, has_object;
  struct object object;
  const source_loc_t *object_at;
  int object_steps;
  struct step object_stack[MOST_STEPS];
  char advice[512];
};

/// Finds out all about a race.
void finding_make(struct finding *finding, entry before,
                  enum access_kind kind_before, entry now,
                  enum access_kind kind);

/// Writes into `advice` what to do.
void advise(struct finding *finding);

#endif // TUSSAH_TOOLS_RACE_FINDING_H
