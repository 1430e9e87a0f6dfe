//===- splits.h - Words with more than a plain history ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A word is split if its bytes were accessed by themselves, atomically, or by
/// strands that held locks. Its cell has the number of its histories, and the
/// last plain accesses of all its bytes, so that a strand sees its own. All but
/// the reclamations with the lock of its line.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_SPLITS_H
#define TUSSAH_TOOLS_RACE_SPLITS_H

#include "histories.h"
#include "layout.h"

/// Reserves memory. Returns false, with errno, if there is none.
bool splits_prepare(void);

/// Splits \p cell, which is not. What it remembers stays.
void cell_split(struct race_cell *cell);

/// \name Of a cell that is split
/// Sets of bytes have a bit for each of the word's four.
/// @{
/// Checks an access of \p bytes, and keeps it. The cell may not be split
/// afterwards.
void split_access(struct race_cell *cell, uint32_t bytes, lock_set locks,
                  enum access_kind kind, entry now);
/// Forgets accesses of \p bytes.
void split_forget(struct race_cell *cell, uint32_t bytes);
/// The cell is not split any more, and remembers nothing.
void cell_unsplit(struct race_cell *cell);
/// @}

/// \name Reclamations
/// reclaim.c. All but the first while no other thread is in the detector.
/// @{
/// The thread has no numbers any more that it could give.
void splits_forget_supplies(void);
void splits_begin_marks(void);
/// Marks what \p cell, which is split, refers to.
void split_mark(const struct race_cell *cell);
void splits_end_marks(void);
/// @}

#endif // TUSSAH_TOOLS_RACE_SPLITS_H
