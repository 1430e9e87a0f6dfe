//===- JobOptions.h - The command line of tussah job ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_JOBOPTIONS_H
#define TUSSAH_COMPILER_DRIVER_JOBOPTIONS_H

#include <chrono>
#include <string>
#include <vector>

namespace tussah::driver {

struct JobOptions {
  /// The most ranks that an option takes.
  static constexpr unsigned MostRanks = 65535;

  /// Start a job; or else what a running one is to do.
  enum Action { Start, Resize, Join, Leave, Stop, Status } What = Start;
  /// The ranks that Start, Resize, Join and Leave name.
  unsigned Ranks = 0;
  std::string Checkpoints;

  // Of Start.
  std::string Every = "60s", Mpi, Launcher;
  unsigned Least = 1, Restarts = 3;
  bool KeepRanks = false;
  std::chrono::milliseconds Grace = std::chrono::seconds(30);
  /// The program and its arguments.
  std::vector<std::string> Program;
};

/// Throws UsageError.
JobOptions readJobOptions(const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_JOBOPTIONS_H
