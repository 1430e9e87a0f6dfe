//===- span_clock.cpp - How long threads and paths are ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "span_clock.h"

#include "../support/clock.h"
#include "ticks.h"

#include <algorithm>

using namespace tussah::cps::detail;
using namespace tussah::support;

//===----------------------------------------------------------------------===//
// Kinds of segments
//===----------------------------------------------------------------------===//

/// Lengths of one class differ by a quarter of a power of two at most. Those
/// below 8 ticks are all of the first.
static std::size_t classOf(std::uint64_t length) {
  if (length < 8)
    return 0;
  auto bits = 63 - static_cast<std::size_t>(__builtin_clzll(length));
  return 4 * (bits - 3) + (length >> (bits - 2) & 3) + 1;
}

/// What is longer than all of a class.
static std::uint64_t endOf(std::size_t lengths) {
  return lengths == 0 ? 8
                      : (4 + (lengths - 1) % 4 + 1) << (1 + (lengths - 1) / 4);
}

void SegmentKind::add(std::uint64_t length) {
  ++Lengths[std::min(classOf(length), Lengths.size() - 1)];
  Least = std::min(Least, length);
  if (!isUnusual(length)) {
    ++UsualCount;
    Sum += length;
  }
  ++Count;
  // Not each time, and soon enough if lengths change.
  if (Count >= Enough && (Count % OneIn == 0 || (Count & (Count - 1)) == 0))
    setLimit();
}

void SegmentKind::setLimit() {
  std::uint64_t longer = 0;
  std::size_t last = Lengths.size() - 1;
  while (last > 0 && longer + Lengths[last] <= Count / OneIn)
    longer += Lengths[last--];
  Limit = Factor * endOf(last);
}

//===----------------------------------------------------------------------===//
// The clock
//===----------------------------------------------------------------------===//

/// All in nanoseconds. A segment of that length is worth a question to the
/// system.
static constexpr std::uint64_t WorthAsking = 20'000;
/// A segment that is longer than the usual ones by no more than this may have
/// been interrupted, or have waited for the host of a virtual machine.
static constexpr std::uint64_t MostNoise = 200'000;
/// The first segments of a kind are longer than others by no more than this:
/// the caches have neither their code nor their data. With faults it is
/// MostNoise.
static constexpr std::uint64_t MostWarming = 5'000;
/// After so long, the times that the system is asked about begin anew.
static constexpr std::uint64_t MarkLasts = 2'000'000;

/// The time at this point of the program: neither what comes before it is
/// later, nor what comes after it earlier. Otherwise short segments would pass
/// while the clock is read.
static std::uint64_t ticksInOrder() {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
  std::uint64_t now = ticks();
  __builtin_ia32_lfence();
  return now;
#else
  return ticks();
#endif
}

/// Where all usual segments of a kind take no more readings of the clock than
/// this, one reading says little: the path counts their mean. The longest path
/// would be the one on which the clock was late most often.
static constexpr std::uint64_t FineReadings = 8;

static std::uint64_t cut(std::uint64_t length, std::uint64_t by) {
  return length > by ? length - by : 0;
}

void SpanClock::enter() {
  TicksPerNanosecond = TickRate().perNanosecond();
  MarkTicks = inTicks(MarkLasts);
  AskTicks = inTicks(WorthAsking);
  System.watch();
  IsMarked = false;
  std::array<std::uint64_t, 255> empty = {};
  for (std::uint64_t &each : empty) {
    go();
    each = read();
    Goes = false;
  }
  std::sort(empty.begin(), empty.end());
  const std::size_t quarter = empty.size() / 4;
  Reading = {empty[2 * quarter], empty[quarter], empty[3 * quarter]};
}

std::uint64_t SpanClock::read() const {
  std::uint64_t now = ticksInOrder();
  // The counters of processors may differ by some ticks.
  return cut(now, Began);
}

void SpanClock::begin(const Code *thread, const PathLength &earliest) {
  if (thread != Known) {
    Known = thread;
    KnownKinds = &All[thread];
  }
  Kinds = KnownKinds;
  Segment = 0;
  Earliest = earliest;
  Thread = {};
  go();
}

void SpanClock::end() {
  stop();
  Longest.raise(path());
  Kinds = nullptr;
}

void SpanClock::go() {
  if (System.seen() || !IsMarked || cut(Began, Marked) > MarkTicks)
    mark();
  Goes = true;
  Began = ticksInOrder();
}

void SpanClock::stop() {
  if (!Goes)
    return;
  std::uint64_t length = read();
  Goes = false;
  bool disturbed = System.seen();
  Disturbances::Away away;
  if (disturbed || length > AskTicks) {
    away = System.ask();
    IsMarked = true;
    Marked = ticks();
  }
  SegmentKind &kind = (*Kinds)[std::min(Segment++, KindsOfThread - 1)];
  judge(length, disturbed, away, kind);
}

void SpanClock::mark() {
  System.mark();
  IsMarked = true;
  Marked = ticks();
}

std::uint64_t SpanClock::inTicks(std::uint64_t nanoseconds) const {
  return static_cast<std::uint64_t>(static_cast<double>(nanoseconds) *
                                    TicksPerNanosecond);
}

/// Adds a segment of \p raw ticks to the thread and to the work, without what
/// was not its own.
void SpanClock::judge(std::uint64_t raw, bool disturbed,
                      const Disturbances::Away &away, SegmentKind &kind) {
  // A thread that waits does so itself.
  const std::uint64_t other = away.Waited ? 0 : inTicks(away.Nanoseconds);
  Length length = {cut(raw, other + Reading.Usual),
                   cut(raw, other + Reading.Most),
                   cut(raw, other + Reading.Least)};
  const std::uint64_t usual = length.Usual;
  disturbed = (disturbed || other != 0) && !away.Waited;
  const bool known = kind.isKnown();
  const std::uint64_t shortest = kind.least();
  if (!disturbed && !away.Waited)
    kind.add(usual);
  Length inWork = length;
  if (away.Waited) {
    // Nothing else is known of it.
  } else if (!known) {
    Unknown += usual;
    if (usual <= inTicks(disturbed ? MostNoise : MostWarming))
      length.Usual = length.Least = std::min(usual, shortest);
  } else if (!kind.isUnusual(usual)) {
    if (disturbed)
      inWork.Least = length.Least = std::min(length.Least, shortest);
    if (kind.limit() <= FineReadings * Reading.Usual)
      length = {kind.mean(), std::min(length.Least, kind.mean()),
                std::max(length.Most, kind.mean())};
  } else if (usual - kind.limit() <= inTicks(MostNoise)) {
    inWork = length = {kind.mean(), shortest, kind.limit()};
    ++Replaced;
  } else {
    // Nothing explains it, so it is the thread's; but it is alone.
    inWork.Least = length.Least = shortest;
  }
  Thread += length;
  Work += inWork;
}
