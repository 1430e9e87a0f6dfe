//===- Editor.h - tussah editor ---------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_EDITOR_H
#define TUSSAH_COMPILER_DRIVER_EDITOR_H

#include "Installation.h"

#include <string>
#include <vector>

namespace tussah::driver {

/// Writes `.clangd` into a project's folder, so that stock clangd understands
/// the compile commands of tussah-clang, or prints it. Returns the exit code.
/// Throws Error if \p Arguments make no sense, or there is a file that this
/// command has not written.
int editorCommand(const Installation &I,
                  const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_EDITOR_H
