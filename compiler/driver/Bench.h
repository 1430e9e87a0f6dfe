//===- Bench.h - tussah bench -----------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_BENCH_H
#define TUSSAH_COMPILER_DRIVER_BENCH_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// Replaces this process by the benchmark suite, a program in Python, to which
/// \p Arguments are given. Throws Error if the suite or Python is missing;
/// otherwise does not return.
int benchCommand(const Installation &I,
                 const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_BENCH_H
