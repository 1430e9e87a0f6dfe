//===- tussah/graph/communities.hpp - Communities ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Communities by propagation of labels: Raghavan, Albert, Kumara, "Near linear
/// time algorithm to detect community structures in large-scale networks"
/// (2007). Vertices of one colour change at the same time, as they are no
/// neighbours: Cordasco, Gargano, "Community Detection via Semi-Synchronous
/// Label Propagation Algorithms" (2010).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_COMMUNITIES_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_COMMUNITIES_HPP

#include <tussah/graph/matching.hpp>

#include <algorithm>
#include <vector>

namespace tussah::graph {
namespace detail {

/// The label that most neighbours of \p v have: its own, if that is one of
/// these, or else the least.
inline vertex commonLabel(const csr &g, vertex v, const vertex *labels,
                          std::vector<vertex> &room) {
  room.clear();
  for (vertex to : g.neighbours(v))
    room.push_back(labels[to]);
  std::sort(room.begin(), room.end());
  vertex best = labels[v];
  auto own = std::equal_range(room.begin(), room.end(), best);
  auto most = own.second - own.first;
  for (auto first = room.begin(); first != room.end();) {
    auto last = std::find_if(first, room.end(),
                             [first](vertex one) { return one != *first; });
    if (last - first > most) {
      most = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

} // namespace detail

/// For each vertex of the simple undirected graph \p g the least vertex of its
/// community: at the end, no label is more frequent among the neighbours of a
/// vertex than its own. Each change makes more edges have ends of one
/// community, so it ends; in practice after few rounds, each of which takes
/// work linear in arcs but for sorting those of a vertex, and a span of the
/// greatest degree for each colour. Which communities there are depends on \p
/// seed, and not on the schedule. 20 bytes for each vertex.
inline array<vertex> communities(const csr &g, std::uint64_t seed = 1,
                                 progress *watch = nullptr) {
  std::size_t n = g.vertices();
  array<vertex> colours = colouring(g, seed, watch),
                label = detail::allVertices(g);
  vertex most = n ? *std::max_element(colours.begin(), colours.end()) : 0;
  std::vector<array<vertex>> classes(most + 1);
  array<vertex> all = detail::allVertices(g), some(n);
  for (vertex colour = 0; n != 0 && colour <= most; ++colour) {
    std::size_t count = detail::filter(
        all, n, some, [&](vertex v) { return colours[v] == colour; });
    classes[colour] = array<vertex>(count);
    std::copy_n(some.data(), count, classes[colour].data());
  }
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (const array<vertex> &members : classes) {
      detail::atRound(watch);
      detail::forBlocks(
          members.size(), 128, [&](std::size_t first, std::size_t last) {
            std::vector<vertex> room;
            for (std::size_t i = first; i != last; ++i) {
              vertex v = members[i];
              vertex one = detail::commonLabel(g, v, label.data(), room);
              if (one == label[v])
                continue;
              label[v] = one;
              detail::store(isChanged, true);
            }
          });
    }
  // A label need not be the least vertex that has it, nor any.
  array<vertex> least = detail::filled(n, no_vertex), result(n);
  for (std::size_t v = n; v-- != 0;)
    least[label[v]] = static_cast<vertex>(v);
  detail::forEach(n, [&](std::size_t v) { result[v] = least[label[v]]; });
  return result;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_COMMUNITIES_HPP
