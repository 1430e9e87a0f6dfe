//===- paths.h - How strands came to where they are -------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *path* is the calls that lead from the beginning of a task, or of the
/// program, to a function. Functions say in their frames who called them, which
/// costs a few instructions; a path gets a number, the same for equal ones,
/// only where a strand is numbered or spawns, and once for each activation.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_PATHS_H
#define TUSSAH_TOOLS_RACE_PATHS_H

#include "strands.h"

#include "include/tussah/csi.h"

/// The number of a path, 0 if it is not known.
typedef uint32_t path_id;

/// The last function of a path, and what comes before.
struct path {
  path_id caller;
  uint32_t call; ///< the id, plus 1, of the call in the caller; 0: unknown
  uint32_t function;
};

/// Reserves memory. Returns false, with errno, if there is none.
bool paths_prepare(void);

/// The path of the current function. By a thread that is in the detector.
path_id path_of_current(void);
const struct path *path_at(path_id path);

/// Notes that \p block begins in the current function.
void path_note_block(node_id block);
path_id path_of_block(node_id block);

/// \name Reclamations
/// reclaim.c, while no other thread is in the detector. Frames, which nobody
/// can list, refer to no path afterwards.
/// @{
bool paths_are_due(void);
void paths_begin_marks(void);
void path_mark(path_id path);
void path_mark_strand(strand_id strand);
void path_mark_block(node_id block);
void paths_end_marks(void);
/// @}

#endif // TUSSAH_TOOLS_RACE_PATHS_H
