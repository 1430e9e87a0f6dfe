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
#include <cstddef>
#include <tuple>
#include <utility>
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

  /// Makes the trees of \p a and \p b one, and halves the paths that it
  /// follows. Only the parent of a vertex that is not a root is replaced, by
  /// one of its ancestors, which it stays.
  void link(vertex a, vertex b) {
    vertex *const above = Above.data();
    vertex x = load(above[a]), y = load(above[b]);
    while (x != y) {
      vertex high = std::max(x, y), low = std::min(x, y);
      vertex over = load(above[high]);
      // The first test fails if another strand has put `high` under something.
      if (over == low || (over == high && replace(above[high], high, low)))
        return;
      over = load(above[high]);
      x = load(above[over]);
      if (x != over)
        store(above[high], x);
      y = load(above[low]);
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

  /// Of so many vertices the root that most have, and how many those are.
  static constexpr std::size_t Sample = 1024;
  std::pair<vertex, std::size_t> commonRoot() const {
    std::vector<vertex> roots(Sample);
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
    return {best, most};
  }

  vertex root(vertex v) const { return load(Above[v]); }
  /// Says that link() will soon be asked for \p v.
  void prefetch(vertex v) const { __builtin_prefetch(&Above[v]); }
  array<vertex> take() { return std::move(Above); }
};

} // namespace detail

/// For each vertex the least vertex of its component; arcs count in both
/// directions, so those of a directed graph are its weak components. An arc of
/// each vertex comes first, and a second one if that has joined little; then
/// those vertices that are not in the largest component so far. So it looks at
/// few of the arcs of an undirected graph, and at all of a directed one: at
/// most linear work but for the depth of the trees, which is small in practice.
/// Takes 4 bytes for each vertex. The same result for any schedule.
inline array<vertex> components(const csr &g, progress *watch = nullptr) {
  if (g.vertices() == 0)
    return {};
  const std::size_t n = g.vertices();
  const arc_index *const offsets = g.offsets().data();
  const vertex *const targets = g.targets().data();
  // So many vertices before, ends are fetched, unless all are in a cache.
  const std::size_t ahead = n > std::size_t(1) << 18 ? 16 : n;
  detail::Forest forest(g);
  forest.compress();
  detail::atRound(watch, 1, 3);
  // The arc of the second round: the first one, unless the forest has it.
  auto second = [=](vertex v) {
    arc_index i = offsets[v];
    return i + (i != offsets[v + 1] && targets[i] < v);
  };
  // An arc that is skipped has its other direction at its other end, if that is
  // in another component; with directed arcs that is not so.
  vertex skipped = no_vertex;
  bool isSecond = false;
  if (!g.directed()) {
    std::size_t count;
    std::tie(skipped, count) = forest.commonRoot();
    isSecond = count < detail::Forest::Sample / 4;
  }
  if (isSecond) {
    detail::forEach(n, [&](std::size_t i) {
      auto v = static_cast<vertex>(i);
      if (i + ahead < n)
        if (arc_index soon = second(static_cast<vertex>(i + ahead));
            soon < offsets[n])
          forest.prefetch(targets[soon]);
      if (arc_index mine = second(v); mine < offsets[v + 1])
        forest.link(v, targets[mine]);
    });
    forest.compress();
    skipped = forest.commonRoot().first;
  }
  detail::atRound(watch, 2, 3);
  detail::forEach(n, [&](std::size_t i) {
    auto v = static_cast<vertex>(i);
    if (forest.root(v) != skipped)
      for (arc_index rest = second(v) + isSecond; rest < offsets[v + 1]; ++rest)
        forest.link(v, targets[rest]);
  });
  forest.compress();
  return forest.take();
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPONENTS_HPP
