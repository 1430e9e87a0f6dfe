//===- TemporaryDirectory.h - A private folder that goes away ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_TEMPORARYDIRECTORY_H
#define TUSSAH_COMPILER_DRIVER_TEMPORARYDIRECTORY_H

#include <string>

namespace tussah::driver {

/// A new folder that only this user can read, removed with all that is in it at
/// the end of the object's lifetime.
class TemporaryDirectory {
  std::string Path;

public:
  /// In \p Parent, or else in TMPDIR or /tmp. Throws Error if it cannot be
  /// made.
  explicit TemporaryDirectory(const std::string &Parent = "");
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  std::string file(const std::string &Name) const { return Path + "/" + Name; }
};

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_TEMPORARYDIRECTORY_H
