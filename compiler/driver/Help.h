//===- Help.h - What --help says --------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The explanations of commands and their flags. They are the only source: man
/// pages are made from what --help prints, shells complete from it, and a
/// misspelt flag is compared with it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_HELP_H
#define TUSSAH_COMPILER_DRIVER_HELP_H

#include <string>
#include <vector>

namespace tussah::driver {

struct FlagHelp {
  /// The flag as it is written: with "=" and the name of its value, if it has
  /// one.
  const char *Flag;
  /// One line.
  const char *Text;
};

struct CommandHelp {
  /// What follows the name of the program; empty for a program's own.
  const char *Name;
  /// What can follow the name: one line for each form.
  std::vector<const char *> Usage;
  /// One line, without a full stop.
  const char *Summary;
  /// More about it, in lines; may be empty.
  const char *Details;
  std::vector<FlagHelp> Flags;
  /// Lines that can be typed.
  std::vector<const char *> Examples;
};

/// The commands of `tussah` that this program explains; the help of the others
/// is their programs'.
const std::vector<CommandHelp> &tussahHelp();

/// tussah-clang and tussah-clang++, as \p Program.
CommandHelp compilerHelp();

/// Prints \p Help of \p Program: at most a screen of 24 lines.
void printHelp(const std::string &Program, const CommandHelp &Help);

/// The names of \p Help's flags, with "=" if they take a value.
std::vector<std::string> flagNames(const CommandHelp &Help);

/// Throws UsageError if \p Argument is close to a flag of \p Help, or is one
/// without its value. To be asked of what would otherwise go to the compiler.
void refuseMisspelt(const std::string &Argument, const CommandHelp &Help,
                    unsigned MostEdits);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_HELP_H
