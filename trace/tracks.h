//===- tracks.h - What workers did, and when ---------------------*- C++
//-*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TRACE_TRACKS_H
#define TUSSAH_TRACE_TRACKS_H

#include "timeline.h"

namespace tussah::trace {

/// A time that a worker, or a thread, has spent with one thing.
struct Slice {
  std::uint64_t Begin, End;
  std::string Name;
  /// Why it runs; empty if nothing is to be said.
  std::string How;
};

struct Instant {
  std::uint64_t Time;
  const char *Name;
};

struct Track {
  std::string Name;
  std::uint32_t Number;
  /// What it did, without gaps while it worked, and the program's regions that
  /// lie in these. In the order of their beginnings, an outer one before those
  /// in it.
  std::vector<Slice> Slices;
  std::vector<Instant> Instants;
};

/// From a time on a track to a later one on another. Tracks by their index.
struct Arrow {
  const char *Name;
  std::size_t From, To;
  std::uint64_t Begin, End;
};

/// A region of the program that began in one slice and ended in another.
struct Region {
  std::string Name;
  std::size_t Track;
  std::uint64_t Begin, End, Id;
  bool IsOpen; ///< it did not end
};

struct Picture {
  std::vector<Track> Tracks;
  std::vector<Arrow> Arrows;
  std::vector<Region> Regions;
};

Picture draw(const Timeline &Of);

} // namespace tussah::trace

#endif // TUSSAH_TRACE_TRACKS_H
