//===- tussah/graph/components.hpp - Connected components -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Connected components, by Afforest: Sutton, Ben-Nun, Barak, "Optimizing
/// Parallel Graph Connectivity Computation via Subgraph Sampling" (IPDPS 2018).
/// Its first round is the initialization of ECL-CC: Jaiganesh, Burtscher, "A
/// High-Performance Connected Components Implementation for GPUs" (HPDC 2018),
/// section 3.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPONENTS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPONENTS_HPP

#include <tussah/graph/mix.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <algorithm>
#include <vector>

namespace tussah::graph {
namespace detail {

/// Trees of vertices, each under a smaller one. The root of a tree is the least
/// vertex in it.
class Forest {
  array<vertex> Above;

public:
  /// Puts each vertex under the first smaller neighbour that it has, which
  /// needs no atomic operation and looks at one arc of most vertices.
  explicit Forest(const csr &g) : Above(g.vertices()) {
    forEach(g.vertices(), [&](std::size_t i) {
      auto v = static_cast<vertex>(i);
      Above[v] = v;
      for (vertex other : g.neighbours(v))
        if (other < v) {
          Above[v] = other;
          break;
        }
    });
  }

  /// Makes the trees of \p a and \p b one.
  void link(vertex a, vertex b) {
    vertex x = load(Above[a]), y = load(Above[b]);
    while (x != y) {
      vertex high = std::max(x, y), low = std::min(x, y);
      vertex over = load(Above[high]);
      // The first test fails if another strand has put `high` under something.
      if (over == low || (over == high && replace(Above[high], high, low)))
        return;
      x = load(Above[load(Above[high])]);
      y = load(Above[low]);
    }
  }

  /// Puts each vertex directly under its root. No strand links meanwhile.
  void compress() {
    forEach(Above.size(), [&](std::size_t v) {
      vertex up = load(Above[v]);
      for (vertex next = load(Above[up]); next != up; next = load(Above[up]))
        up = next;
      store(Above[v], up);
    });
  }

  /// The root that most of 1024 vertices have.
  vertex commonRoot() const {
    std::vector<vertex> roots(1024);
    for (std::size_t i = 0; i != roots.size(); ++i)
      roots[i] = Above[mix(i) % Above.size()];
    std::sort(roots.begin(), roots.end());
    vertex best = roots[0];
    std::size_t most = 0;
    for (auto i = roots.begin(); i != roots.end();) {
      auto last = std::upper_bound(i, roots.end(), *i);
      if (static_cast<std::size_t>(last - i) > most) {
        most = static_cast<std::size_t>(last - i);
        best = *i;
      }
      i = last;
    }
    return best;
  }

  vertex root(vertex v) const { return load(Above[v]); }
  /// Says that link() will soon be asked for \p v.
  void prefetch(vertex v) const { __builtin_prefetch(&Above[v]); }
  array<vertex> take() { return std::move(Above); }
};

} // namespace detail

/// For each vertex the least vertex of its component; arcs count in both
/// directions, so those of a directed graph are its weak components. Two arcs
/// of each vertex come first, which mostly joins nearly everything; then those
/// vertices that are not in the largest component so far. So it looks at few of
/// the arcs of an undirected graph, and at all of a directed one: at most
/// linear work but for the depth of the trees, which is small in practice.
/// Takes 4 bytes for each vertex. The same result for any schedule.
inline array<vertex> components(const csr &g, progress *watch = nullptr) {
  if (g.vertices() == 0)
    return {};
  constexpr std::size_t Ahead = 16;
  detail::Forest forest(g);
  forest.compress();
  detail::atRound(watch, 1, 3);
  // The arc of the second round: the first one, unless the forest has it.
  auto second = [&](vertex v) {
    arc_index i = g.offsets()[v];
    return i + (i != g.offsets()[v + 1] && g.targets()[i] < v);
  };
  detail::forEach(g.vertices(), [&](std::size_t i) {
    auto v = static_cast<vertex>(i);
    // The other ends are anywhere in memory.
    if (i + Ahead < g.vertices())
      if (arc_index soon = second(v + Ahead); soon < g.arcs())
        forest.prefetch(g.targets()[soon]);
    if (arc_index mine = second(v); mine < g.offsets()[v + 1])
      forest.link(v, g.targets()[mine]);
  });
  forest.compress();
  detail::atRound(watch, 2, 3);
  // An arc that is skipped has its other direction at its other end, if that is
  // in another component; with directed arcs that is not so.
  vertex skipped = g.directed() ? no_vertex : forest.commonRoot();
  detail::forEach(g.vertices(), [&](std::size_t i) {
    auto v = static_cast<vertex>(i);
    if (forest.root(v) != skipped)
      for (arc_index rest = second(v) + 1; rest < g.offsets()[v + 1]; ++rest)
        forest.link(v, g.targets()[rest]);
  });
  forest.compress();
  return forest.take();
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPONENTS_HPP
