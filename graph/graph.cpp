//===- graph.cpp - Graphs in arrays ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "random.h"

#include <tussah/graph/graph.hpp>

#include <utility>

namespace tussah::graph {

/// Calls \p See(from, to) for each arc, in order.
template <class Function>
static void forEachArc(const std::vector<arc> &Arcs, direction D,
                       Function See) {
  for (arc A : Arcs) {
    See(A.from, A.to);
    if (D == direction::undirected && A.from != A.to)
      See(A.to, A.from);
  }
}

/// Counting sort of what \p ForEach gives to its argument, twice the same.
template <class ForEachArc>
static csr sortArcs(std::size_t Vertices, direction D, ForEachArc ForEach) {
  // Offsets[v + 1] first counts the arcs of v, then is where the next one goes,
  // which is its end when all are there.
  buffer<arc_index> Offsets(Vertices + 1, 0);
  ForEach([&](vertex From, vertex) { ++Offsets[From + std::size_t(1)]; });
  arc_index Sum = 0;
  for (std::size_t V = 0; V != Vertices; ++V)
    Sum += std::exchange(Offsets[V + 1], Sum);
  buffer<vertex> Targets(Sum);
  ForEach([&](vertex From, vertex To) {
    Targets[Offsets[From + std::size_t(1)]++] = To;
  });
  return {std::move(Offsets), std::move(Targets), D};
}

csr detail::makeSerially(vertex Vertices, const std::vector<arc> &Arcs,
                         direction D) {
  return sortArcs(Vertices, D, [&](auto See) { forEachArc(Arcs, D, See); });
}

csr detail::transposeSerially(const csr &G) {
  direction D = G.directed() ? direction::directed : direction::undirected;
  return sortArcs(G.vertices(), D, [&](auto See) {
    for (vertex V = 0; V != G.vertices(); ++V)
      for (vertex To : G.neighbours(V))
        See(To, V);
  });
}

csr shuffle_arcs(csr G, std::uint64_t Seed) {
  Random Numbers(Seed);
  buffer<vertex> Targets = G.Targets.take();
  for (vertex V = 0; V != G.vertices(); ++V) {
    vertex *First = Targets.data() + G.Offsets[V];
    for (arc_index I = G.degree(V); I > 1; --I)
      std::swap(First[I - 1], First[Numbers.below(I)]);
  }
  G.Targets = std::move(Targets);
  return G;
}

linked_graph::linked_graph(const csr &G)
    : First(G.offsets().begin(), G.offsets().end() - 1), Degree(G.vertices()) {
  Links.reserve(G.arcs());
  for (vertex V = 0; V != G.vertices(); ++V) {
    Degree[V] = G.degree(V);
    for (vertex To : G.neighbours(V))
      Links.push_back({To, Links.size() + 1});
  }
}

} // namespace tussah::graph
