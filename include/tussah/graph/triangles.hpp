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
/// counted. Where vertices have few neighbours, with numbers not far from their
/// own, as in tori, meshes and maps of roads, even directing the edges costs
/// more than comparing rows as they are.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP

#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>
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

/// No vertex has more neighbours in a graph that SparseTriangles counts.
inline constexpr arc_index FewNeighbours = 8;

/// Whether \p isFine(v) for some of \p n vertices, at most 256, in equal steps.
template <class Predicate>
bool isFineForSamples(vertex n, const Predicate &isFine) {
  constexpr vertex Most = 256;
  // The last step may lead beyond what a vertex can be.
  for (std::uint64_t v = 0; v < n; v += n / Most + 1)
    if (!isFine(static_cast<vertex>(v)))
      return false;
  return true;
}

/// Counts triangles in a graph of which no vertex has many neighbours, which
/// takes time linear in its vertices, and no memory.
class SparseTriangles {
  const csr &G;

  /// Puts those of the neighbours of \p v that are lower to \p to.
  unsigned lowerOf(vertex v, vertex *to) const {
    unsigned count = 0;
    for (vertex other : G.neighbours(v)) {
      to[count] = other;
      count += other < v;
    }
    return count;
  }

public:
  explicit SparseTriangles(const csr &g) : G(g) {}

  /// Whether it seems to pay, given some of the vertices: rows that are far
  /// from each other in memory are not compared in less time than it takes to
  /// direct the edges, and half of their length.
  bool pays() const {
    constexpr vertex Far = 1 << 15;
    arc_index arcs = 0, far = 0;
    bool haveFew = isFineForSamples(G.vertices(), [&](vertex v) {
      if (G.degree(v) > FewNeighbours)
        return false;
      arcs += G.degree(v);
      for (vertex to : G.neighbours(v))
        far += std::max(v, to) - std::min(v, to) > Far;
      return true;
    });
    return haveFew && far <= arcs / 4;
  }

  /// Counts the triangles whose greatest vertices are in a block. Returns
  /// false, and leaves \p sum, if it meets a vertex with many neighbours.
  bool count(vertex first, vertex last, std::uint64_t &sum) const {
    // One more, which is tried.
    vertex lower[FewNeighbours + 1];
    std::uint64_t found = 0;
    for (vertex v = first; v != last; ++v) {
      if (G.degree(v) > FewNeighbours)
        return false;
      unsigned size = lowerOf(v, lower);
      // Each pair is looked at once, whatever the order is: sorting takes
      // longer than it saves.
      for (unsigned i = 1; i < size; ++i) {
        if (G.degree(lower[i]) > FewNeighbours)
          return false;
        for (vertex third : G.neighbours(lower[i]))
          for (unsigned j = 0; j != i; ++j)
            found += third == lower[j];
      }
    }
    sum += found;
    return true;
  }
};

/// Counts the triangles whose greatest vertices are in a block, with the
/// oriented graph.
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

/// Counts triangles if no vertex has many neighbours; otherwise returns false.
inline bool countSparseTriangles(const csr &g, std::uint64_t &sum,
                                 progress *watch = nullptr) {
  SparseTriangles counter(g);
  if (!counter.pays())
    return false;
  bool hasMany = false;
  atRound(watch, 0, g.vertices());
  forBlocks(g.vertices(), BlockSize, [&](std::size_t first, std::size_t last) {
    std::uint64_t mine = 0;
    if (load(hasMany) || leavesOut(watch, last - first))
      return;
    if (counter.count(static_cast<vertex>(first), static_cast<vertex>(last),
                      mine))
      fetchAdd(sum, mine);
    else
      store(hasMany, true);
  });
  atRound(watch);
  return !hasMany;
}

/// The same for any graph.
inline std::uint64_t countTriangles(const csr &g, progress *watch = nullptr) {
  csr lower = orient(g);
  std::size_t words = (std::size_t(g.vertices()) + 63) / 64;
  worker_local<std::vector<std::uint64_t>> bits(
      [words] { return std::vector<std::uint64_t>(words, 0); });
  std::uint64_t sum = 0;
  atRound(watch, 0, g.vertices());
  // Small blocks: a few vertices may have most of the work.
  forBlocks(g.vertices(), 128, [&](std::size_t first, std::size_t last) {
    if (leavesOut(watch, last - first))
      return;
    TriangleCounter counter(lower, bits.local().data());
    fetchAdd(sum, counter.count(static_cast<vertex>(first),
                                static_cast<vertex>(last)));
  });
  atRound(watch);
  return sum;
}

} // namespace detail

/// The number of triangles in the simple undirected graph \p g. Takes O(m^1.5)
/// work for m edges; about as much memory as the graph, and for each worker a
/// bit for each vertex. No memory if no vertex has more than 8 neighbours.
inline std::uint64_t triangles(const csr &g, progress *watch = nullptr) {
  std::uint64_t sum = 0;
  return detail::countSparseTriangles(g, sum, watch)
             ? sum
             : detail::countTriangles(g, watch);
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_TRIANGLES_HPP
