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
#include <boost/graph/betweenness_centrality.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/clustering_coefficient.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/core_numbers.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>
#include <boost/graph/page_rank.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace boost;

namespace {

struct File {
  std::vector<std::int64_t> Offsets;
  /// With weights, one behind each.
  std::vector<std::int32_t> Targets;
};

File readGap(const std::string &Path, bool WantDirected, std::size_t Width) {
  std::ifstream In(Path, std::ios::binary);
  char Directed = 2;
  std::int64_t Arcs = 0, Vertices = 0;
  auto Read = [&](void *To, std::size_t Bytes) {
    In.read(static_cast<char *>(To), static_cast<std::streamsize>(Bytes));
  };
  Read(&Directed, 1);
  Read(&Arcs, 8);
  Read(&Vertices, 8);
  if (!In || Directed != WantDirected)
    throw std::runtime_error("the direction is wrong");
  File F;
  F.Offsets.resize(static_cast<std::size_t>(Vertices) + 1);
  F.Targets.resize(Width * static_cast<std::size_t>(Arcs));
  Read(F.Offsets.data(), 8 * F.Offsets.size());
  Read(F.Targets.data(), 4 * F.Targets.size());
  if (!In)
    throw std::runtime_error("the file is too short");
  return F;
}

struct Weight {
  std::int32_t Value;
};

/// What connected components, triangles, cores and spanning trees demand.
using Undirected = adjacency_list<vecS, vecS, undirectedS, no_property, Weight>;
/// The fastest graphs for the others.
template <class Edge>
using RowsOf =
    compressed_sparse_row_graph<directedS, no_property, Edge, no_property,
                                std::uint32_t, std::uint64_t>;
using Rows = RowsOf<no_property>;

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The arcs of a file in order. \p Width is that of readGap.
Pairs arcsOf(const File &F, std::size_t Width) {
  Pairs All;
  All.reserve(F.Targets.size() / Width);
  for (std::uint32_t V = 0; V + 1 != F.Offsets.size(); ++V)
    for (auto I = static_cast<std::size_t>(F.Offsets[V]);
         I != static_cast<std::size_t>(F.Offsets[V + 1]); ++I)
      All.emplace_back(V, static_cast<std::uint32_t>(F.Targets[Width * I]));
  return All;
}

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

/// The number of components and the size of the largest.
std::vector<std::uint64_t> largest(std::size_t Count,
                                   const std::vector<std::uint32_t> &Number) {
  std::vector<std::uint64_t> Sizes(Count);
  for (std::uint32_t One : Number)
    ++Sizes[One];
  return {Count, *std::max_element(Sizes.begin(), Sizes.end())};
}

class Peer {
  std::size_t Vertices;
  std::uint32_t Source = 0;
  /// Tests of whether two neighbours are neighbours, times the length of one.
  double TriangleWork = 0;
  Undirected Lists;
  Rows Arcs, Directed;
  RowsOf<Weight> Weighted;

public:
  explicit Peer(const std::string &Stem) {
    File F = readGap(Stem + ".wsg", false, 2);
    Vertices = F.Offsets.size() - 1;
    Pairs All = arcsOf(F, 2), Once;
    std::vector<Weight> Weights, OnceWeights;
    for (std::size_t I = 0; I != All.size(); ++I) {
      Weights.push_back({F.Targets[2 * I + 1]});
      if (All[I].first < All[I].second) {
        Once.push_back(All[I]);
        OnceWeights.push_back(Weights.back());
      }
    }
    std::int64_t Most = -1;
    for (std::uint32_t V = 0; V != Vertices; ++V) {
      std::int64_t Degree = F.Offsets[V + 1] - F.Offsets[V];
      TriangleWork += std::pow(static_cast<double>(Degree), 3) / 2;
      if (Degree > Most) {
        Most = Degree;
        Source = V;
      }
    }
    Lists = Undirected(Once.begin(), Once.end(), OnceWeights.begin(), Vertices);
    Arcs = Rows(edges_are_sorted, All.begin(), All.end(), Vertices);
    Weighted = RowsOf<Weight>(edges_are_sorted, All.begin(), All.end(),
                              Weights.begin(), Vertices);
    Pairs Out = arcsOf(readGap(Stem + ".directed.sg", true, 1), 1);
    Directed = Rows(edges_are_sorted, Out.begin(), Out.end(), Vertices);
  }

  std::uint32_t source() const { return Source; }
  /// It looks at all pairs of neighbours, which takes hours with great degrees.
  bool countsTriangles() const { return TriangleWork < 2e9; }

  Later components() {
    std::vector<std::uint32_t> Number(Vertices);
    auto Count =
        static_cast<std::size_t>(connected_components(Lists, Number.data()));
    return
        [Count, Number = std::move(Number)] { return largest(Count, Number); };
  }

  Later strong() {
    std::vector<std::uint32_t> Number(Vertices);
    auto Count = static_cast<std::size_t>(strong_components(
        Directed, make_iterator_property_map(Number.begin(),
                                             get(vertex_index, Directed))));
    return
        [Count, Number = std::move(Number)] { return largest(Count, Number); };
  }

  Later paths() {
    constexpr std::uint32_t Far = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> Length(Vertices);
    auto Map =
        make_iterator_property_map(Length.begin(), get(vertex_index, Weighted));
    dijkstra_shortest_paths(Weighted, Source,
                            weight_map(get(&Weight::Value, Weighted))
                                .distance_map(Map)
                                .distance_inf(Far));
    return [Length = std::move(Length)] {
      std::vector<std::uint64_t> Found{0, 0, 0};
      for (std::uint64_t One : Length)
        if (One != Far) {
          ++Found[0];
          Found[1] += One;
          Found[2] = std::max(Found[2], One);
        }
      return Found;
    };
  }

  Later forest() {
    std::vector<graph_traits<Undirected>::edge_descriptor> Edges;
    kruskal_minimum_spanning_tree(Lists, std::back_inserter(Edges),
                                  weight_map(get(&Weight::Value, Lists)));
    return [this, Edges = std::move(Edges)] {
      std::uint64_t Sum = 0;
      for (auto Edge : Edges)
        Sum += static_cast<std::uint64_t>(Lists[Edge].Value);
      return std::vector<std::uint64_t>{Edges.size(), Sum};
    };
  }

  Later cores() {
    std::vector<std::uint32_t> Number(Vertices);
    core_numbers(Lists, make_iterator_property_map(Number.begin(),
                                                   get(vertex_index, Lists)));
    return [Number = std::move(Number)] {
      return std::vector<std::uint64_t>{
          *std::max_element(Number.begin(), Number.end()),
          std::accumulate(Number.begin(), Number.end(), std::uint64_t(0))};
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

  std::vector<double> coefficients() {
    std::vector<double> Found(Vertices);
    all_clustering_coefficients(
        Lists,
        make_iterator_property_map(Found.begin(), get(vertex_index, Lists)));
    return Found;
  }

  std::vector<double> betweenness() {
    std::vector<double> Found(Vertices);
    brandes_betweenness_centrality(
        Arcs,
        make_iterator_property_map(Found.begin(), get(vertex_index, Arcs)));
    // Of arcs it counts both directions.
    for (double &One : Found)
      One /= 2;
    return Found;
  }
};

/// What gives numbers to compare, and what gives one for each vertex.
const std::map<std::string, Later (Peer::*)()> Summaries = {
    {"components", &Peer::components},
    {"bfs", &Peer::bfs},
    {"triangles", &Peer::triangles},
    {"kcore", &Peer::cores},
    {"sssp", &Peer::paths},
    {"msf", &Peer::forest},
    {"scc", &Peer::strong},
};
const std::map<std::string, std::vector<double> (Peer::*)()> Each = {
    {"pagerank", &Peer::pagerank},
    {"clustering", &Peer::coefficients},
    {"betweenness", &Peer::betweenness},
};

/// Computes what \p Algorithm gives so many times, and prints it with the least
/// time.
void answer(Peer &P, const std::string &Algorithm, unsigned Times,
            const std::string &Stem) {
  std::chrono::duration<double> Least = std::chrono::hours(1000);
  auto Summary = Summaries.find(Algorithm);
  Later Result;
  std::vector<double> Values;
  for (unsigned I = 0; I != Times; ++I) {
    // Their memory is not new for the next.
    Result = nullptr;
    Values = {};
    auto Start = std::chrono::steady_clock::now();
    if (Summary != Summaries.end())
      Result = (P.*Summary->second)();
    else
      Values = (P.*Each.at(Algorithm))();
    Least = std::min<std::chrono::duration<double>>(
        Least, std::chrono::steady_clock::now() - Start);
  }
  if (!Values.empty()) {
    std::ofstream Out(Stem + ".theirs");
    Out.precision(17);
    for (double One : Values)
      Out << One << '\n';
  }
  std::string Text;
  if (Result)
    for (std::uint64_t One : Result())
      Text += (Text.empty() ? "[" : ", ") + std::to_string(One);
  std::printf("{\"seconds\": %.6f, \"result\": %s}\n", Least.count(),
              Result ? (Text + "]").c_str() : "null");
  std::fflush(stdout);
}

/// Prints what it can do, as peers.py does; nothing knows threads.
void introduce(const Peer &P) {
  std::string Able;
  auto Add = [&](const std::string &Algorithm) {
    bool Pairs = Algorithm == "triangles" || Algorithm == "clustering";
    if (!Pairs || P.countsTriangles())
      Able += (Able.empty() ? "" : ", ") + ("[\"boost\", \"" + Algorithm) +
              "\", false]";
  };
  for (const auto &One : Summaries)
    Add(One.first);
  for (const auto &One : Each)
    Add(One.first);
  std::printf("{\"able\": [%s], \"source\": %u}\n", Able.c_str(), P.source());
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: boost STEM\n");
    return 1;
  }
  try {
    Peer P(argv[1]);
    introduce(P);
    unsigned Times, Threads;
    for (std::string Name, Algorithm;
         std::cin >> Name >> Algorithm >> Times >> Threads;)
      answer(P, Algorithm, Times, argv[1]);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "error: %s: %s\n", argv[1], E.what());
    return 1;
  }
}
