//===- tussah/graph/generate.hpp - Graphs to measure with -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Undirected graphs of some families, most of them from section 6 of Hiraishi,
/// Yasugi, Umatani, Yuasa, "Parallel Graph Traversals using Work-Stealing
/// Frameworks for Many-core Platforms" (2012). Each vertex's arcs are in random
/// order, so that no traversal profits from the order in which they were made.
/// The same arguments make the same graph on each machine. All take time linear
/// in vertices and arcs, and beside the graph 8 bytes for each edge, RMAT also
/// 4 for each vertex. They throw std::invalid_argument if the size is not
/// allowed, with a text that says which are, and std::bad_alloc.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_GENERATE_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_GENERATE_HPP

#include <tussah/graph/graph.hpp>

namespace tussah::graph {

/// Random(n, M): each of \p n vertices picks \p m others, so there are about
/// 2 m n arcs. Who picks itself picks nobody; an edge may be there twice.
csr random_graph(std::uint64_t n, std::uint64_t m, std::uint64_t seed = 1);

/// Hypercube(N): 2^N vertices of degree N. N is at most 31.
csr hypercube(std::uint64_t n, std::uint64_t seed = 1);

/// 2D-torus(N): N rows of N vertices, each with 4 neighbours. N is from 3 to
/// 65535.
csr torus(std::uint64_t n, std::uint64_t seed = 1);

/// Bintree(N): 2^N - 1 vertices, 0 the root. N is from 1 to 31.
csr binary_tree(std::uint64_t n, std::uint64_t seed = 1);

/// A path of \p n vertices, the deepest tree: what a bound of depth is for.
csr path(std::uint64_t n, std::uint64_t seed = 1);

/// RMAT: 2^scale vertices and \p factor times as many edges, a few vertices of
/// great degree (Chakrabarti, Zhan, Faloutsos, "R-MAT", SDM 2004; probabilities
/// .57, .19, .19, .05 as in Graph500). Numbers are permuted; there are loops
/// and repeated edges. Scale is at most 31.
csr rmat(std::uint64_t scale, std::uint64_t factor, std::uint64_t seed = 1);

/// The same with any number of vertices and of edges: of the graph with the
/// next power of two, edges to vertices that are too many are chosen again.
/// Edges are at most 2^47.
csr rmat_graph(std::uint64_t vertices, std::uint64_t edges,
               std::uint64_t seed = 1);

/// Figure 13: a mesh of N rows of N vertices, one of \p n2 rows of \p n2, and
/// an edge from the last vertex of the first to the first of the second. Vertex
/// 0 is the corner that is farthest from that edge. Who limits parallelism by
/// depth visits the second mesh with one worker.
csr two_meshes(std::uint64_t n, std::uint64_t n2, std::uint64_t seed = 1);

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_GENERATE_HPP
