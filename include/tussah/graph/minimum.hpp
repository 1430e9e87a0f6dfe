//===- tussah/graph/minimum.hpp - Minimum spanning forests ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Minimum spanning forests, by Boruvka's algorithm (1926).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_MINIMUM_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_MINIMUM_HPP

#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>
#include <tussah/graph/weighted.hpp>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace tussah::graph {

/// Edges of a forest, with the sum of their weights.
struct minimum_forest {
  std::vector<arc> edges;
  double weight = 0;
};

namespace detail {

/// The trees of Boruvka's algorithm, and what their vertices know of edges to
/// other trees.
template <class W> class Boruvka {
  /// An edge of a vertex that is known from where this is.
  struct Edge {
    vertex To;
    W Weight;
  };

  const weighted_csr<W> &G;
  /// The tree of each vertex, called by one of them.
  array<vertex> Tree;
  /// Of each vertex its first edge to another tree, to no_vertex if there is
  /// none.
  array<Edge> Best;
  /// Of each tree the vertex that has its first edge, or no_vertex.
  array<vertex> First;
  /// Of each tree that under which it is put in a round.
  array<vertex> Above;
  /// By which edge of which vertex a tree was put under another; no_vertex of
  /// those that never were.
  array<vertex> Tail;
  array<Edge> Taken;

  /// Which comes first of an edge of \p v and one of \p w.
  static bool isBefore(vertex v, const Edge &a, vertex w, const Edge &b) {
    if (a.Weight != b.Weight)
      return a.Weight < b.Weight;
    return std::pair(std::min(v, a.To), std::max(v, a.To)) <
           std::pair(std::min(w, b.To), std::max(w, b.To));
  }

  /// Each vertex looks for its first edge, if the last one has come to lie
  /// within its tree.
  void look(bool isFirstRound) {
    forEach(G.vertices(), [&](std::size_t i) {
      auto v = static_cast<vertex>(i);
      First[v] = no_vertex;
      if (!isFirstRound &&
          (Best[v].To == no_vertex || Tree[Best[v].To] != Tree[v]))
        return;
      Edge best{no_vertex, W()};
      for (arc_index at = G.offsets()[v]; at != G.offsets()[v + 1]; ++at) {
        Edge one{G.targets()[at], G.weight(at)};
        if ((best.To == no_vertex || isBefore(v, one, v, best)) &&
            Tree[one.To] != Tree[v])
          best = one;
      }
      Best[v] = best;
    });
  }

  /// Each tree gets the first edge of its vertices.
  void compete() {
    forEach(G.vertices(), [&](std::size_t i) {
      auto v = static_cast<vertex>(i);
      if (Best[v].To == no_vertex)
        return;
      vertex &first = First[Tree[v]];
      vertex old = load(first);
      while ((old == no_vertex || isBefore(v, Best[v], old, Best[old])) &&
             !__atomic_compare_exchange_n(&first, &old, v, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    });
  }

  /// Puts each tree under that to which its edge leads, and returns how many
  /// have come under another. Two trees with the same edge are the only
  /// circles, and the lesser one stays.
  std::size_t join() {
    forEach(G.vertices(), [&](std::size_t v) {
      Above[v] = First[v] == no_vertex ? static_cast<vertex>(v)
                                       : Tree[Best[First[v]].To];
    });
    return sumBlocks<std::size_t>(
        G.vertices(), [&](std::size_t begin, std::size_t end) {
          std::size_t count = 0;
          for (auto v = static_cast<vertex>(begin); v != end; ++v) {
            vertex up = load(Above[v]);
            // Only the lesser tree of two with the same edge changes what is
            // above it. The greater one does not ask, and others that do are
            // above it neither before nor after.
            if (v < up && load(Above[up]) == v)
              store(Above[v], v);
            else if (v != up) {
              Tail[v] = First[v];
              Taken[v] = Best[First[v]];
              ++count;
            }
          }
          return count;
        });
  }

  /// Halves the way of each tree to its root.
  std::size_t halve() {
    return sumBlocks<std::size_t>(G.vertices(),
                                  [&](std::size_t begin, std::size_t end) {
                                    std::size_t count = 0;
                                    for (std::size_t v = begin; v != end; ++v) {
                                      vertex up = load(Above[v]);
                                      vertex top = load(Above[up]);
                                      store(Above[v], top);
                                      count += top != up;
                                    }
                                    return count;
                                  });
  }

public:
  explicit Boruvka(const weighted_csr<W> &g)
      : G(g), Tree(allVertices(g)), Best(g.vertices()), First(g.vertices()),
        Above(g.vertices()), Tail(filled(g.vertices(), no_vertex)),
        Taken(g.vertices()) {}

  /// Returns how many trees have come under another.
  std::size_t round(bool isFirst) {
    look(isFirst);
    compete();
    std::size_t joined = join();
    for (std::size_t moved = joined; moved != 0;)
      moved = halve();
    forEach(G.vertices(), [&](std::size_t v) { Tree[v] = Above[Tree[v]]; });
    return joined;
  }

  minimum_forest take() const {
    std::size_t n = G.vertices();
    array<arc_index> at(n + 1);
    forEach(n + 1,
            [&](std::size_t v) { at[v] = v != n && Tail[v] != no_vertex; });
    minimum_forest forest;
    forest.edges.resize(prefixSums(at.data(), n + 1));
    forest.weight =
        sumBlocks<double>(n, [&](std::size_t begin, std::size_t end) {
          double sum = 0;
          for (std::size_t v = begin; v != end; ++v)
            if (Tail[v] != no_vertex) {
              forest.edges[at[v]] = {Tail[v], Taken[v].To};
              sum += static_cast<double>(Taken[v].Weight);
            }
          return sum;
        });
    return forest;
  }
};

} // namespace detail

/// A minimum spanning forest of the undirected graph \p g: of edges with the
/// same weight those between lesser vertices come first, so each schedule gives
/// the same, in the same order. Weights may be negative. In each round each
/// tree takes its first edge to another one; a vertex looks for its own first
/// one again only when that has come to lie within its tree. Takes O(log n)
/// rounds with work linear in vertices, and in the arcs of those that look; the
/// span of a round is the greatest degree, and O(log^2 n), but that a tree's
/// strands compete for its first edge. 16 bytes for each vertex, and twice an
/// edge's end and weight.
template <class W>
minimum_forest minimum_spanning_forest(const weighted_csr<W> &g,
                                       progress *watch = nullptr) {
  detail::Boruvka<W> trees(g);
  for (std::size_t joined = 1, all = 0; joined != 0; all += joined) {
    detail::atRound(watch, all, g.vertices());
    joined = trees.round(all == 0);
  }
  return trees.take();
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_MINIMUM_HPP
