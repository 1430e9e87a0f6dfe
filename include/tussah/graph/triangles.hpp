//===- tussah/graph/triangles.hpp - Counting triangles ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Triangles, with edges directed to the higher degree: Schank, Wagner,
/// "Finding, Counting and Listing All Triangles in Large Graphs" (WEA 2005).
/// Renumbering costs more than it saves where no degree is much above the
/// others, so it is left out there, as in Beamer, Asanovic, Patterson, "The GAP
/// Benchmark Suite" (2015), which samples degrees; here the work without it is
/// counted.
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

/// A graph that has one arc for each edge of \p g, whose vertex v is numbered
/// \p number(v) there: that to the lower number. \p agree(offsets) says whether
/// to go on, given how many arcs each vertex will have; otherwise the result
/// has no vertices.
template <class Number, class Agree>
csr orient(const csr &g, const Number &number, const Agree &agree) {
  std::size_t n = g.vertices();
  buffer<arc_index> offsets(n + 1);
  offsets[n] = 0;
  forEach(n, [&](std::size_t i) {
    auto v = static_cast<vertex>(i);
    vertex mine = number(v);
    arc_index count = 0;
    for (vertex to : g.neighbours(v))
      count += number(to) < mine;
    offsets[mine] = count;
  });
  if (!agree(offsets))
    return {};
  buffer<vertex> targets(prefixSums(offsets.data(), n + 1));
  forEach(n, [&](std::size_t i) {
    auto v = static_cast<vertex>(i);
    vertex mine = number(v);
    vertex *at = targets.data() + offsets[mine];
    for (vertex to : g.neighbours(v))
      if (vertex other = number(to); other < mine)
        *at++ = other;
  });
  return {std::move(offsets), std::move(targets), direction::directed};
}

/// The same with numbers that let triangles be counted in O(m^1.5): those that
/// the vertices have, if these do nearly as well, or the ranks by degree.
inline csr orient(const csr &g) {
  auto isCheap = [&](const buffer<arc_index> &below) {
    // As many ways over two arcs will be looked at.
    auto ways = sumBlocks<arc_index>(
        g.vertices(), [&](std::size_t first, std::size_t last) {
          arc_index sum = 0;
          for (std::size_t v = first; v != last; ++v)
            sum += below[v] * (g.degree(static_cast<vertex>(v)) - below[v]);
          return sum;
        });
    return ways <= 4 * g.arcs();
  };
  csr same = orient(g, [](vertex v) { return v; }, isCheap);
  if (same.vertices() == g.vertices())
    return same;
  array<vertex> ranks = rankByDegree(g);
  return orient(
      g, [&](vertex v) { return ranks[v]; },
      [](const buffer<arc_index> &) { return true; });
}

/// Counts the triangles whose greatest vertices are in a block.
class TriangleCounter {
  const csr &Lower;
  /// Which vertices are below the one that is looked at.
  std::uint64_t *Bits;
  /// The rows below a vertex are anywhere in memory. So many vertices before
  /// they are needed, their offsets are fetched, and then they themselves.
  static constexpr vertex Far = 16, Near = 8;

  bool isBelow(vertex v) const { return Bits[v / 64] >> v % 64 & 1; }

  std::uint64_t countBelow(vertex v) {
    vertex least = no_vertex;
    for (vertex to : Lower.neighbours(v)) {
      Bits[to / 64] |= std::uint64_t(1) << to % 64;
      least = std::min(least, to);
    }
    std::uint64_t count = 0;
    for (vertex to : Lower.neighbours(v))
      if (to != least)
        for (vertex third : Lower.neighbours(to))
          count += isBelow(third);
    for (vertex to : Lower.neighbours(v))
      Bits[to / 64] = 0;
    return count;
  }

public:
  /// \p bits are zero, one for each vertex.
  TriangleCounter(const csr &lower, std::uint64_t *bits)
      : Lower(lower), Bits(bits) {}

  std::uint64_t count(vertex first, vertex last) {
    const arc_index *offsets = Lower.offsets().data();
    const vertex *targets = Lower.targets().data();
    std::uint64_t sum = 0;
    for (vertex v = first; v != last; ++v) {
      if (Lower.vertices() - v > Far)
        for (vertex to : Lower.neighbours(v + Far))
          __builtin_prefetch(offsets + to);
      if (Lower.vertices() - v > Near)
        for (vertex to : Lower.neighbours(v + Near))
          __builtin_prefetch(targets + offsets[to]);
      if (Lower.degree(v) >= 2)
        sum += countBelow(v);
    }
    return sum;
  }
};

} // namespace detail

/// The number of triangles in the simple undirected graph \p g. Takes O(m^1.5)
/// work for m edges; about as much memory as the graph, and for each worker a
/// bit for each vertex.
inline std::uint64_t triangles(const csr &g) {
  csr lower = detail::orient(g);
  std::size_t words = (std::size_t(g.vertices()) + 63) / 64;
  worker_local<std::vector<std::uint64_t>> bits(
      [words] { return std::vector<std::uint64_t>(words, 0); });
  std::uint64_t sum = 0;
  // Small blocks: a few vertices may have most of the work.
  detail::forBlocks(
      g.vertices(), 128, [&](std::size_t first, std::size_t last) {
        detail::TriangleCounter counter(lower, bits.local().data());
        detail::fetchAdd(sum, counter.count(static_cast<vertex>(first),
                                            static_cast<vertex>(last)));
      });
  return sum;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP
