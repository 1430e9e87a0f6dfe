//===- tussah/cps/statistics.hpp - Options, measurement ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_STATISTICS_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_STATISTICS_HPP

#include <tussah/jobs/error.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tussah::cps {

/// What one worker did in a run.
struct worker_statistics {
  /// Threads that it ran to their ends.
  std::uint64_t threads = 0;
  /// How often it asked another worker for a closure, and how many it got.
  std::uint64_t requests = 0, steals = 0;
  /// Closures of other workers that came here when their last argument was sent
  /// from here.
  std::uint64_t migrated = 0;
  /// With options::measure: the largest number of closures that it had at any
  /// time, and the seconds that it spent in threads.
  std::uint64_t space = 0;
  double work = 0;
  /// Between what bounds the work lies, as far as is known.
  double work_least = 0, work_most = 0;
  /// Parts of threads that were disturbed, and have the length of others; the
  /// seconds in parts that there were no others to compare with.
  std::uint64_t replaced = 0;
  double unknown = 0;
  /// With options::measure: the seconds from a request to the arrival of a
  /// closure from another rank, at most 10,000 of them.
  std::vector<double> remote_waits;
};

/// What a run did: the rows of Table 4 of the paper. Times are in seconds.
struct statistics {
  /// Of all ranks, in order.
  std::vector<worker_statistics> workers;
  /// The number of processes.
  unsigned ranks = 1;
  /// T_P: the time of the run.
  double elapsed = 0;
  /// Whether what follows was measured (options::measure).
  bool measured = false;
  /// T_inf: the length of the critical path, by timestamping each thread:
  /// without the time that closures wait, in queues or on their way.
  double critical_path = 0;
  /// Between what bounds it lies, as far as is known.
  double critical_path_least = 0, critical_path_most = 0;
  /// The same, of the path that has the most threads.
  std::uint64_t critical_path_threads = 0;
  /// S_P: the largest number of closures that all workers together had. In a
  /// job, the sum over the ranks, though these may have had theirs at different
  /// times.
  std::uint64_t space = 0;
  /// T_serial, where the program knows it.
  std::optional<double> serial;

  /// The sums and derived rows. Rows that need measurement are 0 without it.
  std::uint64_t threads() const;
  std::uint64_t steals() const;
  std::uint64_t requests() const;
  /// The largest space of any worker.
  std::uint64_t space_per_processor() const;
  /// T_1: the sum of the times of all threads.
  double work() const;
  double work_least() const;
  double work_most() const;
  double thread_length() const;
  double parallelism() const;
  /// The number of threads by that of the longest path.
  double parallelism_in_threads() const;
  /// Parts of threads that were disturbed, and have the length of others.
  std::uint64_t replaced() const;
  /// T_1 / P + T_inf.
  double model() const;
  /// T_1 / T_P, and the same per worker.
  double speedup() const;
  double parallel_efficiency() const;

  /// The median time from a request to the arrival of a closure from another
  /// rank; 0 if none came.
  double remote_steal() const;

  /// The rows as text for people, as two lines of CSV, or as an object of JSON.
  /// All end with a new line.
  std::string text() const;
  std::string csv() const;
  std::string json() const;
  /// Writes them to the standard error: \p format is text, csv or json, or
  /// empty for nothing.
  void print(const std::string &format) const;
};

/// Where a closure goes when its last argument arrives.
enum class post_to {
  /// To the worker that sent it; the bounds of the paper need this.
  initiator,
  /// To the worker that made the closure.
  owner,
};

/// How a stolen closure gets from one worker of a process to another.
enum class migrate_by {
  /// By reference: its memory is handed over.
  reference,
  /// By message: it is packed and made anew, as between machines. For tests of
  /// pack and unpack.
  message,
};

/// How run() works.
struct options {
  /// The number of workers, the caller included; at most max_workers. 0 stands
  /// for CILK_NWORKERS in the environment, or else for all processors.
  unsigned workers = 0;
  /// Whether to timestamp each thread and count closures. Costs some 100 ns for
  /// each thread, spawn and send, which is not in the times of threads.
  bool measure = false;
  post_to post = post_to::initiator;
  migrate_by migration = migrate_by::reference;
  /// For the choice of victims.
  std::uint64_t seed = 1;
  /// Accept that closures still wait for arguments at the end. Otherwise this
  /// is an error even where the result has arrived.
  bool allow_waiting = false;
  /// A folder for checkpoints of the run, made if it is not there; none if
  /// empty. If it has a checkpoint of this run, the run goes on from there, and
  /// says so in a line on the standard error.
  std::string checkpoint;
  /// The time from one checkpoint to the next; from a millisecond to a million
  /// hours.
  std::chrono::milliseconds checkpoint_every = std::chrono::seconds(60);
  /// For wrong programs: errors of send_argument name the closure also when its
  /// thread has ended, and where the first value was sent. All closures keep
  /// their memory until the run ends, and each send takes a lock.
  bool check_sends = false;
  /// A file for a drawing of the threads and what is between them, as the
  /// paper's figure 1, in the language of Graphviz; none if empty. For small
  /// runs in one process: each spawn and send takes a lock.
  std::string dag;
  /// A file for a timeline of the workers, of all ranks, in the format of
  /// Chrome's traces, which Perfetto opens; none if empty. Costs what measure
  /// does.
  std::string trace;
  /// Filled when the run ends, with an exception too, unless null.
  statistics *result = nullptr;
  /// How run() writes the statistics to the standard error when it ends: text,
  /// csv or json. Not at all if it is empty, or if there is a result, which the
  /// program may print.
  std::string report;

  static constexpr unsigned max_workers = 2048;
};

/// The options of programs on their command lines.
///
///     command_line line(argc, argv);
///     auto result = run<first>(line, arguments...);
///
/// takes them, and prints statistics if they are wanted:
///
///     --workers N, --post initiator|owner, --migrate reference|message,
///     --seed N, --stats[=text|csv|json],
///     --checkpoint FOLDER, --every TIME (a number with ms, s, m or h),
///     --dag FILE, --trace FILE, --check-sends
class command_line {
public:
  /// Takes its options out of the arguments of main, in any order, up to "--".
  /// Throws error::wrong_option.
  command_line(int &argc, char **argv);

  options run;
  operator const options &() const { return run; }

  /// Writes what --stats asks for to the standard error; nothing without it.
  /// For programs that set run.result.
  void report(const statistics &what) const { what.print(run.report); }
};

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_STATISTICS_HPP
