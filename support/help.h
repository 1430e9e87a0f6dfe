//===- help.h - What --help says of a program with commands -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout of the overview that `tussah` and `tussah graph` print. C++17,
/// and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_HELP_H
#define TUSSAH_SUPPORT_HELP_H

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

namespace tussah::support {

struct Overview {
  /// A command or an option, and what it does.
  struct Row {
    std::string Name, Text;
  };

  /// What follows "Usage: ".
  std::string Usage;
  /// Sentences about the whole.
  std::string Purpose;
  std::vector<Row> Commands, Options;
  /// Lines behind the tables; may be empty.
  std::string Notes;
  /// A line that can be typed.
  std::string Example;
};

/// Prints \p what on the standard output.
inline void printOverview(const Overview &what) {
  std::size_t width = 0;
  for (const auto *rows : {&what.Commands, &what.Options})
    for (const Overview::Row &row : *rows)
      width = std::max(width, row.Name.size());
  auto print = [width](const char *title,
                       const std::vector<Overview::Row> &rows) {
    if (!rows.empty())
      std::printf("\n%s:\n", title);
    for (const Overview::Row &row : rows)
      std::printf("  %-*s  %s\n", static_cast<int>(width), row.Name.c_str(),
                  row.Text.c_str());
  };
  std::printf("Usage: %s\n\n%s\n", what.Usage.c_str(), what.Purpose.c_str());
  print("Commands", what.Commands);
  print("Options", what.Options);
  if (!what.Notes.empty())
    std::printf("\n%s\n", what.Notes.c_str());
  std::printf("\nExamples:\n  $ %s\n", what.Example.c_str());
}

/// A summary, which begins with a small letter and has no full stop, as a
/// sentence.
inline std::string sentenceOf(std::string summary) {
  summary[0] =
      static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  return summary + ".";
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_HELP_H
