//===- JobFolder.h - Where tussah job and its job talk ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The folder "job" in a folder of checkpoints. jobs/supervisor.h lists the
/// files that the job knows. Two more are between commands:
///
///     state      what the job is doing, in JSON; for --status
///     request    what a command wants: the supervisor removes it
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_JOBFOLDER_H
#define TUSSAH_COMPILER_DRIVER_JOBFOLDER_H

#include <optional>
#include <string>
#include <utility>

namespace tussah::driver {

/// The run and the generation of a checkpoint; 0 and 0: none.
using CheckpointName = std::pair<unsigned, unsigned long long>;

/// The text of a small file without its last line feed, if it can be read.
std::optional<std::string> readSmallFile(const std::string &Path);
/// Writes a small file, all of it or nothing. Returns whether it is there.
bool writeSmallFile(const std::string &Path, const std::string &Text);

/// The folder of a supervisor, which has it to its end.
class JobFolder {
public:
  /// Makes both folders, and locks them. Throws Error if that cannot be, or if
  /// another job has the folder.
  explicit JobFolder(const std::string &Checkpoints);
  /// Leaves nothing behind but checkpoints.
  ~JobFolder();
  JobFolder(const JobFolder &) = delete;
  JobFolder &operator=(const JobFolder &) = delete;

  /// The folder of checkpoints, as a path that means the same everywhere.
  const std::string &checkpoints() const { return Checkpoints; }

  /// Before each start: forgets what the job has said before.
  void begin(const std::string &Token);
  /// Asks the job for a checkpoint, and to end then.
  void askToStop() const;

  // What rank 0 has said since begin().
  bool wasOpened() const { return said("opened").has_value(); }
  bool wasStopped() const { return said("stopped").has_value(); }
  bool isRunning() const { return said("running").has_value(); }
  /// The exit code of the program, if it has ended by itself.
  std::optional<int> exitCode() const;

  /// Changes each second as long as rank 0 can run.
  std::string beat() const;

  /// Whether no process has the folder of checkpoints open.
  bool isUnused() const;
  CheckpointName newest() const;
  /// How many seconds ago a checkpoint was written.
  double age(CheckpointName Which) const;

  void writeState(const std::string &Text) const;
  /// What a command wants, once.
  std::optional<std::string> takeRequest() const;

private:
  std::string path(const char *Name) const { return Own + "/" + Name; }
  std::optional<std::string> said(const char *Name) const;
  void lock();
  void remove() const;

  std::string Checkpoints, Own, Token;
  int Lock = -1;
};

/// The newest checkpoint in a folder that was not cut; 0 and 0 if there is
/// none.
CheckpointName newestWhole(const std::string &Checkpoints);

/// The folder as other commands see it.
class WatchedJob {
public:
  /// Throws Error if no supervisor has the folder.
  explicit WatchedJob(const std::string &Checkpoints);
  /// Throws Error if there is none.
  std::string state() const;
  /// Returns when the supervisor knows. Throws Error if it does not listen.
  void request(const std::string &Text) const;

private:
  bool isAlive() const;
  std::string Name, Own;
};

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_JOBFOLDER_H
