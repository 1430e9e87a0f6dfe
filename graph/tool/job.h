//===- job.h - A question about the graph in a file -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_TOOL_JOB_H
#define TUSSAH_GRAPH_TOOL_JOB_H

#include "destination.h"
#include "options.h"

#include "../../support/json.h"

#include <tussah/graph.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tussah::graph {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point Start) {
  return std::chrono::duration<double>(Clock::now() - Start).count();
}

/// Says how far a load is that takes longer than some seconds. Removes its line
/// at the end.
class Progress {
  Clock::time_point Start = Clock::now();
  double Next;
  bool Shown = false, AllRead = false;

public:
  explicit Progress(double After) : Next(After) {}
  void operator()(std::uint64_t Done, std::uint64_t All) {
    // There is nothing to read any more, but there will be no other line soon.
    bool Builds = std::exchange(AllRead, Done == All) && AllRead;
    if (All == 0 || (secondsSince(Start) < Next && !(Builds && Shown)))
      return;
    Next = secondsSince(Start) + 0.2;
    Shown = true;
    if (Builds)
      std::fputs("\rbuilding the graph\033[K", stderr);
    else
      std::fprintf(stderr, "\rreading: %3.0f %% of %" PRIu64 " MiB",
                   100.0 * static_cast<double>(Done) / static_cast<double>(All),
                   All >> 20);
  }
  ~Progress() {
    if (Shown)
      std::fputs("\r\033[K", stderr);
  }
};

/// "1 vertex", "2 vertices".
inline std::string count(std::uint64_t Count, const char *One,
                         const char *Many) {
  return std::to_string(Count) + " " + (Count == 1 ? One : Many);
}

inline std::string countVertices(std::uint64_t Count) {
  return count(Count, "vertex", "vertices");
}

/// What a command says when it is done: a line, and the same as names and
/// values of JSON.
struct Summary {
  std::string Text;
  std::vector<std::pair<const char *, std::string>> Facts;
};

/// As few digits as make it the same number again. Without an exponent, but for
/// very large and very small numbers.
inline std::string exact(double Value) {
  double Size = std::fabs(Value);
  bool Plain = Value == 0 || (Size >= 1e-4 && Size < 1e17);
  char Text[32];
  char *End = std::to_chars(std::begin(Text), std::end(Text), Value,
                            Plain ? std::chars_format::fixed
                                  : std::chars_format::general)
                  .ptr;
  return {Text, End};
}

/// What becomes of the weights that a file has.
enum class Weights { Dropped, Kept };

/// A command that reads a graph.
class Job {
public:
  explicit Job(const Options &O, Weights W = Weights::Dropped) : How(O) {
    if (O.Arguments.size() != 1)
      throw ToolUsageError("expected one file, found " +
                           std::to_string(O.Arguments.size()) +
                           "; see 'tussah graph --help'");
    const std::string &Path = O.Arguments[0];
    Format = O.Format ? *O.Format : requireFormat(Path);
    if (O.Read.edges && Format != format::edge_list &&
        Format != format::adjacency)
      throw ToolUsageError(std::string(O.Read.edges == direction::undirected
                                           ? "'--undirected'"
                                           : "'--directed'") +
                           " is for edge lists, but '" + Path +
                           "' says itself whether it has arcs or edges");
    read_options Read = O.Read;
    Read.build = make_csr;
    Read.loop = parallel_loop;
    Progress Shown(O.Progress ? 0 : 1);
    if (O.Progress || isatty(STDERR_FILENO))
      Read.progress = [&](std::uint64_t Done, std::uint64_t All) {
        Shown(Done, All);
      };
    Graph = W == Weights::Kept && !O.Unweighted
                ? read_weighted(Path, Format, Read)
                : weighted_csr<double>(read(Path, Format, Read), {});
  }

  const csr &graph() const { return Graph; }
  const weighted_csr<double> &weightedGraph() const { return Graph; }

  /// The sources that the user named.
  std::vector<vertex> sources() const {
    std::vector<vertex> All;
    std::uint64_t First = firstNumber(Format);
    if (!How.Sources.empty() && Graph.vertices() == 0)
      throw ToolError("the graph has no vertices");
    for (std::uint64_t One : How.Sources) {
      if (One < First || One - First >= Graph.vertices())
        throw ToolError("--source must be a vertex, a number from " +
                        std::to_string(First) + " to " +
                        std::to_string(First + Graph.vertices() - 1) +
                        ", not " + std::to_string(One));
      All.push_back(static_cast<vertex>(One - First));
    }
    return All;
  }

  vertex source() const {
    std::vector<vertex> All = sources();
    if (All.size() != 1)
      throw ToolUsageError("expected one --source, found " +
                           std::to_string(All.size()));
    return All[0];
  }

  /// Computes the result, as often as the user wants.
  template <class Function> auto compute(Function F) const {
    for (std::uint64_t Left = How.Repeat; Left > 1; --Left)
      measured(F);
    return measured(F);
  }

  /// Prints the summary, and, if the user wants it, a line for each vertex with
  /// its number and what \p Print(file, vertex) writes.
  template <class Function>
  void report(const Summary &Text, Function Print) const {
    bool ToOutput = How.Output == "-";
    if (How.Output) {
      Destination To(*How.Output);
      std::uint64_t First = firstNumber(Format);
      for (std::uint64_t V = 0; V != Graph.vertices(); ++V) {
        std::fprintf(To.file(), "%" PRIu64 " ", V + First);
        Print(To.file(), static_cast<vertex>(V));
        std::fputc('\n', To.file());
      }
      To.finish();
    }
    say(Text, ToOutput ? stderr : stdout);
  }

  /// The same for a result that is a number for each vertex.
  template <class T>
  void report(const Summary &Text, const array<T> &Values) const {
    report(Text, [&](std::FILE *To, vertex V) {
      std::fprintf(To, "%" PRIu64, static_cast<std::uint64_t>(Values[V]));
    });
  }

  /// The same for a result that is a vertex, or none, for each.
  void reportVertices(const Summary &Text, const array<vertex> &Values) const {
    std::uint64_t First = firstNumber(Format);
    report(Text, [&](std::FILE *To, vertex V) {
      if (Values[V] == no_vertex)
        std::fputc('-', To);
      else
        std::fprintf(To, "%" PRIu64, Values[V] + First);
    });
  }

  /// The same for a result that is the least vertex of its component.
  void reportComponents(const char *One, const char *Many,
                        const array<vertex> &Least) const {
    std::vector<vertex> Sizes(Graph.vertices(), 0);
    for (vertex V : Least)
      ++Sizes[V];
    std::uint64_t Count = 0;
    vertex Largest = 0;
    for (vertex Size : Sizes) {
      Count += Size != 0;
      Largest = std::max(Largest, Size);
    }
    reportVertices({count(Count, One, Many) + ", the largest has " +
                        countVertices(Largest),
                    {{"components", std::to_string(Count)},
                     {"largest", std::to_string(Largest)}}},
                   Least);
  }

  /// The number of a vertex in the file.
  std::string numberOf(vertex V) const {
    return std::to_string(V + firstNumber(Format));
  }

  /// Prints a summary alone.
  void say(const Summary &Text, std::FILE *To = stdout) const {
    std::string Line = How.Json ? json(Text) : Text.Text;
    if (std::fprintf(To, "%s\n", Line.c_str()) < 0 || std::fflush(To) != 0)
      throw ToolError(std::string("standard output: ") + std::strerror(errno));
  }

private:
  std::string json(const Summary &Text) const {
    support::JsonWriter Line;
    Line.object([&] {
      Line.key("command").string(How.Command);
      Line.key("vertices").number(Graph.vertices());
      Line.key("arcs").number(Graph.arcs());
      Line.key("directed").boolean(Graph.directed());
      for (const auto &[Name, Value] : Text.Facts)
        // JSON has no number for what no double can hold.
        Line.key(Name).digits(Value.find("inf") == Value.npos &&
                                      Value.find("nan") == Value.npos
                                  ? Value
                                  : "null");
    });
    return Line.take();
  }

  template <class Function> auto measured(Function F) const {
    Clock::time_point Start = Clock::now();
    auto Result = F();
    if (How.Repeat)
      std::fprintf(stderr, "time %.6f s\n", secondsSince(Start));
    return Result;
  }

  const Options &How;
  format Format;
  weighted_csr<double> Graph;
};

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_TOOL_JOB_H
