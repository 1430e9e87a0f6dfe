//===- stream.c - The tokens of a recording, within a budget --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stream.h"

#include <stdlib.h>
#include <string.h>

/// A token has a byte and at most three numbers of ten.
enum { LONGEST_TOKEN = 31 };

/// Below, the clock says little of how alike leaves are.
enum { ALIKE_TICKS = 500 };

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static void put_number(struct stream *stream, uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    stream->bytes[stream->size++] = (uint8_t)(number | 0x80);
  stream->bytes[stream->size++] = (uint8_t)number;
}

static uint64_t get_number(const uint8_t **at) {
  uint64_t number = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = *(*at)++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  return number;
}

/// How many numbers follow the strand.
static unsigned numbers_of(enum token kind) {
  switch (kind) {
  case TOKEN_LEAVES:
    return 2;
  case TOKEN_LOOP:
  case TOKEN_LEAF:
  case TOKEN_GRAIN:
    return 1;
  default:
    return 0;
  }
}

/// There is room: stream_reserve.
static void put(struct stream *stream, enum token kind, uint64_t first,
                uint64_t second) {
  stream->bytes[stream->size++] = (uint8_t)kind;
  put_number(stream, stream->strand);
  stream->strand = 0;
  if (numbers_of(kind) > 0)
    put_number(stream, first);
  if (numbers_of(kind) > 1)
    put_number(stream, second);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static void flush_leaves(struct stream *stream) {
  if (!stream->leaves)
    return;
  // The strand before them is that of the division, and belongs to them.
  stream_go_on(stream, stream->leaves_work);
  put(stream, TOKEN_LEAVES, stream->leaves, stream->iterations);
  stream->parts[stream->depth - 1].has_parts = true;
  stream->leaves = 0;
}

/// Whether leaves, \p count of \p iterations that take \p ticks in all, are
/// like those that are no token yet.
static bool is_alike(const struct stream *stream, uint64_t count,
                     uint64_t iterations, uint64_t ticks) {
  double each = (double)iterations / (double)count;
  double others = (double)stream->iterations / (double)stream->leaves;
  if (each > others + 1 || others > each + 1)
    return false;
  double length = (double)ticks / (double)count;
  double other = (double)stream->leaves_work / (double)stream->leaves;
  double longer = length > other ? length : other;
  double difference = length > other ? length - other : other - length;
  double small = stream->threshold > ALIKE_TICKS ? (double)stream->threshold
                                                 : (double)ALIKE_TICKS;
  return difference <= small || difference <= longer / 8;
}

static void add_leaves(struct stream *stream, uint64_t count,
                       uint64_t iterations, uint64_t ticks) {
  if (stream->leaves && is_alike(stream, count, iterations, ticks)) {
    stream->leaves += count;
    stream->iterations += iterations;
    stream->leaves_work += ticks;
    return;
  }
  flush_leaves(stream);
  stream->leaves = count;
  stream->iterations = iterations;
  stream->leaves_work = ticks;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static bool push(struct stream *stream, enum token kind, uint64_t number) {
  if (stream->depth == stream->room) {
    size_t room = stream->room ? 2 * stream->room : 1024;
    struct part *parts = realloc(stream->parts, room * sizeof *parts);
    if (!parts)
      return false;
    stream->parts = parts;
    stream->room = room;
  }
  if (stream->depth)
    stream->parts[stream->depth - 1].has_parts = true;
  stream->parts[stream->depth++] = (struct part){
      stream->size, stream->strand, stream->work, number, kind, false};
  put(stream, kind, number, 0);
  return true;
}

/// Ends the innermost part, merges it if it is small or empty, and returns
/// whether it is still there.
static bool pop(struct stream *stream, enum token end) {
  struct part part = stream->parts[--stream->depth];
  uint64_t work = stream->work - part.work;
  // A sync scope, loop or leaf of which nothing is left is a strand.
  bool is_empty = !part.has_parts && part.kind != TOKEN_SPAWN;
  if (work >= stream->threshold && !is_empty) {
    put(stream, end, 0, 0);
    return true;
  }
  stream->size = part.offset;
  stream->strand = part.before;
  stream->work = part.work;
  if (part.kind == TOKEN_LEAF) { // other workers may still take it
    add_leaves(stream, 1, part.number, work);
    return false;
  }
  stream_go_on(stream, work);
  if (stream->depth) {
    struct part *around = &stream->parts[stream->depth - 1];
    // If it was the only one in there.
    if (stream->strand == stream->work - around->work)
      around->has_parts = false;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The budget
//===----------------------------------------------------------------------===//

/// Writes all tokens again, with the threshold as it is now. The parts that are
/// open stay so.
static void merge_again(struct stream *stream) {
  struct stream now = *stream;
  now.size = now.depth = 0;
  now.strand = now.work = now.leaves = 0;
  const uint8_t *at = stream->bytes, *end = at + stream->size;
  while (at != end) {
    enum token kind = (enum token) * at++;
    uint64_t strand = get_number(&at);
    uint64_t first = numbers_of(kind) > 0 ? get_number(&at) : 0;
    uint64_t second = numbers_of(kind) > 1 ? get_number(&at) : 0;
    if (kind == TOKEN_LEAVES) {
      add_leaves(&now, first, second, strand);
      continue;
    }
    flush_leaves(&now);
    stream_go_on(&now, strand);
    if (kind == TOKEN_OPEN || kind == TOKEN_SPAWN || kind == TOKEN_LOOP ||
        kind == TOKEN_LEAF)
      push(&now, kind, first); // there is room for as many as there were
    else if (kind == TOKEN_GRAIN)
      put(&now, kind, first, 0);
    else
      pop(&now, kind);
  }
  flush_leaves(&now);
  now.leaves = stream->leaves;
  now.iterations = stream->iterations;
  now.leaves_work = stream->leaves_work;
  stream_go_on(&now, stream->strand);
  *stream = now;
}

/// Makes room for a token. What is written never passes what is read in
/// merge_again: a strand that has grown is followed by fewer tokens.
static bool reserve(struct stream *stream) {
  if (stream->is_full)
    return false;
  if (stream->size + LONGEST_TOKEN <= stream->capacity)
    return true;
  if (stream->capacity < stream->budget) {
    size_t capacity = 2 * stream->capacity;
    uint8_t *bytes = realloc(stream->bytes, capacity);
    if (bytes) {
      stream->bytes = bytes;
      stream->capacity = capacity;
      return true;
    }
  }
  // Open parts cannot be merged, and may take all of it.
  for (unsigned times = 0; times < 40; ++times) {
    stream->threshold = stream->threshold ? 4 * stream->threshold : 256;
    merge_again(stream);
    if (stream->size < stream->capacity / 2)
      return true;
  }
  return stream->size + LONGEST_TOKEN <= stream->capacity;
}

//===----------------------------------------------------------------------===//
// For the recorder
//===----------------------------------------------------------------------===//

bool stream_begin(struct stream *stream, size_t budget) {
  *stream = (struct stream){.budget = budget, .capacity = 1 << 12};
  stream->bytes = malloc(stream->capacity);
  return stream->bytes != NULL;
}

/// What is no token yet becomes one. There is room for another one then.
static bool prepare(struct stream *stream) {
  if (stream->leaves && reserve(stream))
    flush_leaves(stream);
  if (!reserve(stream))
    stream->is_full = true;
  return !stream->is_full;
}

void stream_open(struct stream *stream, enum token kind, uint64_t number) {
  if (prepare(stream) && !push(stream, kind, number))
    stream->is_full = true;
}

enum token end_of(enum token kind) {
  switch (kind) {
  case TOKEN_SPAWN:
    return TOKEN_END;
  case TOKEN_OPEN:
    return TOKEN_SYNC;
  case TOKEN_LEAF:
    return TOKEN_LEAF_END;
  default:
    return TOKEN_LOOP_END;
  }
}

bool stream_close(struct stream *stream, enum token end) {
  if (!stream->depth || end_of(stream->parts[stream->depth - 1].kind) != end)
    stream->is_broken = true;
  return stream->is_broken || !prepare(stream) || pop(stream, end);
}

void stream_leaf(struct stream *stream, uint64_t iterations, uint64_t ticks) {
  if (reserve(stream))
    add_leaves(stream, 1, iterations, ticks);
  else
    stream->is_full = true;
}

void stream_note(struct stream *stream, enum token kind, uint64_t number) {
  if (prepare(stream))
    put(stream, kind, number, 0);
}
