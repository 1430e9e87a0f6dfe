//===- span_clock.h - How long threads and paths are ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The measurement of work and critical path by one worker. A thread is made of
/// *segments*: from its beginning, or from what the runtime has done for it, to
/// the next spawn or send, or to its end. The clock stands still between them,
/// so that what measuring costs is not measured.
///
/// Whatever else had the processor must not count: a thread of ten nanoseconds
/// that is interrupted once is a thousand times as long, and then it is on the
/// longest path. So segments of one kind, those between the same spawns of a
/// thread, are compared with each other; docs/guides/cps.md says how.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_SPAN_CLOCK_H
#define TUSSAH_CPS_SPAN_CLOCK_H

#include "disturbances.h"

#include <tussah/cps/path.hpp>

#include <array>
#include <unordered_map>

namespace tussah::cps::detail {

struct Code;

/// The lengths of the undisturbed segments of one kind.
class SegmentKind {
public:
  /// Before so many are known, nothing is unusual.
  static constexpr std::uint64_t Enough = 64;
  /// Of so many segments one may be longer than the others.
  static constexpr std::uint64_t OneIn = 1024;
  /// What is longer than that one by this factor is unusual.
  static constexpr std::uint64_t Factor = 2;

  void add(std::uint64_t length);
  bool isKnown() const { return Count >= Enough; }
  bool isUnusual(std::uint64_t length) const { return length > Limit; }
  /// The longest one that is usual, the shortest, and the mean.
  std::uint64_t limit() const { return Limit; }
  std::uint64_t least() const { return Count ? Least : 0; }
  std::uint64_t mean() const { return UsualCount ? Sum / UsualCount : 0; }

private:
  void setLimit();

  std::uint64_t Count = 0, UsualCount = 0, Sum = 0;
  std::uint64_t Least = UINT64_MAX, Limit = UINT64_MAX;
  /// How many there are of each class, up to some minutes.
  std::array<std::uint32_t, 160> Lengths = {};
};

/// Of one worker; used by its thread only.
class SpanClock {
public:
  /// The worker begins to run threads, or ends.
  void enter();
  void leave() { System.leave(); }
  /// The worker has waited for work: what the system says of that time is no
  /// matter of threads.
  void idled() { IsMarked = false; }

  /// A thread begins, and the clock goes.
  void begin(const Code *thread, const PathLength &earliest);
  /// The thread has ended.
  void end();
  /// Whether it goes; not between threads, and not while the first closures
  /// are made.
  bool goes() const { return Goes; }

  /// The runtime does something that is not the thread's; ends a segment.
  void stop();
  /// Goes on, with the next segment.
  void go();

  /// The longest path to this point, at which the clock stands still.
  PathLength path() const {
    return Kinds ? PathLength{sum(Earliest.Time), Earliest.Threads + 1}
                 : PathLength();
  }

  /// For the end of the run.
  const Length &work() const { return Work; }
  const PathLength &longest() const { return Longest; }
  /// Of all segments, those whose length was replaced by that of others.
  std::uint64_t replaced() const { return Replaced; }
  /// The work in segments that had no others to be compared with.
  std::uint64_t unknown() const { return Unknown; }

private:
  /// Segments from this one on are of one kind.
  static constexpr std::size_t KindsOfThread = 16;

  Length sum(Length of) const { return of += Thread; }
  std::uint64_t read() const;
  void mark();
  std::uint64_t inTicks(std::uint64_t nanoseconds) const;
  void judge(std::uint64_t raw, bool disturbed, const Disturbances::Away &away,
             SegmentKind &kind);

  Disturbances System;
  bool IsMarked = false, Goes = false;
  /// Of an empty segment: what the readings of the clock take.
  Length Reading;
  double TicksPerNanosecond = 1;
  std::uint64_t MarkTicks = 0, AskTicks = 0;
  std::uint64_t Began = 0, Marked = 0;

  /// Of the present thread.
  std::array<SegmentKind, KindsOfThread> *Kinds = nullptr;
  std::size_t Segment = 0;
  PathLength Earliest;
  Length Thread;

  std::unordered_map<const Code *, std::array<SegmentKind, KindsOfThread>> All;
  /// The entry that was used last.
  const Code *Known = nullptr;
  std::array<SegmentKind, KindsOfThread> *KnownKinds = nullptr;
  Length Work;
  PathLength Longest;
  std::uint64_t Replaced = 0, Unknown = 0;
};

/// While the runtime does something within a thread that is not the thread's,
/// its clock stands still.
class Still {
public:
  explicit Still(SpanClock *clock)
      : Stopped(clock && clock->goes() ? clock : nullptr) {
    if (Stopped)
      Stopped->stop();
  }
  Still(const Still &) = delete;
  Still &operator=(const Still &) = delete;
  ~Still() {
    if (Stopped)
      Stopped->go();
  }

private:
  SpanClock *Stopped;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_SPAN_CLOCK_H
