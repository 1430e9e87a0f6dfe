//===- JobLauncher.h - The processes of a job -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a job is started by an MPI, and how it is ended so that no process is
/// left.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_JOBLAUNCHER_H
#define TUSSAH_COMPILER_DRIVER_JOBLAUNCHER_H

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tussah::driver {

/// The command that starts ranks, up to their number. \p Mpi is mpich, openmpi
/// or empty: then it is the MPI that \p Program is linked with, or the one
/// whose mpirun is first in PATH. \p Launcher, if not empty, stands for it all.
/// Throws Error if it is not there.
std::vector<std::string> launcherFor(const std::string &Program,
                                     const std::string &Mpi,
                                     const std::string &Launcher);

/// One start of a job.
class Launched {
public:
  /// Starts \p Command in a group of processes of its own, without standard
  /// input. It ends if this process does. Throws Error.
  explicit Launched(const std::vector<std::string> &Command);
  /// Ends what is left.
  ~Launched();
  Launched(const Launched &) = delete;
  Launched &operator=(const Launched &) = delete;

  /// The exit code of the launcher, or 128 plus a signal, once it has ended.
  std::optional<int> poll();
  /// Whether the launcher lives, and no rank of this machine does, or all are
  /// stopped, where all would be on this machine.
  bool isAbandoned() const;
  /// Asks the launcher to end all, and ends it all if it does not.
  void end();

private:
  /// Guards the launcher, and returns its code.
  pid_t Process;
  std::optional<int> Code;
};

/// From now on, processes whose parents have ended become children of this one,
/// so that Launched finds them.
void adoptOrphans();

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_JOBLAUNCHER_H
