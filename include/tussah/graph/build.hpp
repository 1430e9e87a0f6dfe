//===- tussah/graph/build.hpp - Graphs from lists of arcs -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compressed sparse rows from lists of arcs, by a counting sort whose blocks
/// count for themselves, as a pass of the radix sort of Zagha, Blelloch, "Radix
/// Sort for Vector Multiprocessors" (Supercomputing 1991).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_BUILD_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_BUILD_HPP

#include <tussah/graph/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace tussah::graph {
namespace detail {

/// The arcs that entries of a list stand for.
class ListedArcs {
  const std::vector<arc> &List;
  direction Direction;

public:
  ListedArcs(const std::vector<arc> &list, direction d)
      : List(list), Direction(d) {}

  std::size_t size() const { return List.size(); }
  /// Calls \p see(from, to) for the arcs of entries from \p first to \p last.
  template <class Function>
  void forEach(std::size_t first, std::size_t last, const Function &see) const {
    for (std::size_t i = first; i != last; ++i) {
      auto [from, to] = List[i];
      see(from, to);
      if (Direction == direction::undirected && from != to)
        see(to, from);
    }
  }
};

/// The arcs of a graph, turned round.
class TurnedArcs {
  const csr &G;

public:
  explicit TurnedArcs(const csr &g) : G(g) {}

  std::size_t size() const { return G.arcs(); }
  template <class Function>
  void forEach(std::size_t first, std::size_t last, const Function &see) const {
    const constant_array<arc_index> &offsets = G.offsets();
    auto next = std::upper_bound(offsets.begin(), offsets.end(), first);
    for (std::size_t i = first; i != last; ++i) {
      while (*next == i)
        ++next;
      see(G.targets()[i], static_cast<vertex>(next - offsets.begin() - 1));
    }
  }
};

/// In how many blocks entries are sorted, so that what these count takes at
/// most 4 bytes for each entry. 1 if they are too few, or so many that 32 bits
/// are too little.
inline std::size_t blocksToSort(std::size_t vertices, std::size_t entries) {
  if (entries < 16 * BlockSize || entries < vertices || entries >> 31)
    return 1;
  std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  return std::min(entries / vertices, processors);
}

/// The graph with the arcs of \p arcs, those of a vertex in the same order. For
/// 2 blocks or more.
template <class Arcs>
csr sortArcs(std::size_t vertices, const Arcs &arcs, std::size_t blocks,
             direction d) {
  std::size_t size = (arcs.size() + blocks - 1) / blocks;
  blocks = (arcs.size() + size - 1) / size;
  // Of each block how many arcs a vertex has in it, then where among all arcs
  // of the vertex its next one goes.
  array<vertex> counts(blocks * vertices);
  auto countsOf = [&](std::size_t first) {
    return counts.data() + first / size * vertices;
  };
  forBlocks(arcs.size(), size, [&](std::size_t first, std::size_t last) {
    vertex *mine = countsOf(first);
    std::fill_n(mine, vertices, vertex(0));
    arcs.forEach(first, last, [&](vertex from, vertex) { ++mine[from]; });
  });
  buffer<arc_index> offsets(vertices + 1);
  offsets[vertices] = 0;
  forEach(vertices, [&](std::size_t v) {
    vertex sum = 0;
    for (std::size_t b = 0; b != blocks; ++b)
      sum += std::exchange(counts[b * vertices + v], sum);
    offsets[v] = sum;
  });
  buffer<vertex> targets(prefixSums(offsets.data(), vertices + 1));
  forBlocks(arcs.size(), size, [&](std::size_t first, std::size_t last) {
    vertex *mine = countsOf(first);
    arcs.forEach(first, last, [&](vertex from, vertex to) {
      targets[offsets[from] + mine[from]++] = to;
    });
  });
  return {std::move(offsets), std::move(targets), d};
}

} // namespace detail

/// Makes a graph of \p vertices vertices from \p arcs, whose ends must be
/// vertices; with direction::undirected each is an edge. The arcs of a vertex
/// are in the order of the list. Loops and repeated edges are kept. Takes work
/// linear in vertices and arcs, and beside the graph at most 4 bytes for each
/// entry. Parallel if there are twice as many entries as vertices. Throws
/// std::bad_alloc.
inline csr make_csr(vertex vertices, const std::vector<arc> &arcs,
                    direction d) {
  std::size_t blocks = detail::blocksToSort(vertices, arcs.size());
  if (blocks < 2)
    return detail::makeSerially(vertices, arcs, d);
  return detail::sortArcs(vertices, detail::ListedArcs(arcs, d), blocks, d);
}

/// Calls \p body(\p data, i) for all i below \p count, at the same time if it
/// can: what read_options::loop asks for.
inline void parallel_loop(std::size_t count,
                          void (*body)(void *data, std::size_t i), void *data) {
  detail::forBlocks(count, 1,
                    [=](std::size_t i, std::size_t) { body(data, i); });
}

/// The graph with all arcs turned round, each vertex's in the order of their
/// tails. As expensive as make_csr.
inline csr transpose(const csr &g) {
  std::size_t blocks = detail::blocksToSort(g.vertices(), g.arcs());
  if (blocks < 2)
    return detail::transposeSerially(g);
  return detail::sortArcs(g.vertices(), detail::TurnedArcs(g), blocks,
                          g.directed() ? direction::directed
                                       : direction::undirected);
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_BUILD_HPP
