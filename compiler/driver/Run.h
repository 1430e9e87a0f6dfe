//===- Run.h - tussah run and tussah race -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_RUN_H
#define TUSSAH_COMPILER_DRIVER_RUN_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// Compiles a program with \p OwnFlags before those of the user, and runs it,
/// as `tussah run` does. \p Command is the name of the command for errors.
int compileAndRun(const Installation &I, const std::string &Command,
                  const std::vector<std::string> &OwnFlags,
                  const std::vector<std::string> &Arguments);

/// Compiles a program as above, to \p Program. Returns the compiler's exit
/// code, and in \p Rest what follows the source file.
int compileProgram(const Installation &I, const std::string &Command,
                   const std::vector<std::string> &OwnFlags,
                   const std::vector<std::string> &Arguments,
                   const std::string &Program, std::vector<std::string> &Rest);

/// `tussah run`. Compiles a program into a private folder and runs it. \p
/// Arguments are flags for the compiler, the source file, and the program's
/// arguments. Returns the program's exit code, 128 plus the number of the
/// signal that ended it, or the compiler's exit code if that failed. Throws
/// Error if \p Arguments make no sense.
int runCommand(const Installation &I,
               const std::vector<std::string> &Arguments);

/// `tussah race`. Likewise, with the race detector.
/// Compiles a program with \p OwnFlags before those of the user, and runs it.
int compileAndRun(const Installation &I, const std::string &Command,
                  const std::vector<std::string> &OwnFlags,
                  const std::vector<std::string> &Arguments);

int raceCommand(const Installation &I,
                const std::vector<std::string> &Arguments);

/// Throws UsageError if the first of \p Arguments, which no option of `tussah
/// <Command>` is, looks like a misspelt one, or lacks its value.
void refuseMisspeltOption(const std::string &Command,
                          const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_RUN_H
