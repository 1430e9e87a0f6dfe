//===- format.h - A timeline in memory and in files -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file is a header and rings of events. Processes that trace themselves map
/// it, so that all they have recorded is there however they end. It is in the
/// byte order of the machine: another order is another magic number.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_TIMELINE_FORMAT_H
#define TUSSAH_RUNTIME_TIMELINE_FORMAT_H

#include <stdint.h>

/// "tusstime", little endian.
#define TIMELINE_MAGIC UINT64_C(0x656d697473737574)
#define TIMELINE_VERSION 2

/// Where a ring's events begin, and the first ring.
#define TIMELINE_RING_HEADER 64
#define TIMELINE_HEADER 4096

/// What a worker does, or begins to do.
enum timeline_kind {
  /// A thread enters parallel code, or leaves it.
  TIMELINE_ENTER = 1,
  TIMELINE_LEAVE,
  /// The worker has no strand, and looks for one.
  TIMELINE_SEARCH,
  TIMELINE_SLEEP,
  TIMELINE_REST,
  /// It has taken a continuation from the worker `value`, and later begins it.
  TIMELINE_STEAL,
  TIMELINE_STOLEN,
  /// It offers a continuation to thieves.
  TIMELINE_PROMOTE,
  /// Its strand has ended at the join `value`, or goes on behind it as the last
  /// one.
  TIMELINE_ARRIVE,
  TIMELINE_RESUME,
  /// The strand that entered parallel code goes on in the thread that it came
  /// from.
  TIMELINE_HOME,
  /// A region `value` of the program begins or ends.
  TIMELINE_BEGIN,
  TIMELINE_END
};

struct timeline_event {
  uint64_t time; ///< in nanoseconds
  uint64_t value;
  uint32_t kind;
  uint32_t worker; ///< in ring 0: the number of a thread that is none
  char name[40];   ///< of a region; ends with a zero
};

/// Events follow in the order of time: the event n is at n modulo the capacity.
struct timeline_ring {
  /// How many there were. The one that follows may be half written.
  uint64_t count;
  /// How many of its events have room in the file.
  uint64_t reserved;
};

struct timeline_header {
  uint64_t magic;
  uint32_t version, rings;
  uint64_t capacity; ///< events of a ring
  uint64_t process;
  uint64_t begin;      ///< clock
  uint64_t end;        ///< clock; 0 if the process has not ended by itself
  uint64_t used_rings; ///< may be more than there are
  uint64_t lost;       ///< events for which there was no ring or no room
};

#endif // TUSSAH_RUNTIME_TIMELINE_FORMAT_H
