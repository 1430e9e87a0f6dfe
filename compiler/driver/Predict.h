//===- Predict.h - tussah predict -------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_PREDICT_H
#define TUSSAH_COMPILER_DRIVER_PREDICT_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// `tussah predict`. Records a run of a program, or of one that was compiled
/// with -fcilktool=predict, and simulates it on other numbers of workers. What
/// is printed comes from predict/, a program of its own, which gets the
/// options. Returns its exit code, or that of the compiler or the program if
/// they fail.
int predictCommand(const Installation &I,
                   const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_PREDICT_H
