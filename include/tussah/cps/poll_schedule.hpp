//===- tussah/cps/poll_schedule.hpp - When to look for messages -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_POLL_SCHEDULE_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_POLL_SCHEDULE_HPP

#include <algorithm>
#include <cstdint>

namespace tussah::cps::detail {

/// After how many threads a busy worker next reads the clock, and whether it
/// then looks for messages. All times are in ticks, and come from the caller.
///
/// Reading the clock at each thread would take too long. So the time until the
/// next look is counted in threads, by the length of earlier ones. Short
/// threads between long ones, such as those that only divide work, say nothing
/// about the next ones, so the longer of the recent threads count. If the
/// estimate is wrong, the clock is read too often; the number of looks is
/// bounded by time.
class PollSchedule {
public:
  /// A worker goes on without a look for this share of the time since the last
  /// message. A thief waits for the look, and so loses no larger share of its
  /// time. The bounds are less than a microsecond and some twenty.
  static constexpr std::uint64_t QuietShare = 256, ShortestPause = 2048,
                                 LongestPause = 1 << 16;
  /// Looks that find nothing take less than this share of the time. Looks that
  /// find something are worth their time.
  static constexpr std::uint64_t LookShare = 64;
  /// A worker whose last look is longer ago than this, some hundred
  /// microseconds, looks seldom.
  static constexpr std::uint64_t LongTime = 1 << 20;
  static constexpr std::uint64_t MostThreads = 4096;

  /// The first thread begins. Thieves come at the beginning.
  explicit PollSchedule(std::uint64_t now)
      : MarkTime(now), LastLook(now), LastMail(now) {}

  /// The worker was idle or has waited, and runs \p thread next. Threads may be
  /// of another kind from now on, so their number until the next reading starts
  /// anew.
  void resume(std::uint64_t now, std::uint64_t thread) {
    MarkTime = now;
    MarkThread = thread;
    Threads = 1;
  }

  /// The clock was read at the beginning of \p thread, or within it.
  void reach(std::uint64_t now, std::uint64_t thread) {
    // Within the same thread: its length is known only at its end.
    if (thread <= MarkThread)
      return;
    // A pause of the process makes threads seem long; the maximum decays.
    std::uint64_t length = (now - MarkTime) / (thread - MarkThread);
    ThreadTime = std::max(ThreadTime - ThreadTime / 16, length);
    MarkTime = now;
    MarkThread = thread;
  }

  /// Whether looks would take too much of the time.
  bool isTooEarly(std::uint64_t now) const { return now < Earliest; }
  /// Whether the worker has looked not long ago.
  bool isOften(std::uint64_t now) const { return now - LastLook < LongTime; }

  /// The worker has looked for messages. \p found: there was one.
  void looked(std::uint64_t began, std::uint64_t ended, bool found) {
    std::uint64_t took = ended - began;
    LastLook = ended;
    MarkTime += took;
    if (found)
      return mailCame(ended);
    // One slow look may be a pause of the process, so the estimate at most
    // doubles.
    LookTime = std::min(took, std::max(2 * LookTime, LongTime / LookShare));
    Earliest = ended + LookShare * LookTime;
  }

  /// A message has come, to whoever looked for it.
  void mailCame(std::uint64_t now) { LastMail = now; }

  /// After how many threads, at least one, the clock is to be read again: at
  /// the beginning of the next one.
  std::uint64_t threads(std::uint64_t now) {
    std::uint64_t pause =
        std::clamp((now - LastMail) / QuietShare, ShortestPause, LongestPause);
    if (isTooEarly(now))
      pause = std::max(pause, Earliest - now);
    std::uint64_t most = std::min(4 * Threads, MostThreads);
    Threads = std::clamp<std::uint64_t>(pause / ThreadTime, 1, most);
    return Threads;
  }

private:
  /// Between the last two readings of the clock.
  std::uint64_t Threads = 1;
  /// How long the longer of the recent threads took. Assumed to be long at
  /// first.
  std::uint64_t ThreadTime = LongTime;
  /// When the clock was last read, plus the time of looks since then; and the
  /// thread that ran then.
  std::uint64_t MarkTime, MarkThread = 1;
  std::uint64_t LastLook, LastMail;
  /// How long a look that finds nothing takes, and when the next one may be.
  std::uint64_t LookTime = 0, Earliest = 0;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_POLL_SCHEDULE_HPP
