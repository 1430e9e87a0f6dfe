//===- read.cpp - Readers of graphs ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input.h"

#include <tussah/graph/mix.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace tussah::graph {
namespace {

/// A list of arcs that grows with the file, and not beyond the limit. Checks
/// also what the graph will take.
class ArcList {
  const Input &From;
  std::vector<arc> Arcs;
  /// Of each arc, or empty.
  std::vector<double> Weights;

public:
  explicit ArcList(const Input &From) : From(From) {}

  void add(arc A) {
    if (Arcs.size() == Arcs.capacity())
      grow(std::max<std::uint64_t>(1024, 2 * Arcs.size()));
    Arcs.push_back(A);
  }
  void add(arc A, double Weight) {
    if (Weights.size() == Weights.capacity()) {
      std::uint64_t Capacity =
          std::max<std::uint64_t>(1024, 2 * Weights.size());
      From.requireMemory(sizeAt(Capacity) + Weights.capacity() * sizeof Weight,
                         "a list of " + std::to_string(Capacity) + " weights");
      Weights.reserve(Capacity);
    }
    Weights.push_back(Weight);
    add(A);
  }
  void reserve(std::uint64_t Count) { grow(Count); }
  std::uint64_t size() const { return Arcs.size(); }

  Loaded finish(std::uint64_t Vertices, direction D) {
    const read_options &How = From.options();
    std::uint64_t Ends = D == direction::undirected ? 2 : 1;
    std::uint64_t Each = 4 * Ends + (How.build ? 4 : 0);
    std::uint64_t Beside =
        Weights.empty() ? 0 : 8 * (Vertices + 1) + Arcs.size() * 8 * Ends;
    From.requireMemory(8 * (Vertices + 1) + sizeAt(Weights.capacity()) +
                           Arcs.size() * Each + Beside,
                       "a graph of " + std::to_string(Vertices) +
                           " vertices and " + std::to_string(Arcs.size()) +
                           " entries");
    From.finish();
    auto *Build = How.build ? How.build : detail::makeSerially;
    auto Count = static_cast<vertex>(Vertices);
    if (Weights.empty())
      return {Build(Count, Arcs, D), {}};
    return make_weighted(Count, Arcs, Weights, D, Build);
  }

private:
  /// Bytes of the arcs, and of so many weights.
  std::uint64_t sizeAt(std::uint64_t Capacity) const {
    return Arcs.capacity() * sizeof(arc) + Capacity * sizeof(double);
  }
  void grow(std::uint64_t Capacity) {
    // While it grows, both arrays exist.
    From.requireMemory((Capacity + Arcs.capacity()) * sizeof(arc),
                       "a list of " + std::to_string(Capacity) + " entries");
    Arcs.reserve(Capacity);
  }
};

} // namespace

static std::string lower(std::string_view Text) {
  std::string Result(Text);
  for (char &C : Result)
    C = C >= 'A' && C <= 'Z' ? static_cast<char>(C - 'A' + 'a') : C;
  return Result;
}

namespace {
/// What comments before the first line of an edge list say.
struct ListHeader {
  std::optional<direction> Direction;
  std::uint64_t Vertices = 0;
};
} // namespace

/// Goes past a comment, and takes what it says: SNAP's "# Undirected graph" or
/// "# Nodes: 5", KONECT's "% sym".
static void readListComment(Input &From, ListHeader &H) {
  bool Konect = From.peek() == '%';
  From.skip();
  std::string First = lower(From.word());
  if (Konect && First == "bip")
    From.fail("a bipartite graph, whose two sides have the same numbers; give "
              "those of one side others");
  if (Konect && (First == "sym" || First == "asym"))
    H.Direction = First == "sym" ? direction::undirected : direction::directed;
  if (First == "undirected" || First == "directed")
    if (lower(From.word()).substr(0, 5) == "graph")
      H.Direction =
          First == "undirected" ? direction::undirected : direction::directed;
  if (First == "nodes:")
    H.Vertices = From.number("the number of vertices", 0, most_vertices);
  From.skipLine();
}

Loaded readEdgeList(Input &From) {
  ArcList Arcs(From);
  ListHeader Header;
  // Whether lines have weights: as the first one.
  bool Weighted = false;
  std::uint64_t Vertices = 0;
  while (From.skipEmptyLines()) {
    if (From.peek() == '#' || From.peek() == '%') {
      if (Arcs.size() == 0)
        readListComment(From, Header);
      else
        From.skipLine();
      continue;
    }
    std::uint64_t Tail = From.number("a vertex", 0, most_vertices - 1);
    From.skipComma();
    std::uint64_t Head = From.number("a second vertex", 0, most_vertices - 1);
    arc A = {static_cast<vertex>(Tail), static_cast<vertex>(Head)};
    if (Arcs.size() == 0)
      Weighted = !From.atEndOfLine();
    double Weight = 1;
    if (Weighted) {
      From.skipComma();
      Weight = From.real("a weight");
    }
    From.endLine(Weighted ? "two vertices and a weight" : "two vertices");
    if (Weighted && From.keepsWeights())
      Arcs.add(A, Weight);
    else
      Arcs.add(A);
    Vertices = std::max({Vertices, Tail + 1, Head + 1});
  }
  return Arcs.finish(std::max(Vertices, Header.Vertices),
                     From.options().edges.value_or(
                         Header.Direction.value_or(direction::directed)));
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

Loaded readMatrixMarket(Input &From) {
  MatrixKind Kind = readMatrixKind(From);
  bool General = Kind.Symmetry == MatrixKind::General;
  bool Skew = Kind.Symmetry == MatrixKind::Skew;
  // The two arcs of an edge have one weight, which is a real number.
  bool Weighted =
      From.keepsWeights() && !Skew &&
      (Kind.Field == MatrixKind::Real || Kind.Field == MatrixKind::Integer);
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
  while (From.skipEmptyLines()) {
    if (Arcs.size() == Entries)
      From.fail("expected the end of the file after " +
                std::to_string(Entries) + " entries");
    std::uint64_t Row = From.number("a row", FirstRow, Rows);
    std::uint64_t Most = General ? Columns : Skew ? Row - 1 : Row;
    std::uint64_t Column = From.number(ColumnName, 1, Most);
    double Weight = 1;
    if (Kind.Field != MatrixKind::Pattern)
      Weight = From.real("the value of the entry",
                         Kind.Field == MatrixKind::Integer);
    if (Kind.Field == MatrixKind::Complex)
      From.real("the imaginary part of the entry");
    From.endLine("the entry");
    arc A = {static_cast<vertex>(Row - 1), static_cast<vertex>(Column - 1)};
    if (Weighted)
      Arcs.add(A, Weight);
    else
      Arcs.add(A);
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

/// Of a weight as part of the hash of an arc. 0 and -0 are equal.
static std::uint64_t hashOfWeight(double Weight) {
  std::uint64_t Bits;
  Weight += 0.0;
  std::memcpy(&Bits, &Weight, sizeof Bits);
  return detail::mix(Bits + 1);
}

bool isSymmetric(const buffer<arc_index> &Offsets,
                 const buffer<vertex> &Targets, const buffer<double> &Weights) {
  std::size_t Vertices = Offsets.size() - 1;
  // Loops count on neither side.
  std::uint64_t Sum = 0;
  for (std::size_t V = 0; V != Vertices; ++V)
    for (arc_index I = Offsets[V]; I != Offsets[V + 1]; ++I) {
      auto From = static_cast<vertex>(V);
      std::uint64_t Weight = Weights.empty() ? 0 : hashOfWeight(Weights[I]);
      auto Hash = [&](vertex Low, vertex High) {
        std::uint64_t Arc = hashOfArc(Low, High);
        return Weights.empty() ? Arc : detail::mix(Arc ^ Weight);
      };
      if (From < Targets[I])
        Sum += Hash(From, Targets[I]);
      else if (From > Targets[I])
        Sum -= Hash(Targets[I], From);
    }
  return Sum == 0;
}

vertex findOneWay(const buffer<arc_index> &Offsets, buffer<vertex> &Targets) {
  std::size_t Vertices = Offsets.size() - 1;
  if (isSymmetric(Offsets, Targets, {}))
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
  bool Weighted = H.EdgeWeights && From.keepsWeights();
  From.requireMemory(8 * (H.Vertices + 1) + (Weighted ? 24 : 8) * H.Edges,
                     "a graph of " + std::to_string(H.Vertices) +
                         " vertices and " + std::to_string(H.Edges) + " edges");
  From.endLine("the header");
  return H;
}

Loaded readMetis(Input &From) {
  static constexpr std::uint64_t AnyWeight = (std::uint64_t(1) << 59);
  // The last whole number that a double surely has.
  static constexpr std::uint64_t MostWeight = (std::uint64_t(1) << 53);
  MetisHeader H = readMetisHeader(From);
  buffer<arc_index> Offsets;
  buffer<vertex> Targets;
  buffer<double> Weights;
  bool Weighted = H.EdgeWeights && From.keepsWeights();
  Offsets.reserve(H.Vertices + 1);
  Targets.reserve(2 * H.Edges);
  Weights.reserve(Weighted ? 2 * H.Edges : 0);
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
      std::uint64_t Weight =
          H.EdgeWeights ? From.number("the weight of an edge", 0, MostWeight)
                        : 1;
      if (Targets.size() == 2 * H.Edges)
        From.fail("expected " + std::to_string(H.Edges) +
                  " edges, each at both ends, but there are more");
      Targets.push_back(static_cast<vertex>(To - 1));
      if (Weighted)
        Weights.push_back(static_cast<double>(Weight));
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
  if (!isSymmetric(Offsets, Targets, Weights))
    From.fail("an edge has different weights at its two ends");
  return {csr(std::move(Offsets), std::move(Targets), direction::undirected),
          std::move(Weights)};
}

/// Reads the offsets and targets of a GAP file.
static Loaded readGapArcs(Input &From, std::uint64_t Vertices,
                          std::uint64_t Arcs, direction D, bool Weighted) {
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
  buffer<double> Weights(Weighted && From.keepsWeights() ? Arcs : 0);
  if (!Weighted)
    From.bytes(Targets.data(), 4 * Targets.size(), "a target");
  for (std::uint64_t I = 0; Weighted && I != Arcs; ++I) {
    std::int32_t Pair[2];
    From.bytes(Pair, sizeof Pair, "a target and its weight");
    Targets[I] = static_cast<vertex>(Pair[0]);
    if (From.keepsWeights())
      Weights[I] = Pair[1];
  }
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
    if (!isSymmetric(Offsets, Targets, Weights))
      From.fail("the graph is undirected, but an edge has different weights in "
                "its two directions");
  }
  return {csr(std::move(Offsets), std::move(Targets), D), std::move(Weights)};
}

/// The same for each order of the arcs.
static std::uint64_t hashOfArcs(const Loaded &G, bool Turned) {
  std::uint64_t Sum = 0;
  for (vertex V = 0; V != G.vertices(); ++V)
    for (arc_index I = G.offsets()[V]; I != G.offsets()[V + 1]; ++I) {
      vertex To = G.targets()[I];
      std::uint64_t Arc = Turned ? hashOfArc(To, V) : hashOfArc(V, To);
      Sum += G.weighted() ? detail::mix(Arc ^ hashOfWeight(G.weight(I))) : Arc;
    }
  return Sum;
}

Loaded readGap(Input &From, bool Weighted) {
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
  std::uint64_t Once =
      8 * (Vertices + 1) + (Weighted ? 8 : 4) * (Arcs % MostArcs);
  std::uint64_t Expected = 17 + (Directed ? 2 : 1) * Once;
  if (Arcs >= MostArcs || (From.knowsSize() && From.size() != Expected))
    From.fail("expected a file of " +
              (Arcs >= MostArcs ? "more than 2^58" : std::to_string(Expected)) +
              " bytes for " + std::to_string(Vertices) + " vertices and " +
              std::to_string(Arcs) + " arcs, but it has " +
              std::to_string(From.size()));
  std::uint64_t Weights =
      Weighted && From.keepsWeights() ? 4 * (Arcs % MostArcs) : 0;
  From.requireMemory((Directed ? 2 : 1) * (Once + Weights), "the graph");
  auto RequireEnd = [&] {
    if (From.peek() != Input::End)
      From.fail("expected the end of the file");
  };
  Loaded G = readGapArcs(From, Vertices, Arcs,
                         Directed ? direction::directed : direction::undirected,
                         Weighted);
  if (!Directed) {
    RequireEnd();
    return G;
  }
  Loaded Back =
      readGapArcs(From, Vertices, Arcs, direction::directed, Weighted);
  RequireEnd();
  From.finish();
  if (hashOfArcs(G, false) != hashOfArcs(Back, true))
    From.fail("the transposed graph in the file has other arcs than the graph");
  return G;
}

/// Takes blanks, ends of lines, and a number.
static std::uint64_t nextNumber(Input &From, const char *What,
                                std::uint64_t Most) {
  From.skipEmptyLines();
  return From.number(What, 0, Most);
}

Loaded readAdjacency(Input &From) {
  std::string Kind(From.word());
  bool Weighted = Kind == "WeightedAdjacencyGraph";
  if (!Weighted && Kind != "AdjacencyGraph")
    From.fail("expected AdjacencyGraph or WeightedAdjacencyGraph, found '" +
              Kind + "'");
  constexpr std::uint64_t MostArcs = std::uint64_t(1) << 56;
  std::uint64_t Vertices =
      nextNumber(From, "the number of vertices", most_vertices);
  std::uint64_t Arcs = nextNumber(From, "the number of arcs", MostArcs);
  // Each number takes a digit and what is before it.
  if (Vertices > From.size() / 2 || Arcs > From.size() / 2)
    From.fail("the file is too short to have " + std::to_string(Vertices) +
              " vertices and " + std::to_string(Arcs) + " arcs");
  bool Keeps = Weighted && From.keepsWeights();
  From.requireMemory(8 * (Vertices + 1) + (Keeps ? 12 : 4) * Arcs, "the graph");
  buffer<arc_index> Offsets(Vertices + 1);
  buffer<vertex> Targets(Arcs);
  buffer<double> Weights(Keeps ? Arcs : 0);
  Offsets[Vertices] = Arcs;
  for (std::uint64_t V = 0; V != Vertices; ++V) {
    Offsets[V] = nextNumber(From, "an offset", Arcs);
    if (V == 0 ? Offsets[V] != 0 : Offsets[V] < Offsets[V - 1])
      From.fail("expected offsets that begin with 0 and do not decrease, found "
                "that of vertex " +
                std::to_string(V) + " to be " + std::to_string(Offsets[V]));
  }
  if (Vertices == 0 && Arcs != 0)
    From.fail("expected no arcs, as there are no vertices");
  for (vertex &To : Targets)
    To = static_cast<vertex>(nextNumber(From, "a target", Vertices - 1));
  for (std::uint64_t I = 0; Weighted && I != Arcs; ++I) {
    From.skipEmptyLines();
    double Weight = From.real("a weight");
    if (Keeps)
      Weights[I] = Weight;
  }
  if (From.skipEmptyLines())
    From.fail("expected the end of the file, found '" +
              std::string(From.word()) + "'");
  From.finish();
  bool Symmetric = isSymmetric(Offsets, Targets, Weights);
  std::optional<direction> Wanted = From.options().edges;
  if (Wanted == direction::undirected && !Symmetric)
    From.fail("it cannot be undirected, as it has arcs without ones back of "
              "the same weight");
  direction D =
      Wanted.value_or(Symmetric ? direction::undirected : direction::directed);
  return {csr(std::move(Offsets), std::move(Targets), D), std::move(Weights)};
}

static Loaded readAny(Input &From, format F) {
  From.requirePlain();
  switch (F) {
  case format::edge_list:
    return readEdgeList(From);
  case format::matrix_market:
    return readMatrixMarket(From);
  case format::metis:
    return readMetis(From);
  case format::gap:
    return readGap(From, false);
  case format::weighted_gap:
    return readGap(From, true);
  case format::adjacency:
    return readAdjacency(From);
  }
  __builtin_unreachable();
}

csr read(const std::string &Path, format F, const read_options &Options) {
  Input From(Path, Options, false);
  return readAny(From, F);
}

csr parse(std::string_view Text, format F, const read_options &Options,
          const std::string &Name) {
  Input From(Text, Name, Options, false);
  return readAny(From, F);
}

weighted_csr<double> read_weighted(const std::string &Path, format F,
                                   const read_options &Options) {
  Input From(Path, Options, true);
  return readAny(From, F);
}

weighted_csr<double> parse_weighted(std::string_view Text, format F,
                                    const read_options &Options,
                                    const std::string &Name) {
  Input From(Text, Name, Options, true);
  return readAny(From, F);
}

std::optional<format> format_of(std::string_view Path) {
  static constexpr std::pair<std::string_view, format> Extensions[] = {
      {".el", format::edge_list},     {".wel", format::edge_list},
      {".txt", format::edge_list},    {".mtx", format::matrix_market},
      {".graph", format::metis},      {".sg", format::gap},
      {".wsg", format::weighted_gap}, {".adj", format::adjacency}};
  Path = withoutCompression(Path);
  for (auto [Extension, F] : Extensions)
    if (Path.size() > Extension.size() &&
        Path.substr(Path.size() - Extension.size()) == Extension)
      return F;
  return std::nullopt;
}

} // namespace tussah::graph
