//===- TargetLibrary.h - Libraries that targets need ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_TARGETLIBRARY_H
#define TUSSAH_COMPILER_DRIVER_TARGETLIBRARY_H

#include <string>
#include <vector>

namespace tussah::driver {

/// A library of another project that a target's tasks are made with.
struct TargetLibrary {
  std::string Target;
  std::string Project;
  /// What follows -l.
  std::string Link;
  /// Debian's package; a final '*' stands for "<version of clang>-dev".
  std::string PackagePattern;
  /// Its threads go on after the last task, in code that goes when a shared
  /// library does which has loaded it.
  bool MustStay;

  std::string file(bool IsStatic) const;
  std::string package(unsigned ClangVersion) const;
};

/// All of them.
const std::vector<TargetLibrary> &targetLibraries();

/// The one that \p Target, or its variant that counts tasks, needs; null if
/// none, or if that is not known, as for a bitcode file of the user.
const TargetLibrary *findTargetLibrary(const std::string &Target);

/// The path of the library \p File where the clang at \p ClangPath looks by
/// itself; empty if it is not there.
std::string findLibrary(const std::string &ClangPath, const std::string &File);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_TARGETLIBRARY_H
