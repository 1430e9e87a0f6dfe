//===- graphs.cpp - Graphs from arrays of NumPy and files -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "module.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace tussah::graph::python {

using detail::mix;

/// SciPy and NumPy have vertices of 32 bits with a sign.
static constexpr std::uint64_t MostVertices =
    std::numeric_limits<std::int32_t>::max();

static std::uint64_t bitsOfWeight(double Weight) {
  // + 0 makes -0 a 0.
  return detail::bitsOf(Weight + 0.0);
}

/// The first of \p Count numbers for which \p Is is true; \p Count if none is.
template <class Function>
static std::size_t findFirst(std::size_t Count, const Function &Is) {
  auto Found = detail::sumBlocks<detail::LeastBits>(
      Count, [&](std::size_t First, std::size_t Last) {
        detail::LeastBits Least;
        while (First != Last && !Is(First))
          ++First;
        if (First != Last)
          Least.Value = First;
        return Least;
      });
  return std::min<std::uint64_t>(Found.Value, Count);
}

/// The vertex whose arcs have the index \p I among them.
static std::size_t rowOf(const csr &G, std::size_t I) {
  const auto &Offsets = G.offsets();
  auto After = std::upper_bound(Offsets.begin(), Offsets.end(), I);
  return static_cast<std::size_t>(After - Offsets.begin()) - 1;
}

static void requireTargets(const csr &G) {
  const constant_array<vertex> &Targets = G.targets();
  std::size_t Bad = findFirst(
      G.arcs(), [&](std::size_t I) { return Targets[I] >= G.vertices(); });
  if (Bad != G.arcs())
    throw std::invalid_argument(
        "row " + std::to_string(rowOf(G, Bad)) + " has the column " +
        std::to_string(static_cast<std::int32_t>(Targets[Bad])) +
        ", which is no vertex; expected less than " +
        std::to_string(G.vertices()));
}

static void requireWeights(const weighted_csr<double> &G) {
  std::size_t Bad = findFirst(G.weights().size(), [&](std::size_t I) {
    return !std::isfinite(G.weights()[I]);
  });
  if (Bad != G.weights().size())
    throw std::invalid_argument(
        "row " + std::to_string(rowOf(G, Bad)) + " has the weight " +
        std::to_string(G.weights()[Bad]) + "; weights must be finite numbers");
}

static bool hasRepetition(const csr &G, vertex V) {
  vertices_view Row = G.neighbours(V);
  bool Ascends = std::is_sorted(Row.begin(), Row.end());
  std::vector<vertex> Sorted;
  if (!Ascends) {
    Sorted.assign(Row.begin(), Row.end());
    std::sort(Sorted.begin(), Sorted.end());
    return std::adjacent_find(Sorted.begin(), Sorted.end()) != Sorted.end();
  }
  return std::adjacent_find(Row.begin(), Row.end()) != Row.end();
}

static void requireDistinct(const csr &G) {
  std::size_t Bad = findFirst(G.vertices(), [&](std::size_t V) {
    return hasRepetition(G, static_cast<vertex>(V));
  });
  if (Bad != G.vertices())
    throw std::invalid_argument("row " + std::to_string(Bad) +
                                " has a column more than once; let "
                                "sum_duplicates() of the matrix add such "
                                "entries up");
}

/// Sees that an arc is missing but once in 2^64, as the readers of files do,
/// and in parallel.
static void requireSymmetry(const weighted_csr<double> &G) {
  auto Sum = detail::sumBlocks<std::uint64_t>(
      G.vertices(), [&](std::size_t First, std::size_t Last) {
        std::uint64_t Mine = 0;
        for (std::size_t V = First; V != Last; ++V)
          for (arc_index I = G.offsets()[V]; I != G.offsets()[V + 1]; ++I) {
            std::uint64_t From = V, To = G.targets()[I];
            if (From == To)
              continue;
            std::uint64_t Hash =
                mix(std::min(From, To) << 32 | std::max(From, To));
            if (G.weighted())
              Hash = mix(Hash ^ mix(bitsOfWeight(G.weights()[I]) + 1));
            Mine += From < To ? Hash : -Hash;
          }
        return Mine;
      });
  if (Sum != 0)
    throw std::invalid_argument(
        std::string("the graph is to be undirected, but not each arc has one "
                    "back") +
        (G.weighted() ? " of the same weight" : "") + "; pass directed=True");
}

Graph::Graph(weighted_csr<double> Given, bool IsShared, bool Repeats)
    : All(std::move(Given)), IsShared(IsShared), Repeats(Repeats) {
  validate();
  if (IsShared)
    Seen.store(fingerprint());
}

void Graph::validate() const {
  requireTargets(All);
  requireWeights(All);
  if (!Repeats)
    requireDistinct(All);
  if (!All.directed())
    requireSymmetry(All);
}

std::uint64_t Graph::fingerprint() const {
  return detail::sumBlocks<std::uint64_t>(
      All.arcs(), [&](std::size_t First, std::size_t Last) {
        std::uint64_t Sum = 0;
        const vertex *Targets = All.targets().data();
        for (std::size_t I = First; I != Last; ++I)
          Sum += mix((std::uint64_t(I) << 31) + Targets[I]);
        if (All.weighted())
          for (std::size_t I = First; I != Last; ++I)
            Sum += mix(mix(I) ^ detail::bitsOf(All.weights()[I]));
        return Sum;
      });
}

const weighted_csr<double> &Graph::all() {
  if (!IsShared)
    return All;
  std::uint64_t Now = fingerprint();
  if (Now == Seen.load())
    return All;
  validate();
  std::atomic_store(&Turned, {});
  std::atomic_store(&Simple, {});
  Seen.store(Now);
  return All;
}

/// Two calls at the same time may both make it, which is as right.
std::shared_ptr<const csr>
Graph::keep(std::shared_ptr<const csr> &Kept,
            const std::function<csr(const csr &)> &Make) {
  std::shared_ptr<const csr> Found = std::atomic_load(&Kept);
  if (!Found) {
    Found = std::make_shared<const csr>(Make(All));
    std::atomic_store(&Kept, Found);
  }
  return Found;
}

std::shared_ptr<const csr> Graph::incoming() {
  return keep(Turned, [](const csr &G) { return transpose(G); });
}

std::shared_ptr<const csr> Graph::simple() {
  all();
  return keep(Simple, [](const csr &G) { return graph::simple(G); });
}

/// Offsets as the library has them, of those of a matrix.
template <class T>
static buffer<arc_index> widen(const T *Offsets, std::size_t Vertices,
                               std::uint64_t Arcs) {
  if (Offsets[0] != 0 || Offsets[Vertices] < 0 ||
      static_cast<std::uint64_t>(Offsets[Vertices]) != Arcs)
    throw std::invalid_argument("indptr must begin with 0 and end with the "
                                "number of indices, " +
                                std::to_string(Arcs));
  buffer<arc_index> Wide(Vertices + 1);
  std::size_t Bad = findFirst(Vertices, [&](std::size_t V) {
    Wide[V] = static_cast<arc_index>(Offsets[V]);
    return Offsets[V + 1] < Offsets[V];
  });
  if (Bad != Vertices)
    throw std::invalid_argument("indptr decreases behind row " +
                                std::to_string(Bad));
  Wide[Vertices] = Arcs;
  return Wide;
}

static void requireVertices(std::uint64_t Vertices) {
  if (Vertices > MostVertices)
    throw std::invalid_argument(
        "a graph has at most " + std::to_string(MostVertices) +
        " vertices in Python, not " + std::to_string(Vertices));
}

/// Pairs of vertices, one for each edge.
template <class T>
static std::vector<arc> makeArcs(const T *Ends, std::size_t Count,
                                 std::uint64_t Vertices) {
  std::size_t Bad = findFirst(2 * Count, [&](std::size_t I) {
    return Ends[I] < 0 || static_cast<std::uint64_t>(Ends[I]) >= Vertices;
  });
  if (Bad != 2 * Count)
    throw std::invalid_argument(
        "edge " + std::to_string(Bad / 2) + " has the end " +
        std::to_string(Ends[Bad]) +
        ", which is no vertex; expected a number from 0 to less than " +
        std::to_string(Vertices));
  std::vector<arc> Arcs(Count);
  detail::forEach(Count, [&](std::size_t I) {
    Arcs[I] = {static_cast<vertex>(Ends[2 * I]),
               static_cast<vertex>(Ends[2 * I + 1])};
  });
  return Arcs;
}

static direction directionOf(int IsDirected) {
  return IsDirected ? direction::directed : direction::undirected;
}

static Graph *makeOfEdges(std::uint64_t Vertices, const void *Ends, int IsWide,
                          std::uint64_t Count, const double *Weights,
                          int IsDirected) {
  requireVertices(Vertices);
  std::vector<arc> Arcs =
      IsWide
          ? makeArcs(static_cast<const std::int64_t *>(Ends), Count, Vertices)
          : makeArcs(static_cast<const std::int32_t *>(Ends), Count, Vertices);
  auto N = static_cast<vertex>(Vertices);
  direction D = directionOf(IsDirected);
  if (!Weights)
    return new Graph({make_csr(N, Arcs, D), buffer<double>()});
  std::vector<double> Some(Weights, Weights + Count);
  std::size_t Bad =
      findFirst(Count, [&](std::size_t I) { return !std::isfinite(Some[I]); });
  if (Bad != Count)
    throw std::invalid_argument("edge " + std::to_string(Bad) +
                                " has the weight " + std::to_string(Some[Bad]) +
                                "; weights must be finite numbers");
  return new Graph(make_weighted<double>(N, Arcs, Some, D, make_csr));
}

/// The format of a name, or that of a file's name if there is none.
static format formatOf(const std::string &Path, const std::string &Name) {
  std::string Of = Name.empty() ? Path : "graph." + Name;
  if (auto Found = format_of(Of))
    return *Found;
  throw std::invalid_argument(
      "'" + (Name.empty() ? Path : Name) +
      "' is of no format that is known; those are el, wel, txt, mtx, graph, "
      "sg, wsg and adj");
}

static csr generate(const std::string &Kind, std::uint64_t A, std::uint64_t B,
                    std::uint64_t Seed) {
  if (Kind == "random")
    return random_graph(A, B, Seed);
  if (Kind == "hypercube")
    return hypercube(A, Seed);
  if (Kind == "torus")
    return torus(A, Seed);
  if (Kind == "bintree")
    return binary_tree(A, Seed);
  if (Kind == "path")
    return path(A, Seed);
  if (Kind == "rmat")
    return rmat(A, B, Seed);
  throw std::invalid_argument("there is no kind '" + Kind +
                              "'; those are random, hypercube, torus, "
                              "bintree, path and rmat");
}

} // namespace tussah::graph::python

using namespace tussah::graph;
using namespace tussah::graph::python;

/// A graph of the arrays of a CSR matrix. Those of targets and weights are used
/// where they are, and must stay as long as the graph.
TUSSAH_PYTHON_API void
tussah_graph_of_rows(Call *C, std::uint64_t Vertices, const void *Offsets,
                     int IsWide, const vertex *Targets, std::uint64_t Arcs,
                     const double *Weights, int IsDirected, int IsShared,
                     int Repeats) {
  start(*C, [=](Call &Result, progress *) {
    requireVertices(Vertices);
    buffer<arc_index> Wide =
        IsWide
            ? widen(static_cast<const std::int64_t *>(Offsets), Vertices, Arcs)
            : widen(static_cast<const std::int32_t *>(Offsets), Vertices, Arcs);
    csr G(std::move(Wide), {Targets, Arcs}, directionOf(IsDirected));
    constant_array<double> Some;
    if (Weights)
      Some = {Weights, Arcs};
    Result.Made = new Graph({std::move(G), std::move(Some)}, IsShared, Repeats);
  });
}

/// A graph of pairs of vertices, with 64 bits if \p IsWide, otherwise with 32.
TUSSAH_PYTHON_API void tussah_graph_of_edges(Call *C, std::uint64_t Vertices,
                                             const void *Ends, int IsWide,
                                             std::uint64_t Count,
                                             const double *Weights,
                                             int IsDirected) {
  start(*C, [=](Call &Result, progress *) {
    Result.Made =
        makeOfEdges(Vertices, Ends, IsWide, Count, Weights, IsDirected);
  });
}

/// \p Direction: 1 directed, 0 undirected, -1 what the file says.
TUSSAH_PYTHON_API void tussah_graph_read(Call *C, const char *Path,
                                         const char *Format, int Direction,
                                         int KeepsWeights,
                                         std::uint64_t MostBytes) {
  start(*C, [=, Path = std::string(Path),
             Format = std::string(Format)](Call &Result, progress *Watch) {
    read_options How;
    if (Direction >= 0)
      How.edges = directionOf(Direction);
    How.most_bytes = MostBytes;
    How.build = make_csr;
    How.loop = parallel_loop;
    How.progress = [Watch](std::uint64_t Done, std::uint64_t All) {
      detail::atRound(Watch, Done, All);
    };
    enum format F = formatOf(Path, Format);
    auto G = KeepsWeights ? read_weighted(Path, F, How)
                          : weighted_csr<double>(read(Path, F, How), {});
    requireVertices(G.vertices());
    Result.Made = new Graph(std::move(G));
  });
}

/// Writes to \p Path, which messages call \p Name.
TUSSAH_PYTHON_API void tussah_graph_write(Call *C, Graph *G, const char *Path,
                                          const char *Name,
                                          const char *Format) {
  start(*C, [=, Path = std::string(Path), Name = std::string(Name),
             Format = std::string(Format)](Call &, progress *) {
    enum format F = formatOf(Name, Format);
    std::unique_ptr<std::FILE, int (*)(std::FILE *)> File(
        std::fopen(Path.c_str(), "wb"), std::fclose);
    if (!File)
      throw io_error(Name + ": " + std::strerror(errno));
    write(G->all(), F, File.get(), Name);
    if (std::fclose(File.release()) != 0)
      throw io_error(Name + ": " + std::strerror(errno));
  });
}

TUSSAH_PYTHON_API void tussah_graph_generate(Call *C, const char *Kind,
                                             std::uint64_t A, std::uint64_t B,
                                             std::uint64_t Seed) {
  start(*C, [=, Kind = std::string(Kind)](Call &Result, progress *) {
    csr G = generate(Kind, A, B, Seed);
    requireVertices(G.vertices());
    Result.Made = new Graph({std::move(G), buffer<double>()});
  });
}

/// What a graph is: vertices, arcs, whether it is directed and has weights, and
/// where its arrays are.
TUSSAH_PYTHON_API void tussah_graph_describe(const Graph *G,
                                             std::uint64_t *Numbers,
                                             const void **Arrays) {
  const weighted_csr<double> &All = G->unchecked();
  Numbers[0] = All.vertices();
  Numbers[1] = All.arcs();
  Numbers[2] = All.directed();
  Numbers[3] = All.weighted();
  Arrays[0] = All.offsets().data();
  Arrays[1] = All.targets().data();
  Arrays[2] = All.weights().data();
}
