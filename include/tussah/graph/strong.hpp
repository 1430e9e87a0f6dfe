//===- tussah/graph/strong.hpp - Strong components --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strongly connected components, by colouring: Orzan, "On Distributed
/// Verification and Verified Distribution" (2004), as used by Slota,
/// Rajamanickam, Madduri, "BFS and Coloring-based Parallel Algorithms for
/// Strongly Connected Components and Related Problems" (IPDPS 2014).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_STRONG_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_STRONG_HPP

#include <tussah/graph/build.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <cstdint>
#include <utility>

namespace tussah::graph {
namespace detail {

/// Visits what can be reached from the \p count vertices \p front in waves:
/// \p enter(from, to) says of an arc whether \p to is to be gone on from, of
/// each wave once. \p other is as large.
template <class Enter>
void inWaves(const csr &g, array<vertex> &front, array<vertex> &other,
             std::size_t count, const Enter &enter, progress *watch) {
  for (; count != 0; std::swap(front, other)) {
    atRound(watch);
    Collector found(other.data());
    forBlocks(count, 64, [&](std::size_t first, std::size_t last) {
      Collector::Part part(found);
      for (std::size_t i = first; i != last; ++i)
        for (vertex to : g.neighbours(front[i]))
          if (enter(front[i], to))
            part.add(to);
    });
    count = found.size();
  }
}

} // namespace detail

/// For each vertex of the directed graph \p g the least vertex of its strongly
/// connected component; \p incoming is its transpose. In each round, each
/// vertex that is left gets the least vertex that reaches it as a colour, by
/// waves; a vertex of its own colour is in a component with those of the colour
/// that reach it. Each round finds a component for each colour, and vertices
/// without arcs in or out before that. Takes work linear in the arcs for each
/// wave at worst, and mostly for each round; as many waves in a round as the
/// longest of the paths that colours take, and the greatest degree as the span
/// of a wave. So it is not for graphs with very long paths. 17 bytes for each
/// vertex. The same result for any schedule.
inline array<vertex> strong_components(const csr &g, const csr &incoming,
                                       progress *watch = nullptr) {
  std::size_t n = g.vertices();
  array<vertex> component = detail::filled(n, no_vertex), colour(n);
  array<vertex> left = detail::allVertices(g), front(n), other(n);
  array<std::uint8_t> waits = detail::filled(n, std::uint8_t(0));
  vertex *const found = component.data(), *const colours = colour.data();
  std::uint8_t *const waiting = waits.data();
  // Whether an arc leads to another vertex that is left.
  auto hasArc = [found](const csr &arcs, vertex v) {
    for (vertex to : arcs.neighbours(v))
      if (to != v && detail::load(found[to]) == no_vertex)
        return true;
    return false;
  };
  for (std::size_t count = n; count != 0;) {
    detail::atRound(watch, n - count, n);
    count = detail::filter(left, count, other, [&, found](vertex v) {
      if (found[v] != no_vertex)
        return false;
      if (hasArc(g, v) && hasArc(incoming, v))
        return true;
      detail::store(found[v], v);
      return false;
    });
    std::swap(left, other);
    detail::forEach(count, [&](std::size_t i) {
      colours[left[i]] = left[i];
      waiting[left[i]] = 1;
      front[i] = left[i];
    });
    // A vertex whose colour is lowered while it is in the front is in the next
    // one, too: it may have been gone through with the old one.
    for (std::size_t wave = count; wave != 0; std::swap(front, other)) {
      detail::atRound(watch);
      detail::Collector next(other.data());
      detail::forBlocks(wave, 64, [&](std::size_t first, std::size_t last) {
        detail::Collector::Part part(next);
        for (std::size_t i = first; i != last; ++i) {
          vertex v = front[i];
          __atomic_store_n(&waiting[v], std::uint8_t(0), __ATOMIC_SEQ_CST);
          vertex mine = __atomic_load_n(&colours[v], __ATOMIC_SEQ_CST);
          for (vertex to : g.neighbours(v)) {
            if (detail::load(found[to]) != no_vertex)
              continue;
            vertex old = detail::load(colours[to]);
            while (mine < old && !__atomic_compare_exchange_n(
                                     &colours[to], &old, mine, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
              ;
            if (mine < old &&
                !__atomic_exchange_n(&waiting[to], std::uint8_t(1),
                                     __ATOMIC_SEQ_CST))
              part.add(to);
          }
        }
      });
      wave = next.size();
    }
    std::size_t roots = detail::filter(
        left, count, front, [colours](vertex v) { return colours[v] == v; });
    detail::forEach(roots, [&](std::size_t i) { found[front[i]] = front[i]; });
    detail::inWaves(
        incoming, front, other, roots,
        [found, colours](vertex from, vertex to) {
          return detail::load(found[to]) == no_vertex &&
                 colours[to] == colours[from] &&
                 detail::claim(found[to], no_vertex, colours[from]);
        },
        watch);
  }
  return component;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_STRONG_HPP
