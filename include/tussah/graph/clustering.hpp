//===- tussah/graph/clustering.hpp - Triangles of vertices ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Triangles of each vertex, listed along edges that are directed to the higher
/// degree as in triangles.hpp, and what they say of its neighbourhood: Watts,
/// Strogatz, "Collective dynamics of 'small-world' networks" (1998).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_CLUSTERING_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_CLUSTERING_HPP

#include <tussah/graph/triangles.hpp>

namespace tussah::graph {
namespace detail {

/// Adds the triangles whose greatest vertices in \p lower are in a block to
/// those of their vertices. \p bits are zero, one for each vertex.
inline void addTriangles(const csr &lower, vertex first, vertex last,
                         std::uint64_t *bits, std::uint64_t *counts) {
  for (vertex v = first; v != last; ++v) {
    if (lower.degree(v) < 2)
      continue;
    for (vertex to : lower.neighbours(v))
      bits[to / 64] |= std::uint64_t(1) << to % 64;
    std::uint64_t mine = 0;
    for (vertex to : lower.neighbours(v)) {
      std::uint64_t shared = 0;
      for (vertex third : lower.neighbours(to))
        if (bits[third / 64] >> third % 64 & 1) {
          fetchAdd(counts[third], std::uint64_t(1));
          ++shared;
        }
      if (shared != 0)
        fetchAdd(counts[to], shared);
      mine += shared;
    }
    for (vertex to : lower.neighbours(v))
      bits[to / 64] = 0;
    fetchAdd(counts[v], mine);
  }
}

} // namespace detail

/// For each vertex of the simple undirected graph \p g the number of triangles
/// that it is in. Takes O(m^1.5) work for m edges, and a span of the greatest
/// degree times the root of m at most; about as much memory as the graph, 20
/// bytes for each vertex, and for each worker a bit for each vertex.
inline array<std::uint64_t> local_triangles(const csr &g,
                                            progress *watch = nullptr) {
  std::size_t n = g.vertices(), words = (n + 63) / 64;
  array<vertex> ranks = detail::rankByDegree(g);
  csr lower = detail::orient(
      g, [&](vertex v) { return ranks[v]; },
      [](const buffer<arc_index> &) { return true; });
  array<std::uint64_t> counts = detail::filled(n, std::uint64_t(0));
  worker_local<std::vector<std::uint64_t>> bits(
      [words] { return std::vector<std::uint64_t>(words, 0); });
  detail::atRound(watch, 0, n);
  // Small blocks: a few vertices may have most of the work.
  detail::forBlocks(n, 128, [&](std::size_t first, std::size_t last) {
    if (!detail::leavesOut(watch, last - first))
      detail::addTriangles(lower, static_cast<vertex>(first),
                           static_cast<vertex>(last), bits.local().data(),
                           counts.data());
  });
  detail::atRound(watch);
  array<std::uint64_t> result(n);
  detail::forEach(n, [&](std::size_t v) { result[v] = counts[ranks[v]]; });
  return result;
}

struct clustering_result {
  /// Of each vertex, the part of the pairs of its neighbours that are
  /// neighbours themselves; 0 if it has no two.
  array<double> coefficient;
  /// The mean of these; 0 for a graph without vertices.
  double average = 0;
  /// The part of all paths of two edges whose ends are neighbours; 0 if there
  /// is no such path.
  double transitivity = 0;
};

/// How much the neighbours of vertices of the simple undirected graph \p g are
/// neighbours of each other. Takes what local_triangles() does. The same bits
/// on each schedule.
inline clustering_result clustering(const csr &g, progress *watch = nullptr) {
  struct Sums {
    double Coefficients = 0;
    std::uint64_t Closed = 0, Paths = 0;
    Sums &operator+=(const Sums &other) {
      Coefficients += other.Coefficients;
      Closed += other.Closed;
      Paths += other.Paths;
      return *this;
    }
  };
  array<std::uint64_t> triangles = local_triangles(g, watch);
  clustering_result result{array<double>(g.vertices())};
  auto sums = detail::sumBlocks<Sums>(
      g.vertices(), [&](std::size_t first, std::size_t last) {
        Sums some;
        for (std::size_t v = first; v != last; ++v) {
          std::uint64_t degree = g.degree(static_cast<vertex>(v));
          std::uint64_t pairs = degree < 2 ? 0 : degree * (degree - 1) / 2;
          double one = pairs == 0 ? 0
                                  : static_cast<double>(triangles[v]) /
                                        static_cast<double>(pairs);
          result.coefficient[v] = one;
          some += {one, triangles[v], pairs};
        }
        return some;
      });
  if (g.vertices() != 0)
    result.average = sums.Coefficients / g.vertices();
  if (sums.Paths != 0)
    result.transitivity =
        static_cast<double>(sums.Closed) / static_cast<double>(sums.Paths);
  return result;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_CLUSTERING_HPP
