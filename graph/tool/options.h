//===- options.h - The command line of tussah graph -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_TOOL_OPTIONS_H
#define TUSSAH_GRAPH_TOOL_OPTIONS_H

#include <tussah/graph/io.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tussah::graph {

/// A failure that the user can act on: one line in LLVM's style.
class ToolError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The command line is wrong, whatever is in the files.
class ToolUsageError : public ToolError {
public:
  using ToolError::ToolError;
};

/// What the arguments behind the name of the command say.
struct Options {
  std::string Command;
  /// The summary is to be a line of JSON.
  bool Json = false;
  /// Those that are no options.
  std::vector<std::string> Arguments;
  /// Where to write; "-" is the standard output.
  std::optional<std::string> Output;
  /// In the numbers of the file's format.
  std::vector<std::uint64_t> Sources;
  read_options Read;
  /// The format of the file to read, if its name does not say it.
  std::optional<format> Format;
  bool Simple = false;
  /// To leave out weights.
  bool Unweighted = false;
  /// To say how far loads are, whatever they take and wherever that goes.
  bool Progress = false;
  std::uint64_t Seed = 1;
  double Damping = 0.85;
  double Tolerance = 1e-9;
  /// The width of a step of shortest paths, if it is not the average weight.
  std::optional<double> Delta;
  /// From how many vertices betweenness is computed, if not from all.
  std::optional<std::uint64_t> Samples;
  /// Of random walks: arcs of each, and how many from a vertex.
  std::uint64_t Length = 10, Walks = 1;
  /// How often to compute the result, each time with a line that says how long
  /// that took; 0 means once, without one.
  std::uint64_t Repeat = 0;
  /// As the runtime takes it; empty for its default.
  std::string Workers;
};

/// Reads the options \p Allowed, which are those of the command \p Command, and
/// those of all commands. Throws ToolError.
Options parseOptions(const std::string &Command,
                     const std::vector<std::string> &Allowed,
                     const std::vector<std::string> &Arguments);

/// Explains the options \p Allowed, and those of all commands, on the standard
/// output.
void printOptions(const std::vector<std::string> &Allowed);

/// The number that \p Text is. Throws ToolError; \p What names it.
std::uint64_t parseNumber(const std::string &What, const std::string &Text,
                          std::uint64_t Least, std::uint64_t Most);

/// The format that the name \p Path has. Throws ToolError.
format requireFormat(const std::string &Path);

/// The format of the graph that \p Path is to become, which is not compressed.
/// Throws ToolError.
format requireOutputFormat(const std::string &Path);

/// The number that the first vertex has in files of a format.
std::uint64_t firstNumber(format F);

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_TOOL_OPTIONS_H
