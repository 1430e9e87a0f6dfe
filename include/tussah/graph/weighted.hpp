//===- tussah/graph/weighted.hpp - Graphs with weights ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Graphs whose arcs have weights: compressed sparse rows, and beside the heads
/// of all arcs an array of their weights.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_WEIGHTED_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_WEIGHTED_HPP

#include <tussah/graph/graph.hpp>

#include <utility>
#include <vector>

namespace tussah::graph {

/// A graph with a weight for each arc. What takes a `csr` takes this, and sees
/// no weights. Both arcs of an undirected edge have the same weight. Without
/// any weights, as files may be, each arc weighs 1. Takes the size of a weight
/// for each arc more than a `csr`, or nothing without weights.
template <class W> class weighted_csr : public csr {
  constant_array<W> Weights;

public:
  weighted_csr() = default;
  /// \p weights, if it is not empty, has a weight for each arc of \p g, in the
  /// order of targets(); none is NaN. Not checked.
  weighted_csr(csr g, constant_array<W> weights)
      : csr(std::move(g)), Weights(std::move(weights)) {}

  bool weighted() const { return !Weights.empty(); }
  /// Of the arc \p i, an index of targets().
  W weight(arc_index i) const { return weighted() ? Weights[i] : W(1); }
  const constant_array<W> &weights() const { return Weights; }
};

/// Makes a graph of \p arcs, as make_csr, whose entry i has the weight
/// \p weights[i]. \p build is that which makes the graph without weights, and
/// keeps the order of the arcs of a vertex. Serial but for that. Takes linear
/// work, and beside the graph 8 bytes for each vertex. Throws std::bad_alloc.
template <class W>
weighted_csr<W> make_weighted(vertex vertices, const std::vector<arc> &arcs,
                              const std::vector<W> &weights, direction d,
                              csr (*build)(vertex, const std::vector<arc> &,
                                           direction) = detail::makeSerially) {
  csr g = build(vertices, arcs, d);
  buffer<W> placed(g.arcs());
  buffer<arc_index> next(g.offsets().begin(), g.offsets().end());
  for (std::size_t i = 0; i != arcs.size(); ++i) {
    auto [from, to] = arcs[i];
    placed[next[from]++] = weights[i];
    if (d == direction::undirected && from != to)
      placed[next[to]++] = weights[i];
  }
  return {std::move(g), std::move(placed)};
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_WEIGHTED_HPP
