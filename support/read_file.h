//===- read_file.h - Reads whole files ----------------------------*- C++
//-*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For files that a user names, which may be folders, devices that never end,
/// or larger than the memory. C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_READ_FILE_H
#define TUSSAH_SUPPORT_READ_FILE_H

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace tussah::support {

/// The most that readFile reads.
inline constexpr std::size_t MostOfFile = std::size_t(1) << 30;

/// Reads the file \p path, or a pipe, into \p to. Returns what is wrong, or
/// nothing.
inline std::string readFile(const std::string &path, std::string &to) {
  const auto close = [](std::FILE *file) { std::fclose(file); };
  std::unique_ptr<std::FILE, decltype(close)> file(
      std::fopen(path.c_str(), "rbe"), close);
  if (!file)
    return std::string("cannot be read: ") + std::strerror(errno);
  constexpr std::size_t Part = 1 << 16;
  to.clear();
  for (std::size_t got = Part; got == Part;) {
    std::size_t size = to.size();
    if (size >= MostOfFile)
      return "cannot be read: it has more than 1 GiB";
    to.resize(size + Part);
    got = std::fread(&to[size], 1, Part, file.get());
    to.resize(size + got);
  }
  if (std::ferror(file.get()))
    return std::string("cannot be read: ") + std::strerror(errno);
  return "";
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_READ_FILE_H
