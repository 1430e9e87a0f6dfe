//===- Doctor.h - tussah doctor ---------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_DOCTOR_H
#define TUSSAH_COMPILER_DRIVER_DOCTOR_H

#include "Installation.h"

#include <vector>

namespace tussah::driver {

/// Prints, for each clang version in \p Supported, which parts of the tool
/// chain are there, and how to get those that are missing. Compiles and runs a
/// small program with each. Returns 0 if at least one version is complete, and
/// 1 otherwise.
int doctorCommand(const Installation &I,
                  const std::vector<unsigned> &Supported);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_DOCTOR_H
