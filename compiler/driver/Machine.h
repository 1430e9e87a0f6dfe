//===- Machine.h - The machine that programs are for ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Another machine than this one has a runtime of its own: another processor,
/// or the same with another C library.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_MACHINE_H
#define TUSSAH_COMPILER_DRIVER_MACHINE_H

#include "CommandLine.h"
#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// The installation for the machine that \p Line chooses. Throws Error if
/// there is no runtime for it.
Installation chooseMachine(const Installation &I, const CommandLine &Line);

/// The arguments with which clang finds the C library of the machine of \p I,
/// where it does not by itself. Throws Error if there is none for \p L.
std::vector<std::string> machineArguments(const Installation &I,
                                          const CommandLine &Line, Language L);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_MACHINE_H
