//===- format.h - A recorded dag, in memory and in files --------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A recording is a header and a stream of tokens, in the order of the serial
/// program, which is that of a run on one worker. The header is in the byte
/// order of the machine: another order is another magic number.
///
/// A token is a byte, its kind, and numbers as LEB128: first the length of the
/// strand that ends there, in ticks, then what the kind has.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_PREDICT_FORMAT_H
#define TUSSAH_TOOLS_PREDICT_FORMAT_H

#include <stdint.h>

/// "tussdag" and a zero, little endian.
#define RECORDING_MAGIC UINT64_C(0x0067616473737574)
#define RECORDING_VERSION 1

enum token {
  /// The first spawn of a sync scope follows, perhaps after others.
  TOKEN_OPEN = 1,
  /// A task begins. What follows TOKEN_END is its continuation.
  TOKEN_SPAWN,
  TOKEN_END,
  /// What TOKEN_OPEN has begun ends.
  TOKEN_SYNC,
  /// A parallel loop begins. The number of its iterations.
  TOKEN_LOOP,
  /// Leaves that are alike, with no task or loop in them. Their number, and the
  /// iterations of all; the strand is all of them.
  TOKEN_LEAVES,
  /// A leaf with tasks or loops begins. Its iterations.
  TOKEN_LEAF,
  TOKEN_LEAF_END,
  TOKEN_LOOP_END,
  /// The runtime chooses the grain of the loop. What the compiler takes an
  /// iteration for, in instructions, 0 if it does not know.
  TOKEN_GRAIN,
  /// The program ends.
  TOKEN_FINISH
};

struct recording_header {
  uint64_t magic;
  uint32_t version;
  /// The recording tells too little if these are not 0: threads of the
  /// program's own had tasks; the program ended in a task or loop.
  uint32_t other_threads, is_cut;
  uint32_t unused;
  double ticks_per_second;
  /// Behind the header.
  uint64_t bytes;
  /// Of the run, also of what is merged.
  uint64_t tasks, loops, leaves;
  /// Tasks, loops and leaves with less work are parts of strands, in ticks.
  uint64_t threshold;
  /// What a look at the clock costs, already taken off, and how many there
  /// were.
  double ticks_per_look;
  uint64_t looks;
};

#endif // TUSSAH_TOOLS_PREDICT_FORMAT_H
