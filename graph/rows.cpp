//===- rows.cpp - Readers of graphs that are rows of vertices -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input.h"
#include "pieces.h"
#include "symmetry.h"

#include <algorithm>
#include <utility>

namespace tussah::graph {

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

namespace {
/// The neighbours of some vertices.
struct RowPart {
  std::vector<vertex> Targets;
  std::vector<double> Weights;
  /// Where the row of each vertex ends among these.
  std::vector<arc_index> Ends;

  void clear() {
    Targets.clear();
    Weights.clear();
    Ends.clear();
  }
};

/// Reads the rows of a METIS file.
class MetisRows {
  // The last whole number that a double surely has.
  static constexpr std::uint64_t MostWeight = std::uint64_t(1) << 53;
  static constexpr std::uint64_t AnyWeight = std::uint64_t(1) << 59;

  Input &From;
  const MetisHeader &H;
  bool Weighted;

public:
  buffer<arc_index> Offsets;
  buffer<vertex> Targets;
  buffer<double> Weights;

  MetisRows(Input &From, const MetisHeader &H)
      : From(From), H(H), Weighted(H.EdgeWeights && From.keepsWeights()) {
    Offsets.reserve(H.Vertices + 1);
    Targets.reserve(2 * H.Edges);
    Weights.reserve(Weighted ? 2 * H.Edges : 0);
    Offsets.push_back(0);
  }

  void read() {
    Pieces<RowPart> Parts(From);
    auto Parse = [&](Input &Text, RowPart &Part) {
      for (skipComments(Text); Text.peek() != Input::End; skipComments(Text)) {
        readRow(Text, [&](std::uint64_t To, std::uint64_t Weight) {
          Part.Targets.push_back(static_cast<vertex>(To - 1));
          if (Weighted)
            Part.Weights.push_back(static_cast<double>(Weight));
        });
        Part.Ends.push_back(Part.Targets.size());
      }
    };
    auto Take = [&](RowPart *const *All, std::size_t Count) {
      return take(All, Count);
    };
    while (Offsets.size() <= H.Vertices)
      if (!Parts.read(Parse, Take))
        readNext();
  }

private:
  /// Reads a line; \p Add(to, weight) gets its arcs.
  template <class Function>
  void readRow(Input &Text, const Function &Add) const {
    if (H.VertexSizes)
      Text.number("the size of the vertex", 0, AnyWeight);
    for (std::uint64_t I = 0; I != H.VertexWeights; ++I)
      Text.number("a weight of the vertex", 0, AnyWeight);
    while (!Text.atEndOfLine()) {
      std::uint64_t To = Text.number("a neighbour", 1, H.Vertices);
      Add(To, H.EdgeWeights
                  ? Text.number("the weight of an edge", 0, MostWeight)
                  : 1);
    }
    Text.endLine("the neighbours");
  }

  void readNext() {
    std::uint64_t V = Offsets.size();
    skipComments(From);
    if (From.peek() == Input::End)
      From.fail("expected the neighbours of vertex " + std::to_string(V) +
                ", found the end of the file");
    readRow(From, [&](std::uint64_t To, std::uint64_t Weight) {
      if (To == V)
        From.fail("vertex " + std::to_string(V) +
                  " is its own neighbour, which METIS does not allow");
      if (Targets.size() == 2 * H.Edges)
        From.fail("expected " + std::to_string(H.Edges) +
                  " edges, each at both ends, but there are more");
      Targets.push_back(static_cast<vertex>(To - 1));
      if (Weighted)
        Weights.push_back(static_cast<double>(Weight));
    });
    Offsets.push_back(Targets.size());
  }

  /// Whether no row of \p Part, the first of which is that of \p First, has its
  /// own vertex.
  static bool hasNoLoop(const RowPart &Part, std::uint64_t First) {
    arc_index Begin = 0;
    for (arc_index End : Part.Ends) {
      auto Row = Part.Targets.begin();
      if (std::find(Row + Begin, Row + End, static_cast<vertex>(First++)) !=
          Row + End)
        return false;
      Begin = End;
    }
    return true;
  }

  std::size_t take(RowPart *const *All, std::size_t Count) {
    auto Rows = placesOf(Offsets.size(), Count,
                         [&](auto I) { return All[I]->Ends.size(); });
    auto Arcs = placesOf(Targets.size(), Count,
                         [&](auto I) { return All[I]->Targets.size(); });
    std::vector<char> Fits(Count);
    From.inParallel(Count, [&](std::size_t I) {
      Fits[I] = Rows[I + 1] <= H.Vertices + 1 && Arcs[I + 1] <= 2 * H.Edges &&
                hasNoLoop(*All[I], Rows[I] - 1);
    });
    std::size_t Fit = std::find(Fits.begin(), Fits.end(), 0) - Fits.begin();
    Offsets.resize(Rows[Fit]);
    Targets.resize(Arcs[Fit]);
    Weights.resize(Weighted ? Arcs[Fit] : 0);
    From.inParallel(Fit, [&](std::size_t I) {
      const RowPart &Part = *All[I];
      for (std::size_t R = 0; R != Part.Ends.size(); ++R)
        Offsets[Rows[I] + R] = Arcs[I] + Part.Ends[R];
      std::copy(Part.Targets.begin(), Part.Targets.end(),
                Targets.data() + Arcs[I]);
      if (Weighted)
        std::copy(Part.Weights.begin(), Part.Weights.end(),
                  Weights.data() + Arcs[I]);
    });
    return Fit;
  }
};
} // namespace

Loaded readMetis(Input &From) {
  MetisHeader H = readMetisHeader(From);
  MetisRows Rows(From, H);
  Rows.read();
  for (; From.peek() != Input::End; From.skipLine())
    if (From.peek() != '%' && !From.atEndOfLine())
      From.fail("expected the end of the file after " +
                std::to_string(H.Vertices) + " vertices");
  if (Rows.Targets.size() != 2 * H.Edges)
    From.fail("expected " + std::to_string(H.Edges) +
              " edges, each at both ends, but there are " +
              std::to_string(Rows.Targets.size()) + " ends");
  From.finish();
  if (vertex V = findOneWay(From, Rows.Offsets, Rows.Targets); V != no_vertex)
    From.fail("vertex " + std::to_string(V + std::uint64_t(1)) +
              " and a neighbour do not name each other equally often");
  if (!isSymmetric(From, Rows.Offsets, Rows.Targets, Rows.Weights))
    From.fail("an edge has different weights at its two ends");
  return {csr(std::move(Rows.Offsets), std::move(Rows.Targets),
              direction::undirected),
          std::move(Rows.Weights)};
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
    if (vertex V = findOneWay(From, Offsets, Targets); V != no_vertex)
      From.fail("the graph is undirected, but vertex " + std::to_string(V) +
                " has an arc without one back");
    if (!isSymmetric(From, Offsets, Targets, Weights))
      From.fail("the graph is undirected, but an edge has different weights in "
                "its two directions");
  }
  return {csr(std::move(Offsets), std::move(Targets), D), std::move(Weights)};
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
  if (hashOfArcs(From, G, false) != hashOfArcs(From, Back, true))
    From.fail("the transposed graph in the file has other arcs than the graph");
  return G;
}

/// Takes blanks, ends of lines, and a number.
static std::uint64_t nextNumber(Input &From, const char *What,
                                std::uint64_t Most) {
  From.skipEmptyLines();
  return From.number(What, 0, Most);
}

namespace {
/// The header of an adjacency graph, and what its numbers must be: first the
/// offsets of all vertices, then the targets of all arcs.
struct AdjacencyHeader {
  static constexpr std::uint64_t MostArcs = std::uint64_t(1) << 56;
  bool Weighted;
  std::uint64_t Vertices, Arcs;

  std::uint64_t numbers() const { return Vertices + Arcs; }
  /// Whether number \p I, behind \p Before, may be \p Value.
  bool allows(std::uint64_t I, std::uint64_t Before,
              std::uint64_t Value) const {
    if (I >= Vertices)
      return Value < Vertices;
    return I == 0 ? Value == 0 : Value >= Before && Value <= Arcs;
  }
};

/// Reads the numbers of an adjacency graph.
class AdjacencyRows {
  using Numbers = std::vector<std::uint64_t>;

  Input &From;
  const AdjacencyHeader &H;
  std::uint64_t Done = 0;

public:
  buffer<arc_index> Offsets;
  buffer<vertex> Targets;

  AdjacencyRows(Input &From, const AdjacencyHeader &H)
      : From(From), H(H), Offsets(H.Vertices + 1), Targets(H.Arcs) {
    Offsets[H.Vertices] = H.Arcs;
  }

  void read() {
    Pieces<Numbers> Parts(From);
    auto Parse = [](Input &Text, Numbers &Part) {
      while (Text.skipEmptyLines())
        Part.push_back(Text.number("a number", 0, AdjacencyHeader::MostArcs));
    };
    auto Take = [&](Numbers *const *All, std::size_t Count) {
      return take(All, Count);
    };
    while (Done != H.numbers())
      if (!Parts.read(Parse, Take))
        readNext();
  }

private:
  void put(std::uint64_t I, std::uint64_t Value) {
    if (I < H.Vertices)
      Offsets[I] = Value;
    else
      Targets[I - H.Vertices] = static_cast<vertex>(Value);
  }

  /// The number in front of \p I, if it is an offset.
  std::uint64_t before(std::uint64_t I) const {
    return I == 0 || I > H.Vertices ? 0 : Offsets[I - 1];
  }

  void readNext() {
    bool IsOffset = Done < H.Vertices;
    std::uint64_t Value = IsOffset
                              ? nextNumber(From, "an offset", H.Arcs)
                              : nextNumber(From, "a target", H.Vertices - 1);
    if (!H.allows(Done, before(Done), Value))
      From.fail("expected offsets that begin with 0 and do not decrease, found "
                "that of vertex " +
                std::to_string(Done) + " to be " + std::to_string(Value));
    put(Done++, Value);
  }

  std::size_t take(Numbers *const *All, std::size_t Count) {
    auto Places = placesOf(Done, Count, [&](auto I) { return All[I]->size(); });
    std::vector<char> Fits(Count);
    From.inParallel(Count, [&](std::size_t I) {
      std::uint64_t At = Places[I];
      std::uint64_t Before = 0;
      if (I == 0)
        Before = before(At);
      else if (!All[I - 1]->empty())
        Before = All[I - 1]->back();
      bool Good = Places[I + 1] <= H.numbers();
      for (std::uint64_t Value : *All[I]) {
        Good = Good && H.allows(At++, Before, Value);
        Before = Value;
      }
      Fits[I] = Good;
    });
    std::size_t Fit = std::find(Fits.begin(), Fits.end(), 0) - Fits.begin();
    From.inParallel(Fit, [&](std::size_t I) {
      std::uint64_t At = Places[I];
      for (std::uint64_t Value : *All[I])
        put(At++, Value);
    });
    Done = Places[Fit];
    return Fit;
  }
};
} // namespace

/// Reads \p Count weights.
static buffer<double> readWeights(Input &From, std::uint64_t Count) {
  buffer<double> Weights(Count);
  std::uint64_t Done = 0;
  Pieces<std::vector<double>> Parts(From);
  auto Parse = [](Input &Text, std::vector<double> &Part) {
    while (Text.skipEmptyLines())
      Part.push_back(Text.real("a weight"));
  };
  auto Take = [&](std::vector<double> *const *All, std::size_t Size) {
    auto Places = placesOf(Done, Size, [&](auto I) { return All[I]->size(); });
    std::size_t Fit = 0;
    while (Fit != Size && Places[Fit + 1] <= Count)
      ++Fit;
    From.inParallel(Fit, [&](std::size_t I) {
      std::copy(All[I]->begin(), All[I]->end(), Weights.data() + Places[I]);
    });
    Done = Places[Fit];
    return Fit;
  };
  while (Done != Count) {
    if (Parts.read(Parse, Take))
      continue;
    From.skipEmptyLines();
    Weights[Done++] = From.real("a weight");
  }
  return Weights;
}

static AdjacencyHeader readAdjacencyHeader(Input &From) {
  AdjacencyHeader H;
  std::string Kind(From.word());
  H.Weighted = Kind == "WeightedAdjacencyGraph";
  if (!H.Weighted && Kind != "AdjacencyGraph")
    From.fail("expected AdjacencyGraph or WeightedAdjacencyGraph, found '" +
              Kind + "'");
  H.Vertices = nextNumber(From, "the number of vertices", most_vertices);
  H.Arcs = nextNumber(From, "the number of arcs", AdjacencyHeader::MostArcs);
  // Each number takes a digit and what is before it.
  if (H.Vertices > From.size() / 2 || H.Arcs > From.size() / 2)
    From.fail("the file is too short to have " + std::to_string(H.Vertices) +
              " vertices and " + std::to_string(H.Arcs) + " arcs");
  if (H.Vertices == 0 && H.Arcs != 0)
    From.fail("expected no arcs, as there are no vertices");
  // Weights say whether the arcs are those of edges, wanted or not.
  From.requireMemory(8 * (H.Vertices + 1) + (H.Weighted ? 12 : 4) * H.Arcs,
                     "the graph");
  return H;
}

Loaded readAdjacency(Input &From) {
  AdjacencyHeader H = readAdjacencyHeader(From);
  AdjacencyRows Rows(From, H);
  Rows.read();
  buffer<double> Weights;
  if (H.Weighted)
    Weights = readWeights(From, H.Arcs);
  if (From.skipEmptyLines())
    From.fail("expected the end of the file, found '" +
              std::string(From.word()) + "'");
  From.finish();
  bool Symmetric = isSymmetric(From, Rows.Offsets, Rows.Targets, Weights);
  std::optional<direction> Wanted = From.options().edges;
  if (Wanted == direction::undirected && !Symmetric)
    From.fail("it cannot be undirected, as it has arcs without ones back of "
              "the same weight");
  direction D =
      Wanted.value_or(Symmetric ? direction::undirected : direction::directed);
  if (!From.keepsWeights())
    Weights = {};
  return {csr(std::move(Rows.Offsets), std::move(Rows.Targets), D),
          std::move(Weights)};
}

} // namespace tussah::graph
