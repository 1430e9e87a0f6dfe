//===- tussah/graph/cores.hpp - Core numbers --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Core numbers: Dasari, Ranjan, Zubair, "ParK: An efficient algorithm for
/// k-core decomposition on multicore processors" (2014), whose waves within a
/// level are traversals of bounded depth here.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_CORES_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_CORES_HPP

#include <tussah/graph/progress.hpp>
#include <tussah/graph/traverse.hpp>

namespace tussah::graph {
namespace detail {

/// A minimum, as a sum.
struct Least {
  vertex Value = no_vertex;
  Least &operator+=(Least other) {
    Value = std::min(Value, other.Value);
    return *this;
  }
};

} // namespace detail

/// For each vertex of the simple undirected graph \p g the greatest k such that
/// it belongs to a subgraph in which each vertex has k neighbours. Takes work
/// linear in arcs, and for each k that occurs in those vertices whose number is
/// greater; and 16 bytes for each vertex.
inline array<vertex> core_numbers(const csr &g, progress *watch = nullptr) {
  std::size_t count = g.vertices();
  // Of a vertex without number, how many neighbours it has among those; of one
  // with a number, that.
  array<vertex> degree(count);
  detail::forEach(count, [&](std::size_t v) {
    degree[v] = static_cast<vertex>(g.degree(static_cast<vertex>(v)));
  });
  // What follows captures pointers by value: a reference would be gone through
  // for each arc again, as any atomic operation may have changed it.
  vertex *const degrees = degree.data();
  array<vertex> left = detail::allVertices(g), next(count), roots(count);
  while (count != 0) {
    detail::atRound(watch, g.vertices() - count, g.vertices());
    const vertex k =
        detail::sumBlocks<detail::Least>(count, [&](std::size_t first,
                                                    std::size_t last) {
          detail::Least least;
          for (std::size_t i = first; i != last; ++i)
            least += {degree[left[i]]};
          return least;
        }).Value;
    std::size_t found = detail::filter(
        left, count, roots, [degrees, k](vertex v) { return degrees[v] == k; });
    detail::traverse(g, roots.data(), found, default_depth, degrees,
                     [degrees, k](vertex, vertex to) {
                       if (detail::load(degrees[to]) <= k)
                         return false;
                       vertex old = detail::fetchAdd(degrees[to], vertex(-1));
                       // Others were quicker, and it has its number.
                       if (old <= k)
                         detail::fetchAdd(degrees[to], vertex(1));
                       // Exactly one strand takes the neighbour too many.
                       return old == k + 1;
                     });
    count = detail::filter(left, count, next,
                           [degrees, k](vertex v) { return degrees[v] > k; });
    std::swap(left, next);
  }
  return degree;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_CORES_HPP
