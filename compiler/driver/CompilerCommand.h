//===- CompilerCommand.h - The command line that clang gets -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_COMPILERCOMMAND_H
#define TUSSAH_COMPILER_DRIVER_COMPILERCOMMAND_H

#include "Clang.h"
#include "CommandLine.h"
#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// Returns the command, starting with clang's path, that does with the plugins
/// what \p Line asks for. Throws Error if a part of Tussah that it needs is
/// missing, or the target does not exist or cannot be used in this way.
std::vector<std::string> compilerCommand(const Installation &I, const Clang &C,
                                         const CommandLine &Line, Language L);

/// Returns the flags that make \p C itself do what \p Line asks for, whatever
/// else it is given, in one line that a shell and a response file read alike.
std::string printableFlags(const Installation &I, const Clang &C,
                           CommandLine Line, Language L);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_COMPILERCOMMAND_H
