//===- write.cpp - Writers of graphs --------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symmetry.h"

#include <tussah/graph/io.hpp>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

namespace tussah::graph {
namespace {

class Output {
  std::FILE *File;
  const std::string &Name;

public:
  Output(std::FILE *File, const std::string &Name) : File(File), Name(Name) {}

  [[noreturn]] void fail(const std::string &Message) const {
    throw io_error(Name + ": " + Message);
  }
  void bytes(const void *From, std::size_t Count) {
    if (std::fwrite(From, 1, Count, File) != Count)
      fail(std::strerror(errno));
  }
  void text(std::string_view Text) { bytes(Text.data(), Text.size()); }
  /// A number and what follows it.
  void number(std::uint64_t Value, char After) {
    char Digits[24];
    char *End = std::to_chars(Digits, Digits + 21, Value).ptr;
    *End++ = After;
    bytes(Digits, static_cast<std::size_t>(End - Digits));
  }
  /// With as many digits as it takes to read the same, and the end of a line.
  void real(double Value) {
    char Digits[40];
    char *End = std::to_chars(Digits, Digits + 39, Value).ptr;
    *End++ = '\n';
    bytes(Digits, static_cast<std::size_t>(End - Digits));
  }
  void flush() {
    if (std::fflush(File) != 0)
      fail(std::strerror(errno));
  }
};

} // namespace

namespace {
/// A graph and its weights, if it has any, which belong to somebody else.
class Graph {
  const csr &G;
  const constant_array<double> &Weights;

public:
  Graph(const csr &G, const constant_array<double> &Weights)
      : G(G), Weights(Weights) {}

  vertex vertices() const { return G.vertices(); }
  arc_index arcs() const { return G.arcs(); }
  bool directed() const { return G.directed(); }
  arc_index degree(vertex V) const { return G.degree(V); }
  vertices_view neighbours(vertex V) const { return G.neighbours(V); }
  const constant_array<arc_index> &offsets() const { return G.offsets(); }
  const constant_array<vertex> &targets() const { return G.targets(); }
  bool weighted() const { return !Weights.empty(); }
  double weight(arc_index I) const { return weighted() ? Weights[I] : 1; }
  const constant_array<double> &weights() const { return Weights; }
  csr turned() const { return detail::transposeSerially(G); }
};
} // namespace

/// The weights of the arcs of \p G in the order that they have in \p Turned.
static buffer<double> turnWeights(const Graph &G, const csr &Turned) {
  buffer<double> Weights(G.weights().size());
  buffer<arc_index> Next(Turned.offsets().begin(), Turned.offsets().end());
  for (arc_index I = 0; I != Weights.size(); ++I)
    Weights[Next[G.targets()[I]]++] = G.weight(I);
  return Weights;
}

/// Calls \p See(from, index) for each arc, or for the arc of each edge that
/// does not go to a greater vertex.
template <class Function>
static void forEachEntry(const Graph &G, Function See) {
  for (vertex V = 0; V != G.vertices(); ++V)
    for (arc_index I = G.offsets()[V]; I != G.offsets()[V + 1]; ++I)
      if (G.directed() || G.targets()[I] <= V)
        See(V, I);
}

static std::uint64_t countEntries(const Graph &G) {
  std::uint64_t Count = 0;
  forEachEntry(G, [&](vertex, arc_index) { ++Count; });
  return Count;
}

/// The whole number from \p Least to \p Most that \p Weight is.
static std::int64_t wholeWeight(double Weight, double Least, double Most,
                                const char *Format, const Output &To) {
  if (!(Weight >= Least && Weight <= Most) || Weight != std::floor(Weight)) {
    char Text[128];
    std::snprintf(Text, sizeof Text,
                  "%s has whole numbers from %.0f to %.0f as weights, but the "
                  "graph has %.17g; write .wel, .mtx or .adj",
                  Format, Least, Most, Weight);
    To.fail(Text);
  }
  return static_cast<std::int64_t>(Weight);
}

static void writeEdgeList(const Graph &G, Output &To) {
  To.text(G.directed() ? "# Directed graph\n" : "# Undirected graph\n");
  To.text("# Nodes: " + std::to_string(G.vertices()) +
          " Edges: " + std::to_string(countEntries(G)) + "\n");
  forEachEntry(G, [&](vertex A, arc_index I) {
    To.number(A, '\t');
    To.number(G.targets()[I], G.weighted() ? '\t' : '\n');
    if (G.weighted())
      To.real(G.weight(I));
  });
}

static void writeMatrixMarket(const Graph &G, Output &To) {
  To.text(std::string("%%MatrixMarket matrix coordinate ") +
          (G.weighted() ? "real " : "pattern ") +
          (G.directed() ? "general\n" : "symmetric\n"));
  To.number(G.vertices(), ' ');
  To.number(G.vertices(), ' ');
  To.number(countEntries(G), '\n');
  forEachEntry(G, [&](vertex A, arc_index I) {
    To.number(A + std::uint64_t(1), ' ');
    To.number(G.targets()[I] + std::uint64_t(1), G.weighted() ? ' ' : '\n');
    if (G.weighted())
      To.real(G.weight(I));
  });
}

static void writeMetis(const Graph &G, Output &To) {
  if (G.directed())
    To.fail("METIS has no directed graphs; write .el, .mtx or .sg, or make the "
            "graph undirected");
  for (vertex V = 0; V != G.vertices(); ++V)
    for (vertex Next : G.neighbours(V))
      if (Next == V)
        To.fail("METIS has no loops, but vertex " + std::to_string(V) +
                " has one; write .el, .mtx or .sg");
  To.number(G.vertices(), ' ');
  To.number(G.arcs() / 2, G.weighted() ? ' ' : '\n');
  if (G.weighted())
    To.text("001\n");
  for (vertex V = 0; V != G.vertices(); ++V) {
    arc_index Last = G.offsets()[V + 1];
    for (arc_index I = G.offsets()[V]; I != Last; ++I) {
      char After = I + 1 == Last ? '\n' : ' ';
      To.number(G.targets()[I] + std::uint64_t(1), G.weighted() ? ' ' : After);
      if (G.weighted())
        To.number(static_cast<std::uint64_t>(
                      wholeWeight(G.weight(I), 0, 0x1p53, "METIS", To)),
                  After);
    }
    if (G.degree(V) == 0)
      To.text("\n");
  }
}

static void writeGap(const Graph &G, Output &To, bool Weighted) {
  if (G.vertices() > 0x7fffffff)
    To.fail("the GAP format has at most 2147483647 vertices; write .el or "
            ".mtx");
  if (G.weighted() && !Weighted)
    To.fail("this format has no weights, but the graph has; write .wsg, .wel, "
            ".mtx or .adj, or leave them out by --unweighted");
  auto Arcs = [&](const Graph &Part) {
    To.bytes(Part.offsets().data(), 8 * Part.offsets().size());
    if (!Weighted)
      To.bytes(Part.targets().data(), 4 * Part.targets().size());
    for (arc_index I = 0; Weighted && I != Part.arcs(); ++I) {
      std::int32_t Pair[] = {
          static_cast<std::int32_t>(Part.targets()[I]),
          static_cast<std::int32_t>(wholeWeight(
              Part.weight(I), -0x1p31, 0x1p31 - 1, "the format .wsg", To))};
      To.bytes(Pair, sizeof Pair);
    }
  };
  char Directed = G.directed();
  std::uint64_t Counts[] = {G.arcs(), G.vertices()};
  To.bytes(&Directed, 1);
  To.bytes(Counts, sizeof Counts);
  Arcs(G);
  if (!G.directed())
    return;
  csr Turned = G.turned();
  Arcs({Turned, turnWeights(G, Turned)});
}

/// Whether readAdjacency would take the arcs for those of edges.
static bool looksUndirected(const Graph &G) {
  std::uint64_t Sum = 0;
  for (vertex V = 0; V != G.vertices(); ++V)
    Sum += imbalanceOf(V, G.offsets().data(), G.targets().data(),
                       G.weighted() ? G.weights().data() : nullptr);
  return Sum == 0;
}

static void writeAdjacency(const Graph &G, Output &To) {
  if (G.directed() && looksUndirected(G))
    To.fail("this format cannot say that a graph is directed in which each arc "
            "has one back; write .el, .wel, .mtx, .sg or .wsg, or make the "
            "graph undirected");
  To.text(G.weighted() ? "WeightedAdjacencyGraph\n" : "AdjacencyGraph\n");
  To.number(G.vertices(), '\n');
  To.number(G.arcs(), '\n');
  for (vertex V = 0; V != G.vertices(); ++V)
    To.number(G.offsets()[V], '\n');
  for (vertex Target : G.targets())
    To.number(Target, '\n');
  for (double Weight : G.weights())
    To.real(Weight);
}

static void writeAny(const Graph &G, format F, std::FILE *File,
                     const std::string &Name) {
  Output To(File, Name);
  switch (F) {
  case format::edge_list:
    writeEdgeList(G, To);
    break;
  case format::matrix_market:
    writeMatrixMarket(G, To);
    break;
  case format::metis:
    writeMetis(G, To);
    break;
  case format::gap:
    writeGap(G, To, false);
    break;
  case format::weighted_gap:
    writeGap(G, To, true);
    break;
  case format::adjacency:
    writeAdjacency(G, To);
    break;
  }
  To.flush();
}

void write(const csr &G, format F, std::FILE *File, const std::string &Name) {
  writeAny({G, {}}, F, File, Name);
}

void write(const weighted_csr<double> &G, format F, std::FILE *File,
           const std::string &Name) {
  writeAny({G, G.weights()}, F, File, Name);
}

} // namespace tussah::graph
