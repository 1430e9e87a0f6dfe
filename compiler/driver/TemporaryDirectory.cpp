//===- TemporaryDirectory.cpp - A private folder that goes away -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryDirectory.h"
#include "Error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace tussah::driver {

TemporaryDirectory::TemporaryDirectory(const std::string &Parent) {
  const char *Usual = std::getenv("TMPDIR");
  Path = !Parent.empty() ? Parent : Usual && *Usual ? Usual : "/tmp";
  Path += "/tussah-XXXXXX";
  std::string Pattern = Path;
  if (!mkdtemp(Path.data()))
    throw Error("cannot make a folder '" + Pattern +
                "': " + std::strerror(errno) +
                "; set TMPDIR to a folder that "
                "can be written to");
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code Ignored; // Nothing useful can be done about it.
  std::filesystem::remove_all(Path, Ignored);
}

} // namespace tussah::driver
