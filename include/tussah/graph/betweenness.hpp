//===- tussah/graph/betweenness.hpp - Betweenness ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Betweenness centrality: Brandes, "A Faster Algorithm for Betweenness
/// Centrality" (2001); from a sample of sources as in Brandes, Pich,
/// "Centrality Estimation in Large Networks" (2007). Vertices ask their
/// neighbours, in both directions, so that sums are added in the order of arcs.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_BETWEENNESS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_BETWEENNESS_HPP

#include <tussah/graph/mix.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tussah::graph {
namespace detail {

/// What shortest paths from one source after the other add to their vertices.
class Dependencies {
public:
  Dependencies(const csr &g, const csr &incoming, double *sums)
      : G(g), Incoming(incoming), Sums(sums), Depth(g.vertices()),
        Paths(g.vertices()), Share(g.vertices()), Queue(g.vertices()) {}

  void add(vertex source) {
    forEach(G.vertices(), [&](std::size_t v) { Depth[v] = no_vertex; });
    std::vector<std::size_t> fronts = countPaths(source);
    // The deepest ones have no vertex behind them.
    for (std::size_t level = fronts.size() - 1; level-- != 0;)
      forFront(fronts[level], fronts[level + 1], [&](vertex v) {
        double share = 0;
        for (vertex to : G.neighbours(v))
          if (Depth[to] == level + 1)
            share += (1 + Share[to]) / Paths[to];
        Share[v] = share * Paths[v];
        if (v != source)
          Sums[v] += Share[v];
      });
  }

private:
  /// Few vertices are a strand: they may have many arcs.
  template <class Function>
  void forFront(std::size_t first, std::size_t last, const Function &f) {
    forBlocks(last - first, 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i != end; ++i)
        f(Queue[first + i]);
    });
  }

  /// Counts the shortest paths to each vertex. Returns where the fronts begin
  /// in the queue, and its end.
  std::vector<std::size_t> countPaths(vertex source) {
    Depth[source] = 0;
    Paths[source] = 1;
    Queue[0] = source;
    std::vector<std::size_t> fronts = {0};
    for (std::size_t first = 0, last = 1; first != last;) {
      fronts.push_back(last);
      auto level = static_cast<vertex>(fronts.size() - 1);
      Collector found(Queue.data() + last);
      forBlocks(last - first, 64, [&](std::size_t begin, std::size_t end) {
        Collector::Part part(found);
        for (std::size_t i = begin; i != end; ++i)
          for (vertex to : G.neighbours(Queue[first + i]))
            if (claim(Depth[to], no_vertex, level))
              part.add(to);
      });
      first = std::exchange(last, last + found.size());
      forFront(first, last, [&](vertex v) {
        double paths = 0;
        for (vertex from : Incoming.neighbours(v))
          if (Depth[from] == level - 1)
            paths += Paths[from];
        Paths[v] = paths;
        Share[v] = 0;
      });
    }
    return fronts;
  }

  const csr &G, &Incoming;
  double *Sums;
  array<vertex> Depth;
  /// As numbers of paths may be beyond any integer.
  array<double> Paths, Share;
  array<vertex> Queue;
};

} // namespace detail

/// For each vertex of \p g, which has no repeated arcs, the sum over all pairs
/// of others of the part of the shortest paths between them that go through it:
/// pairs have an order if \p g is directed. \p incoming has the arcs of \p g
/// turned round (\p g itself if it is undirected). Only paths from \p sources
/// count, each as often as it is named; the sums are multiplied by the number
/// of vertices divided by that of the sources, so that a random sample gives an
/// estimate. Takes work linear in arcs for each source, and a span of the
/// greatest degree for each step from it; 28 bytes for each vertex, times 16
/// (or the sources, if they are fewer). The same bits on each schedule.
inline array<double> betweenness(const csr &g, const csr &incoming,
                                 const std::vector<vertex> &sources,
                                 progress *watch = nullptr) {
  constexpr std::size_t Most = 16;
  std::size_t n = g.vertices(), parts = std::min(sources.size(), Most);
  std::vector<array<double>> sums(parts);
  detail::atRound(watch, 0, sources.size());
  TUSSAH_GRAPH_GRAIN_1
  cilk_for (std::size_t p = 0; p < parts; ++p) {
    sums[p] = detail::filled(n, 0.0);
    detail::Dependencies all(g, incoming, sums[p].data());
    for (std::size_t i = p; i < sources.size(); i += parts)
      if (!detail::leavesOut(watch, 1))
        all.add(sources[i]);
  }
  detail::atRound(watch);
  array<double> result(n);
  const double each = (g.directed() ? 1 : 0.5) * static_cast<double>(n) /
                      static_cast<double>(sources.empty() ? 1 : sources.size());
  detail::forEach(n, [&](std::size_t v) {
    double sum = 0;
    for (const array<double> &part : sums)
      sum += part[v];
    result[v] = sum * each;
  });
  return result;
}

/// \p count different vertices of \p g, chosen at random by \p seed; all, in
/// order, if it has no more.
inline std::vector<vertex> sample_vertices(const csr &g, std::size_t count,
                                           std::uint64_t seed = 1) {
  std::vector<vertex> all(g.vertices());
  for (vertex v = 0; v != g.vertices(); ++v)
    all[v] = v;
  if (count >= all.size())
    return all;
  const std::uint64_t key = detail::mix(seed);
  // The first steps of a shuffle by Fisher and Yates.
  for (std::size_t i = 0; i != count; ++i)
    std::swap(all[i], all[i + detail::mix(key ^ i) % (all.size() - i)]);
  all.resize(count);
  return all;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_BETWEENNESS_HPP
