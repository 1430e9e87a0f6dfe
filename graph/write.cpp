//===- write.cpp - Writers of graphs --------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/io.hpp>

#include <cerrno>
#include <charconv>
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
  void flush() {
    if (std::fflush(File) != 0)
      fail(std::strerror(errno));
  }
};

} // namespace

/// Calls \p See(from, to) for each arc, or for the arc of each edge that does
/// not go to a greater vertex.
template <class Function> static void forEachEntry(const csr &G, Function See) {
  for (vertex V = 0; V != G.vertices(); ++V)
    for (vertex To : G.neighbours(V))
      if (G.directed() || To <= V)
        See(V, To);
}

static std::uint64_t countEntries(const csr &G) {
  std::uint64_t Count = 0;
  forEachEntry(G, [&](vertex, vertex) { ++Count; });
  return Count;
}

static void writeEdgeList(const csr &G, Output &To) {
  To.text(G.directed() ? "# Directed graph\n" : "# Undirected graph\n");
  To.text("# Nodes: " + std::to_string(G.vertices()) +
          " Edges: " + std::to_string(countEntries(G)) + "\n");
  forEachEntry(G, [&](vertex A, vertex B) {
    To.number(A, '\t');
    To.number(B, '\n');
  });
}

static void writeMatrixMarket(const csr &G, Output &To) {
  To.text(std::string("%%MatrixMarket matrix coordinate pattern ") +
          (G.directed() ? "general\n" : "symmetric\n"));
  To.number(G.vertices(), ' ');
  To.number(G.vertices(), ' ');
  To.number(countEntries(G), '\n');
  forEachEntry(G, [&](vertex A, vertex B) {
    To.number(A + std::uint64_t(1), ' ');
    To.number(B + std::uint64_t(1), '\n');
  });
}

static void writeMetis(const csr &G, Output &To) {
  if (G.directed())
    To.fail("METIS has no directed graphs; write .el, .mtx or .sg, or make the "
            "graph undirected");
  for (vertex V = 0; V != G.vertices(); ++V)
    for (vertex Next : G.neighbours(V))
      if (Next == V)
        To.fail("METIS has no loops, but vertex " + std::to_string(V) +
                " has one; write .el, .mtx or .sg");
  To.number(G.vertices(), ' ');
  To.number(G.arcs() / 2, '\n');
  for (vertex V = 0; V != G.vertices(); ++V) {
    arc_index Left = G.degree(V);
    for (vertex Next : G.neighbours(V))
      To.number(Next + std::uint64_t(1), --Left ? ' ' : '\n');
    if (G.degree(V) == 0)
      To.text("\n");
  }
}

static void writeGap(const csr &G, Output &To) {
  if (G.vertices() > 0x7fffffff)
    To.fail("the GAP format has at most 2147483647 vertices; write .el or "
            ".mtx");
  auto Arcs = [&](const csr &Part) {
    To.bytes(Part.offsets().data(), 8 * Part.offsets().size());
    To.bytes(Part.targets().data(), 4 * Part.targets().size());
  };
  char Directed = G.directed();
  std::uint64_t Counts[] = {G.arcs(), G.vertices()};
  To.bytes(&Directed, 1);
  To.bytes(Counts, sizeof Counts);
  Arcs(G);
  if (G.directed())
    Arcs(detail::transposeSerially(G));
}

void write(const csr &G, format F, std::FILE *File, const std::string &Name) {
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
    writeGap(G, To);
    break;
  }
  To.flush();
}

} // namespace tussah::graph
