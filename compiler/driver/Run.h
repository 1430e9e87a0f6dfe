//===- Run.h - Commands that compile and run programs -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_RUN_H
#define TUSSAH_COMPILER_DRIVER_RUN_H

#include "Installation.h"

#include <optional>
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

/// If \p Code is that of a program that a signal has ended (runProcess), says
/// so, and what that means for what was to be measured. Returns whether it is.
bool noteSignal(int Code, const std::string &Consequence);

/// Whether \p Code is that of a program that was asked to end, by a signal that
/// the tools of tools/interrupt.h report at.
bool wasInterrupted(int Code);

/// `tussah run`. Compiles a program into a private folder and runs it. \p
/// Arguments are flags for the compiler, the source file, and the program's
/// arguments. Returns the program's exit code, 128 plus the number of the
/// signal that ended it, or the compiler's exit code if that failed. Throws
/// Error if \p Arguments make no sense.
int runCommand(const Installation &I,
               const std::vector<std::string> &Arguments);

/// `tussah race`. Likewise, with the race detector.
int raceCommand(const Installation &I,
                const std::vector<std::string> &Arguments);

/// Throws Error unless \p Program is linked with libtussah-<Library>.so. The
/// error says what the program does not do to itself, \p Verb, and that
/// -fcilktool=<Tool> adds it.
void requireTool(const std::string &Program, const std::string &Library,
                 const std::string &Verb, const std::string &Tool);

/// If \p Argument is `<Name>=VALUE`, returns VALUE. Throws UsageError if that
/// is empty.
std::optional<std::string> valueOf(const std::string &Argument,
                                   const std::string &Name);
/// The same, into \p Value. Returns whether there is one.
bool takeValue(const std::string &Argument, const std::string &Name,
               std::string &Value);

/// Throws UsageError if the first of \p Arguments, which no option of `tussah
/// <Command>` is, looks like a misspelt one, or lacks its value.
void refuseMisspeltOption(const std::string &Command,
                          const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_RUN_H
