//===- Clang.h - Finding the stock clang ------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_CLANG_H
#define TUSSAH_COMPILER_DRIVER_CLANG_H

#include "Installation.h"

#include <optional>
#include <string>

namespace tussah::driver {

/// Environment variable with the clang to use: a path, or a name in PATH.
inline constexpr const char *ClangVariable = "TUSSAH_CLANG";

struct Clang {
  std::string Path;
  /// Major version; 0 if the program is not a clang.
  unsigned Version = 0;
};

/// Returns the major version of the clang at \p Path: from the names that
/// distributions give its file and folder if they say it, because running it
/// would slow down each compilation; otherwise from what it prints. 0 if it is
/// not a clang or cannot be run.
unsigned clangVersion(const std::string &Path);

/// Looks for clang \p Version as `clang-N` in PATH, in the folder where Debian
/// has it, and as `clang` in PATH.
std::optional<Clang> findClangVersion(unsigned Version);

/// Returns the path of the LLD that the clang at \p Path calls; empty if there
/// is none.
std::string findLld(const std::string &Path);

/// Returns the clang to use: \p Chosen if the command line has chosen one, the
/// one in the environment variable TUSSAH_CLANG, or else the newest one that
/// \p I has plugins for. Throws Error if there is none, or if the chosen one is
/// not one that \p I has plugins for, or loads no plugins.
Clang findClang(const Installation &I,
                const std::optional<std::string> &Chosen);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_CLANG_H
