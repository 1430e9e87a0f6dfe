//===- tussah/graph/triangles.hpp - Counting triangles ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Triangles, with edges directed from lower to higher degree: Schank, Wagner,
/// "Finding, Counting and Listing All Triangles in Large Graphs" (WEA 2005).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP

#include <tussah/graph/parallel.hpp>
#include <tussah/worker_local.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tussah::graph {
namespace detail {

/// The vertices' numbers by descending degree.
inline array<vertex> rankByDegree(const csr &g) {
  arc_index most = 0;
  for (vertex v = 0; v != g.vertices(); ++v)
    most = std::max(most, g.degree(v));
  std::vector<vertex> next(most + 1, 0);
  for (vertex v = 0; v != g.vertices(); ++v)
    ++next[most - g.degree(v)];
  vertex sum = 0;
  for (vertex &one : next)
    sum += std::exchange(one, sum);
  array<vertex> ranks(g.vertices());
  for (vertex v = 0; v != g.vertices(); ++v)
    ranks[v] = next[most - g.degree(v)]++;
  return ranks;
}

/// The graph with ranks as numbers, and of each edge the arc to the lower one,
/// which has the greater degree.
inline csr orient(const csr &g) {
  array<vertex> ranks = rankByDegree(g);
  std::vector<arc_index> offsets(std::size_t(g.vertices()) + 1, 0);
  auto forEachArc = [&](std::size_t v, auto &&see) {
    for (vertex to : g.neighbours(static_cast<vertex>(v)))
      if (ranks[to] < ranks[v])
        see(ranks[to]);
  };
  forEach(g.vertices(), [&](std::size_t v) {
    arc_index count = 0;
    forEachArc(v, [&](vertex) { ++count; });
    offsets[ranks[v]] = count;
  });
  arc_index sum = 0;
  for (arc_index &one : offsets)
    sum += std::exchange(one, sum);
  std::vector<vertex> targets(sum);
  forEach(g.vertices(), [&](std::size_t v) {
    arc_index at = offsets[ranks[v]];
    forEachArc(v, [&](vertex to) { targets[at++] = to; });
  });
  return {std::move(offsets), std::move(targets), direction::directed};
}

} // namespace detail

/// The number of triangles in the simple undirected graph \p g. Takes O(m^1.5)
/// work for m edges; about as much memory as the graph, and for each worker a
/// bit for each vertex.
inline std::uint64_t triangles(const csr &g) {
  csr lower = detail::orient(g);
  // Which vertices are below one, for the time in which that is looked at.
  std::size_t words = (std::size_t(g.vertices()) + 63) / 64;
  worker_local<std::vector<std::uint64_t>> below(
      [words] { return std::vector<std::uint64_t>(words, 0); });
  array<std::uint64_t> counts((std::size_t(g.vertices()) + 63) / 64);
  detail::forBlocks(g.vertices(), 64, [&](std::size_t first, std::size_t last) {
    std::uint64_t *bits = below.local().data();
    std::uint64_t count = 0;
    for (auto v = static_cast<vertex>(first); v != last; ++v) {
      if (lower.degree(v) < 2)
        continue;
      for (vertex to : lower.neighbours(v))
        bits[to / 64] |= std::uint64_t(1) << to % 64;
      for (vertex to : lower.neighbours(v))
        for (vertex third : lower.neighbours(to))
          count += bits[third / 64] >> third % 64 & 1;
      for (vertex to : lower.neighbours(v))
        bits[to / 64] = 0;
    }
    counts[first / 64] = count;
  });
  std::uint64_t sum = 0;
  for (std::uint64_t count : counts)
    sum += count;
  return sum;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP
