//===- Process.h - Finding and running programs -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_PROCESS_H
#define TUSSAH_COMPILER_DRIVER_PROCESS_H

#include <string>
#include <vector>

namespace tussah::driver {

/// Returns the path of \p Program, looked up in PATH as execvp does, or an
/// empty string. A name with a slash is returned as it is if it is executable.
std::string findProgram(const std::string &Program);

/// Replaces this process by \p Arguments[0], a path. Throws Error if it cannot
/// be run; otherwise does not return.
[[noreturn]] void replaceProcess(const std::vector<std::string> &Arguments);

/// How a process ended, and what it wrote if that was asked for.
struct ProcessResult {
  /// The exit code, or 128 plus the number of the signal that ended it.
  int Code = 0;
  /// stdout and stderr together.
  std::string Output;
};

enum class OutputMode { Inherit, Capture };

/// Runs \p Arguments[0], a path, without a shell, and waits for it. SIGTERM and
/// SIGHUP that arrive meanwhile are passed on to it; SIGINT and SIGQUIT, which
/// a terminal sends to both, are left to it, so that the caller can clean up.
/// Throws Error if it cannot be started.
ProcessResult runProcess(const std::vector<std::string> &Arguments,
                         OutputMode Mode = OutputMode::Inherit);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_PROCESS_H
