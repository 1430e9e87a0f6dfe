//===- timeline.h - What workers do, and when -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_TIMELINE_H
#define TUSSAH_CPS_TIMELINE_H

#include <tussah/cps/closure.hpp>
#include <tussah/cps/pack.hpp>

#include <fstream>
#include <map>

namespace tussah::cps::detail {

/// Times are ticks, and nanoseconds since the run began in a row that is ready.
struct TimelineEvent {
  enum Sort : std::uint32_t {
    Thread, ///< A thread that was long; Other is its name.
    Idle,   ///< The worker had nothing to run.
    Stolen, ///< It took a closure from the worker Other, or another rank.
    Parked, ///< It waited for a checkpoint.
    Full    ///< No more was noted.
  };
  /// Other of what comes from another rank.
  static constexpr std::uint32_t Elsewhere = UINT32_MAX;

  Sort What;
  std::uint32_t Other;
  std::uint64_t Begin, End;
};

struct TimelineRow {
  std::uint32_t Rank = 0, Worker = 0;
  std::uint64_t End = 0;
  std::vector<TimelineEvent> Events;
  std::vector<std::string> Names;

  auto fields() { return std::tie(Rank, Worker, End, Events, Names); }
};

/// What one worker notes.
class Recorder {
public:
  /// Shorter threads are not noted one by one: there may be a hundred million
  /// of them in a second.
  static constexpr std::uint64_t LongNanoseconds = 20'000;

  explicit Recorder(std::size_t most) : Most(most) {}

  void note(TimelineEvent::Sort what, std::uint64_t begin, std::uint64_t end,
            std::uint32_t other = 0) noexcept;
  /// A closure has come, from a worker or from TimelineEvent::Elsewhere.
  void stole(std::uint32_t from) noexcept;
  /// A thread has run that was long enough.
  void ran(const std::string &name, std::uint64_t begin,
           std::uint64_t end) noexcept;
  /// What it has noted, from the time \p began on.
  TimelineRow row(std::uint64_t began, std::uint64_t ended) const;

  /// The ticks of a long thread.
  const std::uint64_t Long = ticksOfLong();

private:
  static std::uint64_t ticksOfLong();

  const std::size_t Most;
  std::vector<TimelineEvent> Events;
  std::vector<std::string> Names;
  std::map<std::string, std::uint32_t> Numbers;
};

/// The timeline of a run, on its way to a file.
class Timeline {
public:
  /// Throws error::wrong_option if the file cannot be written; on ranks other
  /// than 0, \p path is empty.
  explicit Timeline(const std::string &path);

  /// Forgets what a run that begins again has done.
  void begin();
  /// The run is over: adds the row of a worker of this rank.
  void add(const Recorder &what, unsigned rank, unsigned worker);
  /// Writes the file, on rank 0.
  void write();

  /// Of the workers of this rank, and on rank 0 of all.
  std::vector<TimelineRow> Rows;

private:
  std::uint64_t Began = 0;
  const std::string Path;
  std::ofstream File;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_TIMELINE_H
