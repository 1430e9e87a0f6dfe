//===- tussah/graph/simple.hpp - Simple undirected graphs -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simple undirected graph of any graph.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_SIMPLE_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_SIMPLE_HPP

#include <tussah/graph/parallel.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace tussah::graph {

/// The undirected graph that has an edge where \p g has an arc, in any
/// direction, but no loops, and each edge once. The neighbours of a vertex are
/// sorted. Takes O(m log d) work for m arcs and the greatest degree d, and at
/// the same time the new graph and two times the arcs of \p g.
inline csr simple(const csr &g) {
  std::size_t n = g.vertices();
  // Where the arcs of each vertex begin, with those turned round.
  std::vector<arc_index> begin(n + 1, 0);
  detail::forEach(n, [&](std::size_t v) {
    auto from = static_cast<vertex>(v);
    detail::fetchAdd(begin[v], g.degree(from));
    if (g.directed())
      for (vertex to : g.neighbours(from))
        detail::fetchAdd(begin[to], arc_index(1));
  });
  arc_index sum = 0;
  for (arc_index &one : begin)
    sum += std::exchange(one, sum);
  array<vertex> all(sum);
  std::vector<arc_index> size(n + 1, 0);
  detail::forEach(n, [&](std::size_t v) {
    auto from = static_cast<vertex>(v);
    for (vertex to : g.neighbours(from)) {
      all[begin[v] + detail::fetchAdd(size[v], arc_index(1))] = to;
      if (g.directed())
        all[begin[to] + detail::fetchAdd(size[to], arc_index(1))] = from;
    }
  });
  detail::forEach(n, [&](std::size_t v) {
    vertex *first = all.data() + begin[v], *last = first + size[v];
    std::sort(first, last);
    last = std::unique(first, last);
    last = std::remove(first, last, static_cast<vertex>(v));
    size[v] = static_cast<arc_index>(last - first);
  });
  std::vector<arc_index> offsets = std::move(size);
  sum = 0;
  for (arc_index &one : offsets)
    sum += std::exchange(one, sum);
  std::vector<vertex> targets(sum);
  detail::forEach(n, [&](std::size_t v) {
    std::copy_n(all.data() + begin[v], offsets[v + 1] - offsets[v],
                targets.data() + offsets[v]);
  });
  return {std::move(offsets), std::move(targets), direction::undirected};
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_SIMPLE_HPP
