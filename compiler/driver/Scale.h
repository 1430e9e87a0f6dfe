//===- Scale.h - tussah scale -----------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_SCALE_H
#define TUSSAH_COMPILER_DRIVER_SCALE_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// `tussah scale`. Compiles a program with Cilkscale and runs it, or runs one
/// that is compiled so. Returns what `tussah run` does. Throws Error if \p
/// Arguments make no sense.
int scaleCommand(const Installation &I,
                 const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_SCALE_H
