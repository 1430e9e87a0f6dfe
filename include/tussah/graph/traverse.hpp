//===- tussah/graph/traverse.hpp - Trees, reachability, levels --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Algorithms that are traversals of bounded depth.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_TRAVERSE_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_TRAVERSE_HPP

#include <tussah/graph/bounded.hpp>
#include <tussah/graph/components.hpp>
#include <tussah/graph/parallel.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tussah::graph {
namespace detail {

/// The arcs of a vertex that are left: of rows, or of lists in arrays.
template <class Graph> class ArcCursor;

template <> class ArcCursor<csr> {
  const vertex *Next, *Last;

public:
  vertex Of;

  ArcCursor(const csr &g, vertex v)
      : Next(g.neighbours(v).begin()), Last(g.neighbours(v).end()), Of(v) {}
  bool next(const csr &, vertex &to) {
    if (Next == Last)
      return false;
    to = *Next++;
    return true;
  }
};

template <> class ArcCursor<linked_graph> {
  arc_index Next, Left;

public:
  vertex Of;

  ArcCursor(const linked_graph &g, vertex v)
      : Next(g.first(v)), Left(g.degree(v)), Of(v) {}
  bool next(const linked_graph &g, vertex &to) {
    if (Left == 0)
      return false;
    --Left;
    to = g[Next].to;
    Next = g[Next].next;
    return true;
  }
};

/// Asks for the marks of the neighbours of a vertex, and for where their own
/// arcs are. They are anywhere in memory, and a visit of one begins before the
/// next is looked at: without this, each would wait for memory alone. Of few,
/// since of many most would be gone again when their turn comes. What a small
/// graph has is near anyway.
template <class Mark>
void fetchNeighbours(const csr &g, vertex v, const Mark *marks) {
  constexpr arc_index Most = 16;
  constexpr vertex Small = 1 << 16;
  if (g.vertices() < Small)
    return;
  const arc_index *offsets = g.offsets().data();
  const vertex *first = g.targets().data() + offsets[v];
  const vertex *last = first + std::min(g.degree(v), Most);
  for (const vertex *to = first; to != last; ++to) {
    __builtin_prefetch(marks + *to);
    __builtin_prefetch(offsets + *to);
  }
}
/// Those of a list are not known before each has been read.
template <class Mark>
void fetchNeighbours(const linked_graph &, vertex, const Mark *) {}

/// A traversal along arcs. \p Visit(from, to) says, once for each vertex, that
/// it is to be visited, by its mark.
template <class Graph, class Mark, class Visit> struct ArcSpace {
  using item = vertex;
  using cursor = ArcCursor<Graph>;

  const Graph &G;
  const Mark *Marks;
  Visit Take;

  cursor children(vertex v) {
    fetchNeighbours(G, v, Marks);
    return {G, v};
  }
  bool next(cursor &at, vertex &child) {
    while (at.next(G, child))
      if (Take(at.Of, child))
        return true;
    return false;
  }
};

template <class Graph, class Mark, class Visit>
traversal_counts traverse(const Graph &g, const vertex *roots,
                          std::size_t count, unsigned depth, const Mark *marks,
                          Visit take) {
  using Space = ArcSpace<Graph, Mark, Visit>;
  Space space{g, marks, take};
  return bounded_traversal<Space>(space, depth).run(roots, count);
}

/// Trees from \p roots, into \p parents.
template <class Graph>
traversal_counts growTrees(const Graph &g, const std::vector<vertex> &roots,
                           array<vertex> &parents, unsigned depth) {
  for (vertex root : roots)
    parents[root] = root;
  return traverse(g, roots.data(), roots.size(), depth, parents.data(),
                  [&parents](vertex from, vertex to) {
                    return claim(parents[to], no_vertex, from);
                  });
}

template <class T>
void requireVertices(const T &g, const std::vector<vertex> &some) {
  for (vertex v : some)
    if (v >= g.vertices())
      throw std::out_of_range("there is no vertex " + std::to_string(v));
}

} // namespace detail

struct tree {
  /// Of each vertex the one before it on the way from the root, which is its
  /// own parent; no_vertex for those that the root does not reach.
  array<vertex> parent;
  traversal_counts counts;
};

/// A tree of all vertices that \p root reaches in \p g, a csr or linked_graph.
/// Which tree depends on the schedule. Takes work linear in their arcs, and 4
/// bytes for each vertex. Throws std::out_of_range if there is no such vertex.
template <class Graph>
tree spanning_tree(const Graph &g, vertex root,
                   unsigned depth = default_depth) {
  std::vector<vertex> roots(1, root);
  detail::requireVertices(g, roots);
  tree t{detail::filled(g.vertices(), no_vertex), {}};
  t.counts = detail::growTrees(g, roots, t.parent, depth);
  return t;
}

/// A tree for each component of the undirected graph \p g, whose root is the
/// component's least vertex. Otherwise as above. Finds the components first,
/// and then grows all trees at once.
inline tree spanning_forest(const csr &g, unsigned depth = default_depth) {
  std::vector<vertex> roots;
  {
    array<vertex> least = components(g);
    for (vertex v = 0; v != g.vertices(); ++v)
      if (least[v] == v)
        roots.push_back(v);
  }
  tree t{detail::filled(g.vertices(), no_vertex), {}};
  t.counts = detail::growTrees(g, roots, t.parent, depth);
  return t;
}

/// For each vertex 1 if one of \p roots reaches it along arcs, else 0. Linear
/// work, a byte for each vertex. Throws std::out_of_range if a root is no
/// vertex.
inline array<std::uint8_t> reachable(const csr &g,
                                     const std::vector<vertex> &roots,
                                     unsigned depth = default_depth) {
  detail::requireVertices(g, roots);
  array<std::uint8_t> marks = detail::filled(g.vertices(), std::uint8_t(0));
  std::vector<vertex> distinct;
  for (vertex root : roots)
    if (!marks[root]) {
      marks[root] = 1;
      distinct.push_back(root);
    }
  detail::traverse(g, distinct.data(), distinct.size(), depth, marks.data(),
                   [&marks](vertex, vertex to) {
                     return detail::claim(marks[to], std::uint8_t(0),
                                          std::uint8_t(1));
                   });
  return marks;
}

/// For each vertex of a directed graph without cycles the number of arcs on the
/// longest way that ends there. A vertex is visited by whoever takes its last
/// arc, so there are no rounds to wait for. Linear work, 8 bytes for each
/// vertex. Throws std::invalid_argument if there is a cycle.
inline array<vertex> topological_levels(const csr &g,
                                        unsigned depth = default_depth) {
  // Arcs into a vertex that have not been taken.
  array<arc_index> left = detail::filled(g.vertices(), arc_index(0));
  array<vertex> levels = detail::filled(g.vertices(), vertex(0));
  detail::forEach(g.vertices(), [&](std::size_t v) {
    for (vertex to : g.neighbours(static_cast<vertex>(v)))
      detail::fetchAdd(left[to], arc_index(1));
  });
  std::vector<vertex> roots;
  for (vertex v = 0; v != g.vertices(); ++v)
    if (left[v] == 0)
      roots.push_back(v);
  detail::traverse(
      g, roots.data(), roots.size(), depth, levels.data(),
      [&](vertex from, vertex to) {
        vertex level = levels[from] + 1;
        vertex old = detail::load(levels[to]);
        while (old < level && !detail::replace(levels[to], old, level))
          old = detail::load(levels[to]);
        // Who takes the last arc sees the levels that the others have written.
        return __atomic_fetch_sub(&left[to], 1, __ATOMIC_ACQ_REL) == 1;
      });
  vertex inCycles = detail::sumBlocks<vertex>(
      g.vertices(), [&](std::size_t first, std::size_t last) {
        vertex count = 0;
        for (std::size_t v = first; v != last; ++v)
          count += left[v] != 0;
        return count;
      });
  if (inCycles != 0)
    throw std::invalid_argument("the graph has cycles; " +
                                std::to_string(inCycles) +
                                " vertices are on one or behind one");
  return levels;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_TRAVERSE_HPP
