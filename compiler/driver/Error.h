//===- Error.h - What ends a driver with a message --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_ERROR_H
#define TUSSAH_COMPILER_DRIVER_ERROR_H

#include <stdexcept>
#include <string>

namespace tussah::driver {

/// A failure that the user can act on. The text is one line in LLVM's style,
/// without the `error: ` prefix; main() prints it and exits with exitCode().
class Error : public std::runtime_error {
public:
  explicit Error(const std::string &Message, int ExitCode = 1)
      : std::runtime_error(Message), ExitCode(ExitCode) {}
  int exitCode() const { return ExitCode; }

private:
  int ExitCode;
};

/// The command line is wrong, whatever the machine and the files.
class UsageError : public Error {
public:
  explicit UsageError(const std::string &Message) : Error(Message, 2) {}
};

/// Prints "<program>: error: <message>" to stderr and returns the exit code.
int report(const char *Program, const Error &E);

/// Prints "<program>: note: <message>" to stderr.
void printNote(const char *Program, const std::string &Message);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_ERROR_H
