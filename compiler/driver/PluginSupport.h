//===- PluginSupport.h - Clangs that load plugins ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_PLUGINSUPPORT_H
#define TUSSAH_COMPILER_DRIVER_PLUGINSUPPORT_H

#include <string>

namespace tussah::driver {

/// False if the clang at \p Path was built without support for plugins: they
/// would find none of its functions. True if that cannot be known, as of a
/// script. Reads a small part of the file, as this happens in each compilation.
bool loadsPlugins(const std::string &Path);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_PLUGINSUPPORT_H
