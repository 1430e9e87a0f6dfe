//===- ResponseFile.h - Files of command line arguments ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `@file` arguments, read and written as clang does with GNU quoting:
/// arguments are separated by white space; a backslash, also inside of quotes,
/// takes the next character as it is; quotes of either kind group.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_RESPONSEFILE_H
#define TUSSAH_COMPILER_DRIVER_RESPONSEFILE_H

#include <string>
#include <vector>

namespace tussah::driver {

/// Splits the text of a response file into arguments. As in clang, an empty
/// pair of quotes alone is no argument.
std::vector<std::string> splitArguments(const std::string &Text);

/// Returns the arguments in the file that \p Argument, which starts with '@',
/// names, with the files named in it expanded too. False if clang would not
/// expand it, or refuses it, so that it must be left to clang: an unreadable
/// file, an encoding other than UTF-8, a file that includes itself.
bool readResponseFile(const std::string &Argument,
                      std::vector<std::string> &Result);

/// Writes \p Arguments to a new file that has no name and lives as long as this
/// process and those it starts. Returns the '@...' argument for it. Throws
/// Error if the system has no memory for it.
std::string writeResponseFile(const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_RESPONSEFILE_H
