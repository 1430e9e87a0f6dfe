//===- keeper.h - The thread that writes checkpoints ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When checkpoints are written, the same for all libraries: from time to time,
/// and once more when a supervisor wants the job to end.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_JOBS_KEEPER_H
#define TUSSAH_JOBS_KEEPER_H

#include "supervisor.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace tussah::jobs {

/// A run that can be saved. The keeper's thread calls these.
class Keepable {
public:
  /// Writes a checkpoint. Returns whether it is there; if not, has said why.
  virtual bool save() = 0;
  /// The run is to end without a result, and then call leaveProgram().
  virtual void leave() = 0;
  /// The run cannot go on.
  virtual void fail(std::exception_ptr why) = 0;

protected:
  ~Keepable() = default;
};

/// Has the run saved. On a cluster, on rank 0.
class Keeper {
public:
  /// \p supervisor is null if nobody has started this job but its launcher.
  Keeper(Keepable &run, std::chrono::milliseconds every, Supervisor *supervisor)
      : Kept(run), Every(every), Command(supervisor) {}
  ~Keeper() { end(); }

  /// Also again after end().
  void begin();
  /// Nothing is saved from here on.
  void end();

private:
  using Clock = std::chrono::steady_clock;

  void keep();
  bool look();

  Keepable &Kept;
  const std::chrono::milliseconds Every;
  Supervisor *const Command;
  /// When the next checkpoint is due.
  Clock::time_point Next;
  /// Whether one that the supervisor wanted could not be written.
  bool Failed = false;

  std::mutex Lock;
  std::condition_variable Wake;
  bool Ended = false;
  std::thread Thread;
};

} // namespace tussah::jobs

#endif // TUSSAH_JOBS_KEEPER_H
