//===- reclaim.h - What nothing refers to any more --------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Labels, strands, nodes and histories of bytes that nothing refers to get
/// their numbers back. algorithm.md says what refers to them, and why no thread
/// sees that.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_RECLAIM_H
#define TUSSAH_TOOLS_RACE_RECLAIM_H

/// Prepares for reclamations, if the system can do what they need.
void reclaim_prepare(void);

/// A reclamation is due: when this thread enters the detector again.
void reclaim_request(void);

#endif // TUSSAH_TOOLS_RACE_RECLAIM_H
