//===- TargetLibrary.cpp - Libraries that targets need --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetLibrary.h"

#include "Installation.h"
#include "Process.h"

#include <filesystem>

namespace tussah::driver {

std::string TargetLibrary::file(bool IsStatic) const {
  return "lib" + Link + (IsStatic ? ".a" : ".so");
}

std::string TargetLibrary::package(unsigned ClangVersion) const {
  if (PackagePattern.back() != '*')
    return PackagePattern;
  return PackagePattern.substr(0, PackagePattern.size() - 1) +
         std::to_string(ClangVersion) + "-dev";
}

const std::vector<TargetLibrary> &targetLibraries() {
  static const std::vector<TargetLibrary> Libraries = {
      {"onetbb", "oneTBB", "tbb", "libtbb-dev", true},
      {"openmp", "LLVM's OpenMP", "omp", "libomp-*", false}};
  return Libraries;
}

const TargetLibrary *findTargetLibrary(const std::string &Target) {
  for (const TargetLibrary &Library : targetLibraries())
    if (Target == Library.Target || Target == Library.Target + "-counted")
      return &Library;
  return nullptr;
}

std::string findLibrary(const std::string &ClangPath, const std::string &File) {
  // clang prints the name alone if it does not find the file.
  std::string Path =
      runProcess({ClangPath, "-print-file-name=" + File}, OutputMode::Capture)
          .Output;
  Path = Path.substr(0, Path.find('\n'));
  if (!fileExists(Path))
    return "";
  return std::filesystem::path(Path).lexically_normal().string();
}

} // namespace tussah::driver
