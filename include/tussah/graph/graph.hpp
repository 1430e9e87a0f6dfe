//===- tussah/graph/graph.hpp - Graphs in arrays ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Graphs as compressed sparse rows, and as lists of edges in arrays. Vertices
/// are numbered from 0. An *arc* leads from one vertex to another; an
/// undirected edge is two arcs, and an undirected loop is one.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_GRAPH_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_GRAPH_HPP

#include <tussah/graph/array.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tussah::graph {

using vertex = std::uint32_t;
/// Counts arcs, of which there may be more than 2^32.
using arc_index = std::uint64_t;

/// No vertex: the parent of one that was not reached.
inline constexpr vertex no_vertex = std::numeric_limits<vertex>::max();
/// The largest number of vertices.
inline constexpr std::uint64_t most_vertices = no_vertex;

struct arc {
  vertex from, to;
};
inline bool operator==(arc a, arc b) {
  return a.from == b.from && a.to == b.to;
}

/// What an edge list says of a graph.
enum class direction {
  directed,  ///< each entry is an arc
  undirected ///< each entry is an edge: an arc there and one back
};

/// Some elements of an array that belongs to somebody else.
class vertices_view {
  const vertex *First, *Last;

public:
  vertices_view(const vertex *first, const vertex *last)
      : First(first), Last(last) {}
  const vertex *begin() const { return First; }
  const vertex *end() const { return Last; }
  std::size_t size() const { return static_cast<std::size_t>(Last - First); }
  vertex operator[](std::size_t i) const { return First[i]; }
};

/// A graph as compressed sparse rows: the heads of all arcs in one array, those
/// of a vertex together. Takes 8 bytes for each vertex and 4 for each arc. Does
/// not change, so any number of threads may read it.
class csr {
  constant_array<arc_index> Offsets;
  constant_array<vertex> Targets;
  direction Direction;

public:
  /// The graph without vertices.
  csr() : Offsets(buffer<arc_index>(1, 0)), Direction(direction::undirected) {}

  /// The graph whose vertex v has the arcs to \p targets from \p offsets[v] to
  /// \p offsets[v + 1] - 1. The offsets must be one more than the vertices,
  /// begin with 0, not decrease, and end with the number of targets; targets
  /// must be vertices; and an undirected graph must have each arc in both
  /// directions. None of this is checked. Arrays may belong to somebody else.
  csr(constant_array<arc_index> offsets, constant_array<vertex> targets,
      direction d)
      : Offsets(std::move(offsets)), Targets(std::move(targets)), Direction(d) {
  }

  vertex vertices() const { return static_cast<vertex>(Offsets.size() - 1); }
  /// Number of arcs: of an undirected edge, both.
  arc_index arcs() const { return Targets.size(); }
  bool directed() const { return Direction == direction::directed; }
  arc_index degree(vertex v) const { return Offsets[v + 1] - Offsets[v]; }
  vertices_view neighbours(vertex v) const {
    return {Targets.data() + Offsets[v], Targets.data() + Offsets[v + 1]};
  }
  const constant_array<arc_index> &offsets() const { return Offsets; }
  const constant_array<vertex> &targets() const { return Targets; }

  friend csr shuffle_arcs(csr, std::uint64_t);
};

namespace detail {

/// What make_csr and transpose of build.hpp do, in the library, which is
/// serial. Take no memory beside the graph.
csr makeSerially(vertex vertices, const std::vector<arc> &arcs, direction);
csr transposeSerially(const csr &);

} // namespace detail

/// \p g with each vertex's arcs in an order that depends on \p seed only. Takes
/// linear time and no memory, if \p g is moved here.
csr shuffle_arcs(csr g, std::uint64_t seed);

/// A graph as lists of edges in two arrays, the representation of Hiraishi,
/// Yasugi, Umatani, Yuasa, "Parallel Graph Traversals using Work-Stealing
/// Frameworks for Many-core Platforms" (2012), figure 3: an edge is added in
/// constant time, but the arcs of a vertex can be reached one after the other
/// only. Takes 16 bytes for each vertex and for each arc.
class linked_graph {
public:
  struct link {
    vertex to;
    /// The next arc of the same vertex; the last one's does not matter.
    arc_index next;
  };

  explicit linked_graph(vertex vertices) : First(vertices), Degree(vertices) {}
  /// The arcs of \p g, each vertex's in the same order.
  explicit linked_graph(const csr &g);

  vertex vertices() const { return static_cast<vertex>(First.size()); }
  arc_index arcs() const { return Links.size(); }
  arc_index degree(vertex v) const { return Degree[v]; }
  /// The index of the first arc of \p v, if its degree is not 0.
  arc_index first(vertex v) const { return First[v]; }
  const link &operator[](arc_index i) const { return Links[i]; }

  /// Adds an arc before the others of \p from. Both must be vertices. No other
  /// thread may use the graph meanwhile. Throws std::bad_alloc.
  void add(vertex from, vertex to) {
    Links.push_back({to, First[from]});
    First[from] = Links.size() - 1;
    ++Degree[from];
  }

private:
  std::vector<arc_index> First, Degree;
  std::vector<link> Links;
};

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_GRAPH_HPP
