//===- destination.h - Where tussah graph writes ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_TOOL_DESTINATION_H
#define TUSSAH_GRAPH_TOOL_DESTINATION_H

#include <cstdio>
#include <string>

namespace tussah::graph {

/// A file for results, or the standard output. Writes into a file beside, which
/// gets the name at the end, and the mode of a file that it replaces, so that a
/// failure leaves no half of a result, nor does a signal that ends the process;
/// or directly, if the name is that of a device or the like, which must remain,
/// or of the file that is the standard output.
/// A file whose mode forbids to write it remains, too. A symbolic link remains,
/// and what it leads to is written. There is at most one at a time.
class Destination {
public:
  /// Opens \p Path; "-" is the standard output. Throws ToolError.
  explicit Destination(const std::string &Path);
  Destination(const Destination &) = delete;
  Destination &operator=(const Destination &) = delete;
  /// Without finish(), leaves what was there before.
  ~Destination();

  /// Throws ToolError if a file \p Path cannot be made, as far as that can be
  /// told before; to be asked before what takes long.
  static void require(const std::string &Path);

  std::FILE *file() { return File; }
  /// For messages.
  const std::string &name() const { return Name; }
  /// Everything was written. Throws ToolError.
  void finish();

private:
  [[noreturn]] void fail();

  std::string Name, Real, Temporary;
  std::FILE *File = stdout;
};

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_TOOL_DESTINATION_H
