//===- Job.h - tussah job ---------------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_JOB_H
#define TUSSAH_COMPILER_DRIVER_JOB_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// `tussah job`. Starts a job of several processes, and starts it again from
/// its newest checkpoint when ranks are lost, or when it is to have more or
/// fewer of them; or tells such a job what to do. Returns the exit code of the
/// program, or 128 plus the number of a signal that has ended the job. Throws
/// Error.
int jobCommand(const Installation &I,
               const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_JOB_H
