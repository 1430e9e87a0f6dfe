//===- tussah/graph/minimum.hpp - Minimum spanning forests ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Minimum spanning forests, by Boruvka's algorithm (1926).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_MINIMUM_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_MINIMUM_HPP

#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>
#include <tussah/graph/weighted.hpp>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace tussah::graph {

/// Edges of a forest, with the sum of their weights.
struct minimum_forest {
  std::vector<arc> edges;
  double weight = 0;
};

/// A minimum spanning forest of the undirected graph \p g: of edges with the
/// same weight those between lesser vertices come first, so each schedule gives
/// the same, in the same order. Weights may be negative. In each round each
/// tree takes its first edge to another one. Takes O(log n) rounds with work
/// linear in vertices and arcs; the span of a round is the greatest degree, and
/// O(log^2 n), but that a tree's strands compete for its first edge. 24 bytes
/// for each vertex, and 4 for each arc.
template <class W>
minimum_forest minimum_spanning_forest(const weighted_csr<W> &g,
                                       progress *watch = nullptr) {
  constexpr arc_index none = ~arc_index(0);
  std::size_t n = g.vertices();
  array<vertex> tail(g.arcs()), tree = detail::allVertices(g), above(n);
  // Of each tree its first edge, and that by which it was put under another.
  array<arc_index> first(n), taken = detail::filled(n, none);
  vertex *const trees = tree.data();
  detail::forEach(n, [&](std::size_t v) {
    for (arc_index i = g.offsets()[v]; i != g.offsets()[v + 1]; ++i)
      tail[i] = static_cast<vertex>(v);
  });
  auto place = [&](arc_index i) {
    vertex to = g.targets()[i];
    return std::tuple(g.weight(i), std::min(tail[i], to),
                      std::max(tail[i], to));
  };
  for (std::size_t joined = 1, all = 0; joined != 0; all += joined) {
    detail::atRound(watch, all, n);
    detail::forEach(n, [&](std::size_t v) { first[v] = none; });
    detail::forEach(n, [&](std::size_t v) {
      arc_index best = none;
      for (arc_index i = g.offsets()[v]; i != g.offsets()[v + 1]; ++i)
        if (trees[g.targets()[i]] != trees[v] &&
            (best == none || place(i) < place(best)))
          best = i;
      if (best == none)
        return;
      arc_index &mine = first[trees[v]];
      arc_index old = detail::load(mine);
      while ((old == none || place(best) < place(old)) &&
             !__atomic_compare_exchange_n(&mine, &old, best, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    });
    // Each tree is put under that to which its edge leads. Two trees with the
    // same edge are the only circles, and the lesser one stays.
    auto over = [&](vertex v) {
      return first[v] == none ? v : trees[g.targets()[first[v]]];
    };
    joined = detail::sumBlocks<std::size_t>(
        n, [&](std::size_t begin, std::size_t end) {
          std::size_t count = 0;
          for (auto v = static_cast<vertex>(begin); v != end; ++v) {
            vertex up = over(v);
            above[v] = v < up && over(up) == v ? v : up;
            if (above[v] == v)
              continue;
            taken[v] = first[v];
            ++count;
          }
          return count;
        });
    // Halves the way to the root each time.
    for (std::size_t moved = joined; moved != 0;)
      moved = detail::sumBlocks<std::size_t>(
          n, [&](std::size_t begin, std::size_t end) {
            std::size_t count = 0;
            for (std::size_t v = begin; v != end; ++v) {
              vertex up = detail::load(above[v]);
              vertex top = detail::load(above[up]);
              detail::store(above[v], top);
              count += top != up;
            }
            return count;
          });
    detail::forEach(n, [&](std::size_t v) { trees[v] = above[trees[v]]; });
  }
  array<arc_index> at(n + 1);
  detail::forEach(n + 1,
                  [&](std::size_t v) { at[v] = v != n && taken[v] != none; });
  minimum_forest forest;
  forest.edges.resize(detail::prefixSums(at.data(), n + 1));
  forest.weight =
      detail::sumBlocks<double>(n, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t v = begin; v != end; ++v)
          if (arc_index i = taken[v]; i != none) {
            forest.edges[at[v]] = {tail[i], g.targets()[i]};
            sum += static_cast<double>(g.weight(i));
          }
        return sum;
      });
  return forest;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_MINIMUM_HPP
