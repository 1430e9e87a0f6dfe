//===- tussah/backtrack/statistics.hpp - Options, statistics ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_STATISTICS_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_STATISTICS_HPP

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tussah::backtrack {

/// A wrong option, in `options` or on a command line; or a job of several
/// processes that cannot be.
class error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What one worker did in a run.
struct worker_statistics {
  /// Requests for tasks that it sent to others, and those that it sent to
  /// the thief of a task that it was waiting for.
  std::uint64_t requests = 0, requests_back = 0;
  /// Tasks that it got and ran, and how many of them were parts of a task that
  /// it was waiting for.
  std::uint64_t tasks = 0, tasks_back = 0;
  /// Tasks that it made: those that thieves have got, and those for itself
  /// (options::force_splits, and with checkpoints).
  std::uint64_t splits = 0, forced = 0;
  /// Requests that it declined since there was nothing to give, since no guard
  /// and no put handler made a task, or since that could not be sent.
  std::uint64_t declined = 0;
  /// Choice points that it went back over, in all its splits; the most in one.
  std::uint64_t depth = 0, deepest = 0;
  /// Workspaces that worker::copy allocated, and the copies that it made.
  std::uint64_t allocations = 0, copies = 0;
};

/// What a rank of a job did with the others in a run.
struct rank_statistics {
  /// Requests that it sent: all, and those for parts of a task that a worker of
  /// it was waiting for.
  std::uint64_t requests = 0, requests_back = 0;
  /// Tasks that it gave to others, and requests of others that got none.
  std::uint64_t given = 0, declined = 0;
  /// Messages that it sent to get tasks, to give them, and for broadcasts, and
  /// their bytes.
  std::uint64_t messages = 0, bytes = 0;
  /// Values that it gave to all ranks.
  std::uint64_t broadcasts = 0;
  /// Tasks that it passed on between others, and messages that it sent to ranks
  /// of other groups (options::tree).
  std::uint64_t passed = 0, outside = 0;
};

/// What a run did.
struct statistics {
  /// Those of rank 0 first.
  std::vector<worker_statistics> workers;
  /// Empty if there is one process.
  std::vector<rank_statistics> ranks;
  /// The time of the run in seconds, with the making of its workers.
  double elapsed = 0;

  /// The sums over the workers; for `deepest`, the largest.
  worker_statistics total() const;
  rank_statistics total_of_ranks() const;

  /// The rows as text for people, or as an object of JSON. Both end with a new
  /// line.
  std::string text() const;
  std::string json() const;
  /// Writes them to the standard error: \p format is text or json, or empty for
  /// nothing.
  void print(const std::string &format) const;
};

/// How run() works.
struct options {
  /// The number of workers, the caller included; at most max_workers. 0 stands
  /// for CILK_NWORKERS in the environment, or else for all processors.
  unsigned workers = 0;
  /// For the choice of victims, and of forced splits.
  std::uint64_t seed = 1;
  /// For tests: of so many polls, one, chosen at random, acts as though a
  /// request had come; the worker later runs the task itself. 0: none.
  unsigned force_splits = 0;
  /// Ranks ask those of their group for tasks; the first rank of each asks
  /// those of other groups, for all. So many ranks are a group, or all if it
  /// is 1. 0: those of a machine.
  unsigned tree = 0;
  /// Filled when the run ends, with an exception too, unless null.
  statistics *result = nullptr;
  /// How run() writes the statistics to the standard error when it ends: text
  /// or json. Not at all if it is empty, or if there is a result, which the
  /// program may print.
  std::string report;
  /// If not empty, the file that gets a timeline of the workers, in the format
  /// of Chrome's traces, which Perfetto opens.
  std::string trace;
  /// A folder for checkpoints of run_on_ranks, made if it is not there; none if
  /// empty. If it has a checkpoint of this run, the run goes on from there, and
  /// says so in a line on the standard error. What tasks return must follow
  /// from what in() names, and be all that they do.
  std::string checkpoint;
  /// The time from one checkpoint to the next; from a millisecond to a million
  /// hours.
  std::chrono::milliseconds checkpoint_every = std::chrono::seconds(60);
  /// What else the results of tasks depend on: a checkpoint of something else
  /// is an error. If empty, the arguments of the program.
  std::string checkpoint_of;

  static constexpr unsigned max_workers = 2048;
};

/// The options of programs on their command lines.
///
///     command_line line(argc, argv);
///     auto result = run(line, body);
///
/// takes them, and prints statistics if they are wanted:
///
///     --workers N, --seed N, --force-splits N, --tree N, --trace FILE,
///     --stats[=text|json],
///     --checkpoint FOLDER, --every TIME (a number with ms, s, m or h)
class command_line {
public:
  /// Takes its options out of the arguments of main, in any order, up to "--".
  /// Throws error.
  command_line(int &argc, char **argv);

  options run;
  operator const options &() const { return run; }

  /// Writes what --stats asks for to the standard error; nothing without it.
  /// For programs that set run.result.
  void report(const statistics &what) const { what.print(run.report); }
};

} // namespace tussah::backtrack

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_STATISTICS_HPP
