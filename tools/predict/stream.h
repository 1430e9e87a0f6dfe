//===- stream.h - The tokens of a recording, within a budget ----*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What begins and ends - tasks, sync scopes, loops, leaves - nests. When a
/// part ends that has less work than the threshold, its tokens are dropped, and
/// what it took is a part of the strand around it. When the tokens exceed the
/// budget, the threshold rises, and parts that have ended are merged again.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_PREDICT_STREAM_H
#define TUSSAH_TOOLS_PREDICT_STREAM_H

#include "format.h"

#include <stdbool.h>
#include <stddef.h>

/// A part that has begun.
struct part {
  /// Where its token is, and the strand before that.
  size_t offset;
  uint64_t before;
  /// The work of the program up to it.
  uint64_t work;
  /// Of the token.
  uint64_t number;
  enum token kind;
  /// There are tokens in it.
  bool has_parts;
};

struct stream {
  uint8_t *bytes;
  size_t size, capacity, budget;
  struct part *parts;
  size_t depth, room;
  /// The strand since the last token, and all work.
  uint64_t strand, work;
  uint64_t threshold;
  /// Leaves that are alike, which are no token yet: how many, with how many
  /// iterations in all, and what they took.
  uint64_t leaves, iterations, leaves_work;
  /// The recording is of no use: there was no memory for more; or a part ended
  /// that was not the innermost one.
  bool is_full, is_broken;
};

/// Prepares for \p budget bytes. Returns false if there is no memory.
bool stream_begin(struct stream *stream, size_t budget);
/// The current strand has gone on for \p ticks.
static inline void stream_go_on(struct stream *stream, uint64_t ticks) {
  stream->strand += ticks;
  stream->work += ticks;
}
/// The token that ends a part of a kind.
enum token end_of(enum token kind);
/// A part of the kind TOKEN_OPEN, SPAWN, LOOP or LEAF begins.
void stream_open(struct stream *stream, enum token kind, uint64_t number);
/// The innermost part ends. Returns whether it is still there: not if it was
/// merged.
bool stream_close(struct stream *stream, enum token end);
/// A token that is no part and no leaf.
void stream_note(struct stream *stream, enum token kind, uint64_t number);
/// A leaf without parts has ended, and took \p ticks, which stream_go_on has
/// not been told of. The innermost part is a loop.
void stream_leaf(struct stream *stream, uint64_t iterations, uint64_t ticks);

#endif // TUSSAH_TOOLS_PREDICT_STREAM_H
