//===- read.cpp - Readers of graphs ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input.h"

#include <tussah/graph/mix.hpp>

#include <algorithm>
#include <utility>

namespace tussah::graph {
namespace {

/// A list of arcs that grows with the file, and not beyond the limit. Checks
/// also what the graph will take.
class ArcList {
  const Input &From;
  std::vector<arc> Arcs;

public:
  explicit ArcList(const Input &From) : From(From) {}

  void add(arc A) {
    if (Arcs.size() == Arcs.capacity())
      grow(std::max<std::uint64_t>(1024, 2 * Arcs.size()));
    Arcs.push_back(A);
  }
  void reserve(std::uint64_t Count) { grow(Count); }
  std::uint64_t size() const { return Arcs.size(); }

  csr finish(std::uint64_t Vertices, direction D) {
    const read_options &How = From.options();
    std::uint64_t Each =
        (D == direction::undirected ? 8 : 4) + (How.build ? 4 : 0);
    From.requireMemory(
        8 * (Vertices + 1) + Arcs.capacity() * sizeof(arc) + Arcs.size() * Each,
        "a graph of " + std::to_string(Vertices) + " vertices and " +
            std::to_string(Arcs.size()) + " entries");
    From.finish();
    auto *Build = How.build ? How.build : detail::makeSerially;
    return Build(static_cast<vertex>(Vertices), Arcs, D);
  }

private:
  void grow(std::uint64_t Capacity) {
    // While it grows, both arrays exist.
    From.requireMemory((Capacity + Arcs.capacity()) * sizeof(arc),
                       "a list of " + std::to_string(Capacity) + " entries");
    Arcs.reserve(Capacity);
  }
};

} // namespace

csr readEdgeList(Input &From) {
  ArcList Arcs(From);
  std::uint64_t Vertices = 0;
  for (;;) {
    if (From.atEndOfLine()) {
      if (From.peek() == Input::End)
        break;
      From.skipLine();
      continue;
    }
    if (From.peek() == '#') {
      From.skipLine();
      continue;
    }
    std::uint64_t Tail = From.number("a vertex", 0, most_vertices - 1);
    std::uint64_t Head = From.number("a second vertex", 0, most_vertices - 1);
    From.endLine("two vertices");
    Arcs.add({static_cast<vertex>(Tail), static_cast<vertex>(Head)});
    Vertices = std::max({Vertices, Tail + 1, Head + 1});
  }
  return Arcs.finish(Vertices, From.options().edges);
}

static std::string lower(std::string_view Text) {
  std::string Result(Text);
  for (char &C : Result)
    C = C >= 'A' && C <= 'Z' ? static_cast<char>(C - 'A' + 'a') : C;
  return Result;
}

/// Takes a word of the first line of a Matrix Market file, in any case, which
/// must be one of \p Allowed. Returns which.
static std::size_t keyword(Input &From, const char *What,
                           std::initializer_list<const char *> Allowed) {
  std::string Found = lower(From.word()), Expected;
  for (const char *const &One : Allowed) {
    if (Found == One)
      return static_cast<std::size_t>(&One - Allowed.begin());
    Expected += (Expected.empty() ? "" : " or ") + std::string(One);
  }
  From.fail(std::string("expected ") + What + ", which is " + Expected +
            ", found '" + Found + "'");
}

/// Takes a number as C writes it: sign, digits with a point, exponent.
static void skipReal(Input &From, bool Integer) {
  std::string_view Word = From.word();
  std::size_t I = 0, Digits = 0;
  auto Take = [&](const char *Any) {
    bool Is = I != Word.size() &&
              std::string_view(Any).find(Word[I]) != std::string_view::npos;
    I += Is;
    return Is;
  };
  auto TakeDigits = [&] {
    while (Take("0123456789"))
      ++Digits;
  };
  Take("+-");
  TakeDigits();
  if (!Integer) {
    if (Take("."))
      TakeDigits();
    if (Digits != 0 && Take("eEdD")) {
      Take("+-");
      Digits = 0;
      TakeDigits();
    }
    std::string Rest = lower(Word.substr(I));
    if (Digits == 0 && (Rest == "inf" || Rest == "nan"))
      return;
  }
  if (Digits == 0 || I != Word.size())
    From.fail(std::string("expected ") +
              (Integer ? "a whole number" : "a number") +
              " as the value of the entry, found '" + std::string(Word) + "'");
}

namespace {
/// The first line of a Matrix Market file.
struct MatrixKind {
  enum { Pattern, Real, Integer, Complex };
  enum { General, Symmetric, Skew, Hermitian };
  std::size_t Field, Symmetry;
};
} // namespace

static MatrixKind readMatrixKind(Input &From) {
  if (From.peek() != '%' || lower(From.word()) != "%%matrixmarket")
    From.fail("expected the first line to begin with '%%MatrixMarket'");
  keyword(From, "the object", {"matrix"});
  keyword(From, "the form of the matrix of a graph", {"coordinate"});
  MatrixKind Kind;
  Kind.Field =
      keyword(From, "the field", {"pattern", "real", "integer", "complex"});
  // What the format defines: without values there are no signs, and only
  // complex values are conjugated.
  const char *What = "the symmetry with this field";
  if (Kind.Field == MatrixKind::Pattern)
    Kind.Symmetry = keyword(From, What, {"general", "symmetric"});
  else if (Kind.Field != MatrixKind::Complex)
    Kind.Symmetry =
        keyword(From, What, {"general", "symmetric", "skew-symmetric"});
  else
    Kind.Symmetry = keyword(
        From, What, {"general", "symmetric", "skew-symmetric", "hermitian"});
  From.endLine("the symmetry");
  return Kind;
}

csr readMatrixMarket(Input &From) {
  MatrixKind Kind = readMatrixKind(From);
  bool General = Kind.Symmetry == MatrixKind::General;
  bool Skew = Kind.Symmetry == MatrixKind::Skew;
  while (From.peek() == '%' || (From.atEndOfLine() && From.peek() == '\n'))
    From.skipLine();

  std::uint64_t Rows = From.number("the number of rows", 0, most_vertices);
  std::uint64_t Columns =
      From.number("the number of columns", 0, most_vertices);
  if (Rows != Columns)
    From.fail("the matrix of a graph must be square, but this has " +
              std::to_string(Rows) + " rows and " + std::to_string(Columns) +
              " columns");
  std::uint64_t Entries =
      From.number("the number of entries", 0, std::uint64_t(1) << 56);
  // The shortest entry is "1 1" and the end of its line.
  if (Entries > From.size() / 4 + 1)
    From.fail("the file is too short to have " + std::to_string(Entries) +
              " entries");
  // Of a symmetric matrix only the lower triangle is there; the diagonal of a
  // skew-symmetric one is zero.
  std::uint64_t FirstRow = Skew ? 2 : 1;
  const char *ColumnName = General ? "a column"
                           : Skew  ? "a column below the diagonal"
                                   : "a column of the lower triangle";
  if (Entries != 0 && Rows < FirstRow)
    From.fail("expected 0 entries in a " +
              std::string(Skew ? "skew-symmetric " : "") + "matrix of " +
              std::to_string(Rows) + (Rows == 1 ? " row" : " rows") +
              ", found '" + std::to_string(Entries) + "'");
  From.requireMemory(8 * (Rows + 1) + Entries * sizeof(arc),
                     "a graph of " + std::to_string(Rows) + " vertices");
  From.endLine("the number of entries");

  ArcList Arcs(From);
  Arcs.reserve(Entries);
  for (;;) {
    if (From.atEndOfLine()) {
      if (From.peek() == Input::End)
        break;
      From.skipLine();
      continue;
    }
    if (Arcs.size() == Entries)
      From.fail("expected the end of the file after " +
                std::to_string(Entries) + " entries");
    std::uint64_t Row = From.number("a row", FirstRow, Rows);
    std::uint64_t Most = General ? Columns : Skew ? Row - 1 : Row;
    std::uint64_t Column = From.number(ColumnName, 1, Most);
    if (Kind.Field != MatrixKind::Pattern)
      skipReal(From, Kind.Field == MatrixKind::Integer);
    if (Kind.Field == MatrixKind::Complex)
      skipReal(From, false);
    From.endLine("the entry");
    Arcs.add({static_cast<vertex>(Row - 1), static_cast<vertex>(Column - 1)});
  }
  if (Arcs.size() != Entries)
    From.fail("expected " + std::to_string(Entries) +
              " entries, but the file has " + std::to_string(Arcs.size()));
  return Arcs.finish(Rows,
                     General ? direction::directed : direction::undirected);
}

static std::uint64_t hashOfArc(vertex From, vertex To) {
  return detail::mix(static_cast<std::uint64_t>(From) << 32 | To);
}

vertex findOneWay(const buffer<arc_index> &Offsets, buffer<vertex> &Targets) {
  std::size_t Vertices = Offsets.size() - 1;
  // Loops count on neither side.
  std::uint64_t Sum = 0;
  for (std::size_t V = 0; V != Vertices; ++V)
    for (arc_index I = Offsets[V]; I != Offsets[V + 1]; ++I) {
      auto From = static_cast<vertex>(V);
      if (From < Targets[I])
        Sum += hashOfArc(From, Targets[I]);
      else if (From > Targets[I])
        Sum -= hashOfArc(Targets[I], From);
    }
  if (Sum == 0)
    return no_vertex;
  // Where they are is not asked for often, so it may take longer, but no
  // memory.
  auto Row = [&](std::size_t V) { return Targets.begin() + Offsets[V]; };
  for (std::size_t V = 0; V != Vertices; ++V)
    std::sort(Row(V), Row(V + 1));
  auto Count = [&](std::size_t From, std::size_t To) {
    auto [First, Last] =
        std::equal_range(Row(From), Row(From + 1), static_cast<vertex>(To));
    return Last - First;
  };
  for (std::size_t V = 0; V != Vertices; ++V)
    for (arc_index I = Offsets[V]; I != Offsets[V + 1]; ++I)
      if (Count(V, Targets[I]) != Count(Targets[I], V))
        return static_cast<vertex>(V);
  return no_vertex;
}

/// Goes past comments of a METIS file.
static void skipComments(Input &From) {
  while (From.peek() == '%')
    From.skipLine();
}

namespace {
/// The header of a METIS file.
struct MetisHeader {
  std::uint64_t Vertices, Edges;
  bool VertexSizes = false, EdgeWeights = false;
  std::uint64_t VertexWeights = 0;
};
} // namespace

static MetisHeader readMetisHeader(Input &From) {
  skipComments(From);
  MetisHeader H;
  H.Vertices = From.number("the number of vertices", 0, most_vertices);
  H.Edges = From.number("the number of edges", 0, std::uint64_t(1) << 56);
  if (!From.atEndOfLine()) {
    std::string Format(From.word());
    Format.insert(0, Format.size() < 3 ? 3 - Format.size() : 0, '0');
    if (Format.size() != 3 ||
        Format.find_first_not_of("01") != std::string::npos)
      From.fail("expected the format, three digits 0 or 1, found '" + Format +
                "'");
    H.VertexSizes = Format[0] == '1';
    H.VertexWeights = Format[1] == '1';
    H.EdgeWeights = Format[2] == '1';
    if (!From.atEndOfLine()) {
      std::uint64_t Weights =
          From.number("the number of weights of a vertex", 0, 1u << 16);
      if (H.VertexWeights)
        H.VertexWeights = Weights;
    }
  }
  // Each vertex has a line, and each arc a digit and something around it.
  if (H.Vertices > From.size() || H.Edges > From.size() / 4 + 1)
    From.fail("the file is too short to have " + std::to_string(H.Vertices) +
              " vertices and " + std::to_string(H.Edges) + " edges");
  From.requireMemory(8 * (H.Vertices + 1) + 8 * H.Edges,
                     "a graph of " + std::to_string(H.Vertices) +
                         " vertices and " + std::to_string(H.Edges) + " edges");
  From.endLine("the header");
  return H;
}

csr readMetis(Input &From) {
  static constexpr std::uint64_t AnyWeight = (std::uint64_t(1) << 59);
  MetisHeader H = readMetisHeader(From);
  buffer<arc_index> Offsets;
  buffer<vertex> Targets;
  Offsets.reserve(H.Vertices + 1);
  Targets.reserve(2 * H.Edges);
  Offsets.push_back(0);
  for (std::uint64_t V = 1; V <= H.Vertices; ++V) {
    skipComments(From);
    if (From.peek() == Input::End)
      From.fail("expected the neighbours of vertex " + std::to_string(V) +
                ", found the end of the file");
    if (H.VertexSizes)
      From.number("the size of the vertex", 0, AnyWeight);
    for (std::uint64_t I = 0; I != H.VertexWeights; ++I)
      From.number("a weight of the vertex", 0, AnyWeight);
    while (!From.atEndOfLine()) {
      std::uint64_t To = From.number("a neighbour", 1, H.Vertices);
      if (To == V)
        From.fail("vertex " + std::to_string(V) +
                  " is its own neighbour, which METIS does not allow");
      if (H.EdgeWeights)
        From.number("the weight of an edge", 0, AnyWeight);
      if (Targets.size() == 2 * H.Edges)
        From.fail("expected " + std::to_string(H.Edges) +
                  " edges, each at both ends, but there are more");
      Targets.push_back(static_cast<vertex>(To - 1));
    }
    From.endLine("the neighbours");
    Offsets.push_back(Targets.size());
  }
  for (; From.peek() != Input::End; From.skipLine())
    if (From.peek() != '%' && !From.atEndOfLine())
      From.fail("expected the end of the file after " +
                std::to_string(H.Vertices) + " vertices");
  if (Targets.size() != 2 * H.Edges)
    From.fail("expected " + std::to_string(H.Edges) +
              " edges, each at both ends, but there are " +
              std::to_string(Targets.size()) + " ends");
  From.finish();
  if (vertex V = findOneWay(Offsets, Targets); V != no_vertex)
    From.fail("vertex " + std::to_string(V + std::uint64_t(1)) +
              " and a neighbour do not name each other equally often");
  return {std::move(Offsets), std::move(Targets), direction::undirected};
}

/// Reads the offsets and targets of a GAP file.
static csr readGapArcs(Input &From, std::uint64_t Vertices, std::uint64_t Arcs,
                       direction D) {
  buffer<arc_index> Offsets(Vertices + 1);
  From.bytes(Offsets.data(), 8 * Offsets.size(), "an offset");
  if (Offsets.front() != 0 || Offsets.back() != Arcs)
    From.fail("expected offsets from 0 to " + std::to_string(Arcs) +
              ", found them from " + std::to_string(Offsets.front()) + " to " +
              std::to_string(Offsets.back()));
  for (std::uint64_t V = 0; V != Vertices; ++V)
    if (Offsets[V] > Offsets[V + 1])
      From.fail("the offset of vertex " + std::to_string(V) +
                " is greater than the next one");
  buffer<vertex> Targets(Arcs);
  From.bytes(Targets.data(), 4 * Targets.size(), "a target");
  for (std::uint64_t I = 0; I != Arcs; ++I)
    if (Targets[I] >= Vertices)
      From.fail("expected targets from 0 to " + std::to_string(Vertices) +
                " - 1, found " + std::to_string(Targets[I]) +
                " as the target " + std::to_string(I));
  if (D == direction::undirected) {
    From.finish();
    if (vertex V = findOneWay(Offsets, Targets); V != no_vertex)
      From.fail("the graph is undirected, but vertex " + std::to_string(V) +
                " has an arc without one back");
  }
  return {std::move(Offsets), std::move(Targets), D};
}

/// The same for each order of the arcs.
static std::uint64_t hashOfArcs(const csr &G, bool Turned) {
  std::uint64_t Sum = 0;
  for (vertex V = 0; V != G.vertices(); ++V)
    for (vertex To : G.neighbours(V))
      Sum += Turned ? hashOfArc(To, V) : hashOfArc(V, To);
  return Sum;
}

csr readGap(Input &From) {
  From.setBinary();
  unsigned char Directed;
  From.bytes(&Directed, 1, "the flag of direction");
  if (Directed > 1)
    From.fail("expected 0 or 1 as the flag of direction, found " +
              std::to_string(Directed));
  std::uint64_t Arcs, Vertices;
  From.bytes(&Arcs, 8, "the number of arcs");
  From.bytes(&Vertices, 8, "the number of vertices");
  constexpr std::uint64_t MostArcs = std::uint64_t(1) << 56;
  if (Vertices > 0x7fffffff)
    From.fail("expected at most 2147483647 vertices, found " +
              std::to_string(Vertices));
  std::uint64_t Once = 8 * (Vertices + 1) + 4 * (Arcs % MostArcs);
  std::uint64_t Expected = 17 + (Directed ? 2 : 1) * Once;
  if (Arcs >= MostArcs || From.size() != Expected)
    From.fail("expected a file of " +
              (Arcs >= MostArcs ? "more than 2^58" : std::to_string(Expected)) +
              " bytes for " + std::to_string(Vertices) + " vertices and " +
              std::to_string(Arcs) + " arcs, but it has " +
              std::to_string(From.size()));
  From.requireMemory((Directed ? 2 : 1) * Once, "the graph");
  csr G = readGapArcs(From, Vertices, Arcs,
                      Directed ? direction::directed : direction::undirected);
  if (!Directed)
    return G;
  csr Back = readGapArcs(From, Vertices, Arcs, direction::directed);
  From.finish();
  if (hashOfArcs(G, false) != hashOfArcs(Back, true))
    From.fail("the transposed graph in the file has other arcs than the graph");
  return G;
}

static csr readAny(Input &From, format F) {
  switch (F) {
  case format::edge_list:
    return readEdgeList(From);
  case format::matrix_market:
    return readMatrixMarket(From);
  case format::metis:
    return readMetis(From);
  case format::gap:
    return readGap(From);
  }
  __builtin_unreachable();
}

csr read(const std::string &Path, format F, const read_options &Options) {
  Input From(Path, Options);
  return readAny(From, F);
}

csr parse(std::string_view Text, format F, const read_options &Options,
          const std::string &Name) {
  Input From(Text, Name, Options);
  return readAny(From, F);
}

std::optional<format> format_of(std::string_view Path) {
  static constexpr std::pair<std::string_view, format> Extensions[] = {
      {".el", format::edge_list},
      {".mtx", format::matrix_market},
      {".graph", format::metis},
      {".sg", format::gap}};
  for (auto [Extension, F] : Extensions)
    if (Path.size() > Extension.size() &&
        Path.substr(Path.size() - Extension.size()) == Extension)
      return F;
  return std::nullopt;
}

} // namespace tussah::graph
