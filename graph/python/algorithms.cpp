//===- algorithms.cpp - The algorithms for Python -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "module.h"

#include <algorithm>
#include <stdexcept>

using namespace tussah::graph;
using namespace tussah::graph::python;

/// \p Values as vertices of \p G.
static std::vector<vertex> verticesOf(const csr &G, const std::int64_t *Values,
                                      std::uint64_t Count) {
  std::vector<vertex> All;
  All.reserve(Count);
  for (std::uint64_t I = 0; I != Count; ++I) {
    if (Values[I] < 0 || Values[I] >= std::int64_t(G.vertices()))
      throw std::invalid_argument(
          "there is no vertex " + std::to_string(Values[I]) +
          "; the graph has " + std::to_string(G.vertices()));
    All.push_back(static_cast<vertex>(Values[I]));
  }
  return All;
}

static vertex vertexOf(const csr &G, std::int64_t Value) {
  return verticesOf(G, &Value, 1)[0];
}

TUSSAH_PYTHON_API void tussah_graph_components(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.give(0, components(G->all(), Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_bfs(Call *C, Graph *G,
                                        std::int64_t Source) {
  start(*C, [=](Call &Result, progress *Watch) {
    const csr &All = G->all();
    vertex From = vertexOf(All, Source);
    bfs_result Found = All.directed()
                           ? breadth_first(All, *G->incoming(), From, Watch)
                           : breadth_first(All, From, Watch);
    Result.Counts[0] = Found.reached;
    Result.Counts[1] = Found.levels;
    Result.give(0, std::move(Found.parent));
    Result.give(1, std::move(Found.depth));
  });
}

/// Without a source a forest along edges in both directions.
TUSSAH_PYTHON_API void tussah_graph_spanning(Call *C, Graph *G, int HasSource,
                                             std::int64_t Source) {
  start(*C, [=](Call &Result, progress *) {
    const csr &All = G->all();
    if (HasSource)
      Result.give(0, spanning_tree(All, vertexOf(All, Source)).parent);
    else if (All.directed())
      Result.give(0, spanning_forest(*G->simple()).parent);
    else
      Result.give(0, spanning_forest(All).parent);
  });
}

TUSSAH_PYTHON_API void tussah_graph_reach(Call *C, Graph *G,
                                          const std::int64_t *Sources,
                                          std::uint64_t Count) {
  start(*C, [=](Call &Result, progress *) {
    const csr &All = G->all();
    Result.give(0, reachable(All, verticesOf(All, Sources, Count)));
  });
}

TUSSAH_PYTHON_API void tussah_graph_levels(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *) {
    const csr &All = G->all();
    if (!All.directed())
      throw std::invalid_argument(
          "an undirected graph has no topological levels");
    Result.give(0, topological_levels(All));
  });
}

TUSSAH_PYTHON_API void tussah_graph_kcore(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.give(0, core_numbers(*G->simple(), Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_triangles(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.Counts[0] = triangles(*G->simple(), Watch);
  });
}

TUSSAH_PYTHON_API void tussah_graph_pagerank(Call *C, Graph *G, double Damping,
                                             double Tolerance,
                                             std::uint32_t MostIterations) {
  start(*C, [=](Call &Result, progress *Watch) {
    const csr &All = G->all();
    pagerank_options How;
    How.damping = Damping;
    How.tolerance = Tolerance;
    How.most_iterations = MostIterations;
    pagerank_result Found = All.directed()
                                ? pagerank(All, *G->incoming(), How, Watch)
                                : pagerank(All, All, How, Watch);
    Result.Counts[0] = Found.iterations;
    Result.Reals[0] = Found.change;
    Result.give(0, std::move(Found.rank));
  });
}

TUSSAH_PYTHON_API void tussah_graph_mis(Call *C, Graph *G, std::uint64_t Seed) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.give(0, independent_set(*G->simple(), Seed, Watch));
  });
}

/// A delta of 0 means the average weight.
TUSSAH_PYTHON_API void tussah_graph_sssp(Call *C, Graph *G, std::int64_t Source,
                                         double Delta) {
  start(*C, [=](Call &Result, progress *Watch) {
    const weighted_csr<double> &All = G->all();
    vertex From = vertexOf(All, Source);
    if (arc_index I = find_negative(All); I != All.arcs())
      throw std::invalid_argument(
          "shortest paths need weights that are not negative, but an arc to "
          "vertex " +
          std::to_string(All.targets()[I]) + " has " +
          std::to_string(All.weight(I)));
    Result.give(0,
                shortest_paths(All, From,
                               Delta > 0 ? Delta : average_weight(All), Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_scc(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    const csr &All = G->all();
    // Each vertex of an undirected graph reaches those that reach it.
    Result.give(0, All.directed()
                       ? strong_components(All, *G->incoming(), Watch)
                       : components(All, Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_msf(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    const weighted_csr<double> &All = G->all();
    if (All.directed())
      throw std::invalid_argument(
          "a directed graph has no minimum spanning forest");
    minimum_forest Found = minimum_spanning_forest(All, Watch);
    Result.Reals[0] = Found.weight;
    Result.give(0, std::move(Found.edges));
  });
}

TUSSAH_PYTHON_API void tussah_graph_matching(Call *C, Graph *G,
                                             std::uint64_t Seed) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.give(0, maximal_matching(*G->simple(), Seed, Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_colouring(Call *C, Graph *G,
                                              std::uint64_t Seed) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.give(0, colouring(*G->simple(), Seed, Watch));
  });
}

/// From \p Samples random vertices, or from all if there are no more.
TUSSAH_PYTHON_API void tussah_graph_betweenness(Call *C, Graph *G,
                                                std::uint64_t Samples,
                                                std::uint64_t Seed) {
  start(*C, [=](Call &Result, progress *Watch) {
    // Paths along repeated arcs are one.
    csr Distinct = distinct_arcs(G->all());
    csr Turned = Distinct.directed() ? transpose(Distinct) : csr();
    Result.give(0,
                betweenness(Distinct, Distinct.directed() ? Turned : Distinct,
                            sample_vertices(Distinct, Samples, Seed), Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_clustering(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    clustering_result Found = clustering(*G->simple(), Watch);
    Result.Reals[0] = Found.average;
    Result.Reals[1] = Found.transitivity;
    Result.give(0, std::move(Found.coefficient));
  });
}

TUSSAH_PYTHON_API void tussah_graph_communities(Call *C, Graph *G,
                                                std::uint64_t Seed) {
  start(*C, [=](Call &Result, progress *Watch) {
    Result.give(0, communities(*G->simple(), Seed, Watch));
  });
}

TUSSAH_PYTHON_API void tussah_graph_ktruss(Call *C, Graph *G) {
  start(*C, [=](Call &Result, progress *Watch) {
    truss_result Found = trusses(G->all(), Watch);
    Result.give(0, std::move(Found.edges));
    Result.give(1, std::move(Found.truss));
  });
}

TUSSAH_PYTHON_API void tussah_graph_walks(Call *C, Graph *G,
                                          const std::int64_t *Starts,
                                          std::uint64_t Count,
                                          std::uint64_t Length,
                                          std::uint64_t Seed) {
  start(*C, [=](Call &Result, progress *Watch) {
    const csr &All = G->all();
    Result.give(0, random_walks(All, verticesOf(All, Starts, Count), Length,
                                Seed, Watch));
  });
}
