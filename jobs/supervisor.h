//===- supervisor.h - What tussah job and its job say -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A job that `tussah job` has started, and that command, tell each other in
/// files of the folder "job" among the checkpoints: a file system is what they
/// share wherever rank 0 runs. compiler/driver/JobFolder.h is the other side.
///
///     lock       locked by the supervisor as long as it lives
///     stop       the supervisor wants a checkpoint, and then the end
///     opened     rank 0 has opened the folder of checkpoints
///     running    a run with checkpoints is not complete
///     stopped    rank 0 has written a checkpoint and ends
///     ended      the program has ended by itself, with this exit code
///     beat       changes each second, as long as rank 0 can run
///
/// Each but `lock` and `beat` begins with the token in TUSSAH_JOB, which is
/// another one after each restart: nobody takes what an earlier process has
/// left for its own.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_JOBS_SUPERVISOR_H
#define TUSSAH_JOBS_SUPERVISOR_H

#include <tussah/support/atomic.hpp>

#include <string>

namespace tussah::jobs {

class Job;

/// On rank 0, the command that has started this job. All functions may be
/// called by any thread.
class Supervisor {
public:
  /// The supervisor of the process that has opened this folder of checkpoints;
  /// null if there is none. Tells it that the folder is open.
  static Supervisor *of(const std::string &checkpoints);

  /// Whether it has been killed, so that nobody watches this job.
  bool hasEnded() const;
  /// Whether the job is to end, once it has written a checkpoint.
  bool wantsStop() const;

  /// A run with checkpoints has begun, or ended: the program must not end in
  /// between.
  void runBegins();
  void runEnds();

  /// Ends this process, rank 0 of \p job unless that is null, and with it the
  /// job, in the middle of the program: another one goes on from the
  /// checkpoint.
  [[noreturn]] void leaveProgram(Job *job) const;

private:
  Supervisor(std::string folder, std::string token);
  void write(const char *name, const std::string &text) const;
  static void atExit(int code, void *supervisor);
  [[noreturn]] void beat() const;

  const std::string Folder, Token;
  support::Atomic<unsigned> Active = 0;
};

} // namespace tussah::jobs

#endif // TUSSAH_JOBS_SUPERVISOR_H
