//===- tussah/graph/truss.hpp - Trusses -------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Trusses: Cohen, "Trusses: Cohesive Subgraphs for Social Network Analysis"
/// (2008). Edges are peeled in waves: Kabir, Madduri, "Parallel k-truss
/// decomposition on multicore systems" (HPEC 2017).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_TRUSS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_TRUSS_HPP

#include <tussah/graph/cores.hpp>
#include <tussah/graph/progress.hpp>
#include <tussah/graph/simple.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace tussah::graph {

struct truss_result {
  /// Each edge once, from the lower vertex, in ascending order.
  std::vector<arc> edges;
  /// Of each edge the greatest k such that it belongs to a subgraph in which
  /// each edge is in k - 2 triangles: at least 2.
  array<vertex> truss;
};

namespace detail {

/// Edges are numbers here: those of their arcs from the lower vertex.
class Peeling {
public:
  /// \p g is simple, and its rows ascend.
  explicit Peeling(const csr &g)
      : G(g), From(g.arcs()), Edge(g.arcs()), Support(g.arcs()),
        State(filled(g.arcs(), std::uint8_t(Left))), Next(g.arcs() / 2) {
    forEach(G.vertices(), [&](std::size_t i) {
      auto v = static_cast<vertex>(i);
      for (arc_index a = G.offsets()[v]; a != G.offsets()[v + 1]; ++a) {
        From[a] = v;
        vertex to = G.targets()[a];
        Edge[a] = v < to ? a : find(to, v);
      }
    });
    forEach(G.arcs(), [&](std::size_t a) {
      vertex count = 0;
      if (Edge[a] == a)
        forTriangles(a, [&](arc_index, arc_index) { ++count; });
      Support[a] = count;
    });
  }

  truss_result run(progress *watch) {
    buffer<arc_index> left(G.arcs());
    forEach(G.arcs(), [&](std::size_t a) { left[a] = a; });
    left = keep(left, [&](arc_index a) { return Edge[a] == a; });
    buffer<arc_index> all = left;
    while (!left.empty()) {
      atRound(watch, all.size() - left.size(), all.size());
      const vertex level = leastSupport(left);
      buffer<arc_index> front =
          keep(left, [&](arc_index e) { return Support[e] == level; });
      while (!front.empty()) {
        atRound(watch);
        front = peel(front, level);
      }
      left = keep(left, [&](arc_index e) { return State[e] == Left; });
    }
    truss_result result{std::vector<arc>(all.size()),
                        array<vertex>(all.size())};
    forEach(all.size(), [&](std::size_t i) {
      result.edges[i] = {From[all[i]], G.targets()[all[i]]};
      result.truss[i] = Support[all[i]] + 2;
    });
    return result;
  }

private:
  enum : std::uint8_t { Left, InFront, Gone };

  /// The arc from \p from to \p to; the number of arcs if there is none.
  arc_index find(vertex from, vertex to) const {
    const vertex *targets = G.targets().data();
    const vertex *last = targets + G.offsets()[from + 1];
    const vertex *at = std::lower_bound(targets + G.offsets()[from], last, to);
    return at != last && *at == to ? static_cast<arc_index>(at - targets)
                                   : G.arcs();
  }

  /// Calls \p f(a, b) for the other two edges of each triangle with the edge
  /// \p e. Looks up the neighbours of the end that has fewer.
  template <class Function>
  void forTriangles(arc_index e, const Function &f) const {
    vertex few = From[e], many = G.targets()[e];
    if (G.degree(few) > G.degree(many))
      std::swap(few, many);
    for (arc_index a = G.offsets()[few]; a != G.offsets()[few + 1]; ++a)
      if (vertex third = G.targets()[a]; third != many)
        if (arc_index b = find(many, third); b != G.arcs())
          f(Edge[a], Edge[b]);
  }

  /// Those of some edges for which \p f is true, in the same order.
  template <class Function>
  static buffer<arc_index> keep(const buffer<arc_index> &from,
                                const Function &f) {
    buffer<std::size_t> begins((from.size() + BlockSize - 1) / BlockSize);
    forBlocks(from.size(), BlockSize, [&](std::size_t first, std::size_t last) {
      std::size_t count = 0;
      for (std::size_t i = first; i != last; ++i)
        count += f(from[i]);
      begins[first / BlockSize] = count;
    });
    buffer<arc_index> kept(prefixSums(begins.data(), begins.size()));
    forBlocks(from.size(), BlockSize, [&](std::size_t first, std::size_t last) {
      std::size_t at = begins[first / BlockSize];
      for (std::size_t i = first; i != last; ++i)
        if (f(from[i]))
          kept[at++] = from[i];
    });
    return kept;
  }

  vertex leastSupport(const buffer<arc_index> &edges) const {
    return sumBlocks<Least>(edges.size(),
                            [&](std::size_t first, std::size_t last) {
                              Least least;
                              for (std::size_t i = first; i != last; ++i)
                                least += {Support[edges[i]]};
                              return least;
                            })
        .Value;
  }

  /// Takes the edges of a front away, of which none is in more than \p level
  /// triangles of those that are left. Returns the edges for which that has
  /// become so. The support of an edge does not fall below the level at which
  /// it goes, and so says at the end what its truss is.
  buffer<arc_index> peel(const buffer<arc_index> &front, vertex level) {
    forEach(front.size(), [&](std::size_t i) { State[front[i]] = InFront; });
    std::size_t found = 0;
    // Small blocks: a few edges may have most of the work.
    forBlocks(front.size(), 64, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i != last; ++i)
        forTriangles(front[i], [&, e = front[i]](arc_index a, arc_index b) {
          if (State[a] == Gone || State[b] == Gone)
            return;
          // Two edges of a triangle may be in the front, and one tells the
          // third; if all three are, none needs to know.
          if (State[a] == Left && (State[b] == Left || e < b))
            lower(a, level, found);
          if (State[b] == Left && (State[a] == Left || e < a))
            lower(b, level, found);
        });
    });
    forEach(front.size(), [&](std::size_t i) { State[front[i]] = Gone; });
    buffer<arc_index> next(found);
    forEach(found, [&](std::size_t i) { next[i] = Next[i]; });
    return next;
  }

  /// Exactly one strand takes the triangle too many.
  void lower(arc_index e, vertex level, std::size_t &found) {
    if (load(Support[e]) <= level)
      return;
    vertex old = fetchAdd(Support[e], vertex(-1));
    // Others were quicker, and it goes with this level.
    if (old <= level)
      fetchAdd(Support[e], vertex(1));
    if (old == level + 1)
      Next[fetchAdd(found, std::size_t(1))] = e;
  }

  const csr &G;
  array<vertex> From;
  /// Of each arc, that of its edge.
  array<arc_index> Edge;
  array<vertex> Support;
  array<std::uint8_t> State;
  array<arc_index> Next;
};

} // namespace detail

/// The trusses of the undirected graph \p g; loops and repeated edges do not
/// count, and a directed graph counts as undirected. Takes O(m^1.5 log n) work
/// for m edges, and for each k that occurs work linear in the edges whose
/// number is greater; its span is that of the rows of a vertex's neighbours for
/// each wave of a k. 60 bytes for each edge beside a copy of the graph.
/// The same for any schedule.
inline truss_result trusses(const csr &g, progress *watch = nullptr) {
  csr ascending = simple(g);
  return detail::Peeling(ascending).run(watch);
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_TRUSS_HPP
