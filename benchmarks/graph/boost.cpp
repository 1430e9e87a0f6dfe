//===- boost.cpp - Boost Graph for run.py ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The algorithms of the Boost Graph Library, which are serial: does what
/// peers.py does, with the same lines.
///
//===----------------------------------------------------------------------===//

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/clustering_coefficient.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/page_rank.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace boost;

namespace {

struct File {
  std::vector<std::int64_t> Offsets;
  std::vector<std::int32_t> Targets;
};

File readGap(const char *Path) {
  std::ifstream In(Path, std::ios::binary);
  char Directed = 1;
  std::int64_t Arcs = 0, Vertices = 0;
  auto Read = [&](void *To, std::size_t Bytes) {
    In.read(static_cast<char *>(To), static_cast<std::streamsize>(Bytes));
  };
  Read(&Directed, 1);
  Read(&Arcs, 8);
  Read(&Vertices, 8);
  if (!In || Directed)
    throw std::runtime_error("expected an undirected graph");
  File F;
  F.Offsets.resize(static_cast<std::size_t>(Vertices) + 1);
  F.Targets.resize(static_cast<std::size_t>(Arcs));
  Read(F.Offsets.data(), 8 * F.Offsets.size());
  Read(F.Targets.data(), 4 * F.Targets.size());
  if (!In)
    throw std::runtime_error("the file is too short");
  return F;
}

/// What connected components and triangles demand.
using Undirected = adjacency_list<vecS, vecS, undirectedS>;
/// The fastest graph for the others.
using Rows =
    compressed_sparse_row_graph<directedS, no_property, no_property,
                                no_property, std::uint32_t, std::uint64_t>;

/// What a result has to be compared by, computed when the clock was read.
using Later = std::function<std::vector<std::uint64_t>()>;

/// Counts the vertices that a search finds, and notes their distances, as the
/// other libraries do.
struct Distances : default_bfs_visitor {
  std::vector<std::uint32_t> *Far;
  std::uint64_t *Count;

  void discover_vertex(std::uint32_t, const Rows &) const { ++*Count; }
  template <class Edge> void tree_edge(Edge E, const Rows &G) const {
    (*Far)[target(E, G)] = (*Far)[source(E, G)] + 1;
  }
};

/// Whether ranks, whose sum tends to their number, change by at most 1e-9 of
/// that.
struct Settled {
  std::vector<double> *Last;

  template <class Ranks> bool operator()(const Ranks &Now, const Rows &G) {
    double Change = 0;
    for (std::uint32_t V = 0; V != num_vertices(G); ++V) {
      Change += std::fabs(get(Now, V) - (*Last)[V]);
      (*Last)[V] = get(Now, V);
    }
    return Change <= 1e-9 * static_cast<double>(num_vertices(G));
  }
};

class Peer {
  std::size_t Vertices;
  std::uint32_t Source = 0;
  /// Tests of whether two neighbours are neighbours, times the length of one.
  double TriangleWork = 0;
  Undirected Lists;
  Rows Arcs;

public:
  explicit Peer(const File &F) : Vertices(F.Offsets.size() - 1) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> Once, Both;
    std::int64_t Most = -1;
    for (std::uint32_t V = 0; V != Vertices; ++V) {
      std::int64_t Degree = F.Offsets[V + 1] - F.Offsets[V];
      TriangleWork += std::pow(static_cast<double>(Degree), 3) / 2;
      if (Degree > Most) {
        Most = Degree;
        Source = V;
      }
      for (std::int64_t I = F.Offsets[V]; I != F.Offsets[V + 1]; ++I) {
        auto To =
            static_cast<std::uint32_t>(F.Targets[static_cast<std::size_t>(I)]);
        Both.emplace_back(V, To);
        if (V < To)
          Once.emplace_back(V, To);
      }
    }
    Lists = Undirected(Once.begin(), Once.end(), Vertices);
    Arcs = Rows(edges_are_sorted, Both.begin(), Both.end(), Vertices);
  }

  std::uint32_t source() const { return Source; }
  /// It looks at all pairs of neighbours, which takes hours with great degrees.
  bool countsTriangles() const { return TriangleWork < 2e9; }

  Later components() {
    std::vector<std::uint32_t> Number(Vertices);
    auto Count =
        static_cast<std::size_t>(connected_components(Lists, Number.data()));
    return [Count, Number = std::move(Number)] {
      std::vector<std::uint64_t> Sizes(Count);
      for (std::uint32_t One : Number)
        ++Sizes[One];
      return std::vector<std::uint64_t>{
          Count, *std::max_element(Sizes.begin(), Sizes.end())};
    };
  }

  Later bfs() {
    std::vector<std::uint32_t> Far(Vertices);
    std::uint64_t Count = 0;
    Distances Visitor;
    Visitor.Far = &Far;
    Visitor.Count = &Count;
    breadth_first_search(Arcs, Source, visitor(Visitor));
    // Those that are not reached have 0.
    return [Count, Far = std::move(Far)] {
      return std::vector<std::uint64_t>{
          Count, std::accumulate(Far.begin(), Far.end(), std::uint64_t(0)),
          *std::max_element(Far.begin(), Far.end())};
    };
  }

  Later triangles() {
    std::uint64_t Count = 0;
    for (std::size_t V = 0; V != Vertices; ++V)
      Count += num_triangles_on_vertex(Lists, V);
    return [Count] { return std::vector<std::uint64_t>{Count / 3}; };
  }

  std::vector<double> pagerank() {
    std::vector<double> Ranks(Vertices), Last(Vertices, 0);
    auto Map =
        make_iterator_property_map(Ranks.begin(), get(vertex_index, Arcs));
    graph::page_rank(Arcs, Map, Settled{&Last}, 0.85);
    return Ranks;
  }
};

/// Computes what \p Algorithm gives so many times, and prints it with the least
/// time.
void answer(Peer &P, const std::string &Algorithm, unsigned Times,
            const std::string &Path) {
  std::chrono::duration<double> Least = std::chrono::hours(1000);
  Later Result;
  std::vector<double> Ranks;
  for (unsigned I = 0; I != Times; ++I) {
    // Their memory is not new for the next.
    Result = nullptr;
    Ranks = {};
    auto Start = std::chrono::steady_clock::now();
    if (Algorithm == "components")
      Result = P.components();
    else if (Algorithm == "bfs")
      Result = P.bfs();
    else if (Algorithm == "triangles")
      Result = P.triangles();
    else
      Ranks = P.pagerank();
    Least = std::min<std::chrono::duration<double>>(
        Least, std::chrono::steady_clock::now() - Start);
  }
  if (!Ranks.empty()) {
    std::ofstream Out(Path + ".ranks");
    Out.precision(17);
    for (double Rank : Ranks)
      Out << Rank << '\n';
  }
  std::string Text;
  if (Result)
    for (std::uint64_t One : Result())
      Text += (Text.empty() ? "[" : ", ") + std::to_string(One);
  std::printf("{\"seconds\": %.6f, \"result\": %s}\n", Least.count(),
              Result ? (Text + "]").c_str() : "null");
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: boost GRAPH.sg\n");
    return 1;
  }
  try {
    Peer P(readGap(argv[1]));
    std::printf(
        "{\"able\": [[\"boost\", \"components\"], [\"boost\", \"bfs\"], "
        "%s[\"boost\", \"pagerank\"]], \"source\": %u}\n",
        P.countsTriangles() ? "[\"boost\", \"triangles\"], " : "", P.source());
    std::fflush(stdout);
    unsigned Times;
    for (std::string Name, Algorithm; std::cin >> Name >> Algorithm >> Times;)
      answer(P, Algorithm, Times, argv[1]);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "error: %s: %s\n", argv[1], E.what());
    return 1;
  }
}
