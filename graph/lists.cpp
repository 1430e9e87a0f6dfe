//===- lists.cpp - Readers of graphs that are lists of arcs ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input.h"
#include "memory.h"
#include "pieces.h"

#include <algorithm>
#include <utility>

namespace tussah::graph {
namespace {

/// The arcs of some lines.
struct ListPart {
  std::vector<arc> Arcs;
  /// Of each arc, or empty.
  std::vector<double> Weights;
  /// One more than the largest number of a vertex.
  std::uint64_t Vertices = 0;

  void clear() {
    Arcs.clear();
    Weights.clear();
    Vertices = 0;
  }
  void add(arc A) { Arcs.push_back(A); }
  void add(arc A, double Weight) {
    Weights.push_back(Weight);
    Arcs.push_back(A);
  }
};

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
    if (Weights.size() == Weights.capacity())
      growWeights(std::max<std::uint64_t>(1024, 2 * Weights.size()));
    Weights.push_back(Weight);
    add(A);
  }
  /// Adds the arcs of all \p Parts, of which there are \p Count.
  void add(ListPart *const *Parts, std::size_t Count) {
    std::vector<std::uint64_t> Places = placesOf(
        Arcs.size(), Count, [&](auto I) { return Parts[I]->Arcs.size(); });
    // There may be pieces without arcs.
    bool Weighted = std::any_of(
        Parts, Parts + Count, [](auto *One) { return !One->Weights.empty(); });
    if (Weighted && Places.back() > Weights.capacity())
      growWeights(capacityFor(Places.back()));
    if (Places.back() > Arcs.capacity())
      grow(capacityFor(Places.back()));
    Arcs.resize(Places.back());
    Weights.resize(Weighted ? Places.back() : Weights.size());
    From.inParallel(Count, [&](std::size_t I) {
      std::copy(Parts[I]->Arcs.begin(), Parts[I]->Arcs.end(),
                Arcs.data() + Places[I]);
      if (Weighted)
        std::copy(Parts[I]->Weights.begin(), Parts[I]->Weights.end(),
                  Weights.data() + Places[I]);
    });
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
  /// How many arcs the list will have if the rest of the file is like what was
  /// read; at least \p Least, for which it has no room.
  std::uint64_t capacityFor(std::uint64_t Least) const {
    // The list has what was read before.
    double Read = static_cast<double>(From.position());
    double All = static_cast<double>(Arcs.size()) / Read *
                 static_cast<double>(From.size()) * 1.05;
    if (!From.knowsSize() || Arcs.size() < 1024)
      return std::max<std::uint64_t>(Least, 2 * Arcs.size());
    return std::max(Least, static_cast<std::uint64_t>(All));
  }
  /// Bytes of the arcs, and of so many weights.
  std::uint64_t sizeAt(std::uint64_t Capacity) const {
    return Arcs.capacity() * sizeof(arc) + Capacity * sizeof(double);
  }
  void growWeights(std::uint64_t Capacity) {
    From.requireMemory(sizeAt(Capacity) + Weights.capacity() * sizeof(double),
                       "a list of " + std::to_string(Capacity) + " weights");
    Weights.reserve(Capacity);
    adviseLargePages(Weights.data(), Weights.capacity() * sizeof(double));
  }
  void grow(std::uint64_t Capacity) {
    // While it grows, both arrays exist.
    From.requireMemory((Capacity + Arcs.capacity()) * sizeof(arc),
                       "a list of " + std::to_string(Capacity) + " entries");
    Arcs.reserve(Capacity);
    adviseLargePages(Arcs.data(), Arcs.capacity() * sizeof(arc));
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

namespace {
/// What a line of an edge list is to have.
struct ListLine {
  bool Weighted = false, KeepsWeight = false;

  /// Adds the arc of the line to \p To. Returns one more than its larger end.
  template <class List> std::uint64_t read(Input &From, List &To) const {
    auto [Tail, Head] = readEnds(From);
    readRest(From, Tail, Head, To);
    return std::max(Tail, Head) + 1;
  }
  static std::pair<std::uint64_t, std::uint64_t> readEnds(Input &From) {
    std::uint64_t Tail = From.number("a vertex", 0, most_vertices - 1);
    From.skipComma();
    return {Tail, From.number("a second vertex", 0, most_vertices - 1)};
  }
  template <class List>
  void readRest(Input &From, std::uint64_t Tail, std::uint64_t Head,
                List &To) const {
    arc A = {static_cast<vertex>(Tail), static_cast<vertex>(Head)};
    double Weight = 1;
    if (Weighted) {
      From.skipComma();
      Weight = From.real("a weight");
    }
    From.endLine(Weighted ? "two vertices and a weight" : "two vertices");
    if (KeepsWeight)
      To.add(A, Weight);
    else
      To.add(A);
  }
};
} // namespace

static bool beginsComment(Input &From) {
  return From.peek() == '#' || From.peek() == '%';
}

Loaded readEdgeList(Input &From) {
  ArcList Arcs(From);
  ListHeader Header;
  // Lines have weights if the first one has.
  ListLine Line;
  std::uint64_t Vertices = 0;
  Pieces<ListPart> Parts(From);
  auto Parse = [&](Input &Text, ListPart &Part) {
    while (Text.skipEmptyLines())
      if (beginsComment(Text))
        Text.skipLine();
      else
        Part.Vertices = std::max(Part.Vertices, Line.read(Text, Part));
  };
  auto Take = [&](ListPart *const *All, std::size_t Count) {
    for (std::size_t I = 0; I != Count; ++I)
      Vertices = std::max(Vertices, All[I]->Vertices);
    Arcs.add(All, Count);
    return Count;
  };
  while (From.skipEmptyLines()) {
    if (Arcs.size() != 0 && Parts.read(Parse, Take))
      continue;
    if (beginsComment(From)) {
      if (Arcs.size() == 0)
        readListComment(From, Header);
      else
        From.skipLine();
    } else if (Arcs.size() == 0) {
      auto [Tail, Head] = ListLine::readEnds(From);
      Line.Weighted = !From.atEndOfLine();
      Line.KeepsWeight = Line.Weighted && From.keepsWeights();
      Line.readRest(From, Tail, Head, Arcs);
      Vertices = std::max(Tail, Head) + 1;
    } else {
      Vertices = std::max(Vertices, Line.read(From, Arcs));
    }
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

namespace {
/// What an entry of a Matrix Market file is to be.
struct MatrixEntry {
  MatrixKind Kind;
  std::uint64_t Size, Entries;
  bool KeepsWeight;

  /// Of a symmetric matrix only the lower triangle is there; the diagonal of a
  /// skew-symmetric one is zero.
  std::uint64_t firstRow() const {
    return Kind.Symmetry == MatrixKind::Skew ? 2 : 1;
  }

  template <class List> void read(Input &From, List &To) const {
    bool General = Kind.Symmetry == MatrixKind::General;
    bool Skew = Kind.Symmetry == MatrixKind::Skew;
    std::uint64_t Row = From.number("a row", firstRow(), Size);
    std::uint64_t Column =
        From.number(General ? "a column"
                    : Skew  ? "a column below the diagonal"
                            : "a column of the lower triangle",
                    1,
                    General ? Size
                    : Skew  ? Row - 1
                            : Row);
    double Weight = 1;
    if (Kind.Field != MatrixKind::Pattern)
      Weight = From.real("the value of the entry",
                         Kind.Field == MatrixKind::Integer);
    if (Kind.Field == MatrixKind::Complex)
      From.real("the imaginary part of the entry");
    From.endLine("the entry");
    arc A = {static_cast<vertex>(Row - 1), static_cast<vertex>(Column - 1)};
    if (KeepsWeight)
      To.add(A, Weight);
    else
      To.add(A);
  }
};
} // namespace

/// Reads up to the line before the first entry.
static MatrixEntry readMatrixHeader(Input &From) {
  MatrixEntry Entry;
  Entry.Kind = readMatrixKind(From);
  bool Skew = Entry.Kind.Symmetry == MatrixKind::Skew;
  // The two arcs of an edge have one weight, which is a real number.
  Entry.KeepsWeight = From.keepsWeights() && !Skew &&
                      (Entry.Kind.Field == MatrixKind::Real ||
                       Entry.Kind.Field == MatrixKind::Integer);
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
  Entry.Size = Rows;
  Entry.Entries = Entries;
  if (Entries != 0 && Rows < Entry.firstRow())
    From.fail("expected 0 entries in a " +
              std::string(Skew ? "skew-symmetric " : "") + "matrix of " +
              std::to_string(Rows) + (Rows == 1 ? " row" : " rows") +
              ", found '" + std::to_string(Entries) + "'");
  From.requireMemory(8 * (Rows + 1) + Entries * sizeof(arc),
                     "a graph of " + std::to_string(Rows) + " vertices");
  From.endLine("the number of entries");
  return Entry;
}

Loaded readMatrixMarket(Input &From) {
  MatrixEntry Entry = readMatrixHeader(From);
  ArcList Arcs(From);
  Arcs.reserve(Entry.Entries);
  Pieces<ListPart> Parts(From);
  auto Parse = [&](Input &Text, ListPart &Part) {
    while (Text.skipEmptyLines())
      Entry.read(Text, Part);
  };
  auto Take = [&](ListPart *const *All, std::size_t Count) {
    std::size_t Fit = 0;
    for (std::uint64_t Size = Arcs.size();
         Fit != Count && (Size += All[Fit]->Arcs.size()) <= Entry.Entries;)
      ++Fit;
    Arcs.add(All, Fit);
    return Fit;
  };
  while (From.skipEmptyLines()) {
    if (Parts.read(Parse, Take))
      continue;
    if (Arcs.size() == Entry.Entries)
      From.fail("expected the end of the file after " +
                std::to_string(Entry.Entries) + " entries");
    Entry.read(From, Arcs);
  }
  if (Arcs.size() != Entry.Entries)
    From.fail("expected " + std::to_string(Entry.Entries) +
              " entries, but the file has " + std::to_string(Arcs.size()));
  return Arcs.finish(Entry.Size, Entry.Kind.Symmetry == MatrixKind::General
                                     ? direction::directed
                                     : direction::undirected);
}

} // namespace tussah::graph
