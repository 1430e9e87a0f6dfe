//===- Trace.h - tussah trace ------------------------------------*- C++
//-*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_TRACE_H
#define TUSSAH_COMPILER_DRIVER_TRACE_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// `tussah trace`. Runs a program, or one that it compiles, and writes what its
/// workers did for a viewer. trace/, a program of its own, writes that. Returns
/// the exit code of the compiler or the program, or 1 if there is no timeline.
int traceCommand(const Installation &I,
                 const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_TRACE_H
