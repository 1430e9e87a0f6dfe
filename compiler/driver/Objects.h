//===- Objects.h - Objects that are linked ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_OBJECTS_H
#define TUSSAH_COMPILER_DRIVER_OBJECTS_H

#include "CommandLine.h"

#include <string>

namespace tussah::driver {

/// Throws Error if \p Line links objects that do not fit together, or not what
/// it compiles and links for \p Target: those of different targets, or of a
/// Tussah with another runtime.
void checkObjects(const CommandLine &Line, const std::string &Target);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_OBJECTS_H
