//===- Copies.h - A program that runs beside another ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_COPIES_H
#define TUSSAH_COMPILER_DRIVER_COPIES_H

#include <string>
#include <sys/types.h>
#include <vector>

namespace tussah::driver {

/// Runs copies of a program again and again, without their output, until the
/// destructor ends them.
class Copies {
  /// Each has a process group of its own.
  std::vector<pid_t> Loops;

public:
  /// Throws Error if a process cannot be made.
  Copies(const std::vector<std::string> &Run, unsigned Count);
  ~Copies();
  /// Whether all still run: one ends when a run of its program fails.
  bool areRunning() const;
  Copies(const Copies &) = delete;
  Copies &operator=(const Copies &) = delete;
};

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_COPIES_H
