//===- tussah/graph/matching.hpp - Matchings and colourings -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What greedy algorithms choose in a random order, in rounds. Matchings:
/// Blelloch, Fineman, Shun, "Greedy Sequential Maximal Independent Set and
/// Matching are Parallel on Average" (SPAA 2012). Colourings: Jones, Plassmann,
/// "A Parallel Graph Coloring Heuristic" (1993).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_MATCHING_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_MATCHING_HPP

#include <tussah/graph/mix.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace tussah::graph {

/// For each vertex of the simple undirected graph \p g the other end of its
/// edge in a maximal matching, or no_vertex: that which comes of taking edges
/// in a random order that depends on \p seed only, each that has no end in
/// common with one taken. So each schedule gives the same. Takes O(log^2 m)
/// rounds with high probability, each with work for the arcs of vertices that
/// are left, and a span of the greatest degree. 16 bytes for each vertex.
inline array<vertex> maximal_matching(const csr &g, std::uint64_t seed = 1,
                                      progress *watch = nullptr) {
  std::size_t n = g.vertices();
  const std::uint64_t key = detail::mix(seed);
  array<vertex> mate = detail::filled(n, no_vertex), wish(n), next(n);
  array<vertex> left = detail::allVertices(g);
  vertex *const mates = mate.data(), *const wishes = wish.data();
  // Edges with the same hash are still in an order.
  auto place = [key](vertex a, vertex b) {
    vertex low = std::min(a, b), high = std::max(a, b);
    return std::tuple(detail::mix(key ^ (std::uint64_t(low) << 32 | high)), low,
                      high);
  };
  for (std::size_t count = n; count != 0; std::swap(left, next)) {
    detail::atRound(watch, n - count, n);
    // The first edge of each vertex to one that has none yet.
    count = detail::filter(left, count, next, [=, &g](vertex v) {
      vertex best = no_vertex;
      if (mates[v] == no_vertex)
        for (vertex to : g.neighbours(v))
          if (mates[to] == no_vertex &&
              (best == no_vertex || place(v, to) < place(v, best)))
            best = to;
      wishes[v] = best;
      return best != no_vertex;
    });
    detail::forEach(count, [&](std::size_t i) {
      vertex v = next[i];
      if (wishes[wishes[v]] == v)
        mates[v] = wishes[v];
    });
  }
  return mate;
}

/// For each vertex of the simple undirected graph \p g a colour, a number from
/// 0, which no neighbour has: the least that is free when vertices are coloured
/// in the order of their degrees, the greatest first, and of equal ones in a
/// random order that depends on \p seed only. So there are at most as many
/// colours as the greatest degree and one, and each schedule gives the same.
/// Each round colours vertices all of whose neighbours that come before have a
/// colour. Takes work for the arcs of vertices that are left in each round. The
/// span of a round is the greatest degree; rounds are as many as the longest
/// path along the order, for random orders O(log n) in graphs of bounded
/// degree. 12 bytes for each vertex.
inline array<vertex> colouring(const csr &g, std::uint64_t seed = 1,
                               progress *watch = nullptr) {
  std::size_t n = g.vertices();
  const std::uint64_t key = detail::mix(seed);
  array<vertex> colour = detail::filled(n, no_vertex), next(n);
  array<vertex> left = detail::allVertices(g);
  vertex *const colours = colour.data();
  auto before = [key, &g](vertex a, vertex b) {
    return g.degree(a) != g.degree(b)
               ? g.degree(a) > g.degree(b)
               : detail::mix(key ^ a) < detail::mix(key ^ b);
  };
  for (std::size_t count = n; count != 0; std::swap(left, next)) {
    detail::atRound(watch, n - count, n);
    count = detail::filter(left, count, next, [=, &g](vertex v) {
      // Colours are final, so it does not matter which of this round are seen.
      for (vertex to : g.neighbours(v))
        if (detail::load(colours[to]) == no_vertex && to != v && before(to, v))
          return true;
      std::vector<bool> taken(g.degree(v) + 1);
      for (vertex to : g.neighbours(v))
        if (vertex one = detail::load(colours[to]); one < taken.size())
          taken[one] = true;
      auto least = std::find(taken.begin(), taken.end(), false);
      detail::store(colours[v], static_cast<vertex>(least - taken.begin()));
      return false;
    });
  }
  return colour;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_MATCHING_HPP
