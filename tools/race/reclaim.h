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

#include <stdint.h>

/// A reclamation is due: when this thread enters the detector again.
void reclaim_request(void);

/// Reclaims, if it is still due. By thread.c, while no other thread is in the
/// detector.
void reclaim(void);

/// How often that was done.
uint64_t reclaim_count(void);

#endif // TUSSAH_TOOLS_RACE_RECLAIM_H
