//===- tussah/graph/simple.hpp - Simple undirected graphs -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simple undirected graph of any graph, and graphs with each arc once.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_SIMPLE_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_SIMPLE_HPP

#include <tussah/graph/parallel.hpp>

#include <algorithm>
#include <utility>

namespace tussah::graph {

namespace detail {

/// The graph whose vertex v has the arcs to all[begin[v]] and the next
/// size[v] - 1, each once, and no loops. The last of \p size is 0.
inline csr withoutRepetitions(array<vertex> all, const arc_index *begin,
                              buffer<arc_index> size, direction d) {
  std::size_t n = size.size() - 1;
  forEach(n, [&](std::size_t v) {
    vertex *first = all.data() + begin[v], *last = first + size[v];
    std::sort(first, last);
    last = std::unique(first, last);
    last = std::remove(first, last, static_cast<vertex>(v));
    size[v] = static_cast<arc_index>(last - first);
  });
  buffer<vertex> targets(prefixSums(size.data(), n + 1));
  forEach(n, [&](std::size_t v) {
    std::copy_n(all.data() + begin[v], size[v + 1] - size[v],
                targets.data() + size[v]);
  });
  return {std::move(size), std::move(targets), d};
}

} // namespace detail

/// The undirected graph that has an edge where \p g has an arc, in any
/// direction, but no loops, and each edge once. The neighbours of a vertex are
/// sorted. Takes O(m log d) work for m arcs and the greatest degree d, and at
/// the same time the new graph and two times the arcs of \p g.
inline csr simple(const csr &g) {
  std::size_t n = g.vertices();
  // Where the arcs of each vertex begin, with those turned round, and how many
  // are there.
  array<arc_index> begin(n + 1);
  buffer<arc_index> size(n + 1);
  detail::forEach(n + 1, [&](std::size_t v) {
    begin[v] = size[v] = v != n ? g.degree(static_cast<vertex>(v)) : 0;
  });
  if (g.directed())
    detail::forEach(g.arcs(), [&](std::size_t i) {
      detail::fetchAdd(begin[g.targets()[i]], arc_index(1));
    });
  array<vertex> all(detail::prefixSums(begin.data(), n + 1));
  detail::forEach(n, [&](std::size_t v) {
    auto from = static_cast<vertex>(v);
    std::copy_n(g.neighbours(from).begin(), g.degree(from),
                all.data() + begin[v]);
    if (g.directed())
      for (vertex to : g.neighbours(from))
        all[begin[to] + detail::fetchAdd(size[to], arc_index(1))] = from;
  });
  return detail::withoutRepetitions(std::move(all), begin.data(),
                                    std::move(size), direction::undirected);
}

/// \p g with each arc once, and without loops. The neighbours of a vertex are
/// sorted. Takes what simple() does.
inline csr distinct_arcs(const csr &g) {
  std::size_t n = g.vertices();
  array<vertex> all(g.arcs());
  buffer<arc_index> size(n + 1);
  size[n] = 0;
  detail::forEach(n, [&](std::size_t v) {
    auto from = static_cast<vertex>(v);
    size[v] = g.degree(from);
    std::copy_n(g.neighbours(from).begin(), g.degree(from),
                all.data() + g.offsets()[v]);
  });
  return detail::withoutRepetitions(
      std::move(all), g.offsets().data(), std::move(size),
      g.directed() ? direction::directed : direction::undirected);
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_SIMPLE_HPP
