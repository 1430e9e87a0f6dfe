//===- graph.h - The paper's graphs -----------------------------*- C++ -*-===//
///
/// \file
/// Lists of edges in two arrays, D1 and D2 of figure 3 of Hiraishi, Yasugi,
/// Umatani, Yuasa, "Parallel Graph Traversals using Work-Stealing Frameworks
/// for Many-core Platforms" (2012), and the ways to make such a graph and to
/// look at the tree in it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_GRAPH_SPANNING_GRAPH_H
#define TUSSAH_BENCHMARKS_GRAPH_SPANNING_GRAPH_H

#include <tussah/graph/graph.hpp>

#include <cstdint>
#include <string>

using Vertex = uint32_t;
using EdgeIndex = uint32_t;

/// The largest graphs of the paper, and figure 13's, fit.
constexpr uint64_t MaxVertices = (uint64_t(1) << 24) + 1024;
constexpr uint64_t MaxEdges = uint64_t(1) << 26;

struct VertexData {
  Vertex Degree;
  EdgeIndex First;
  /// The parent's number plus 1; 0 if the vertex was not visited. The root is
  /// its own parent.
  Vertex Parent;
};
struct EdgeData {
  Vertex To;
  EdgeIndex Next;
};

/// The graph. All programs work on the same one, in static arrays as in the
/// paper, whose addresses need no register that would be saved at each call.
extern VertexData Vertices[MaxVertices];
extern EdgeData Edges[MaxEdges];
extern Vertex VertexCount;
extern EdgeIndex EdgeCount;

/// Makes the graph that has each vertex's arcs in the order of \p g.
void useGraph(const tussah::graph::csr &g);

/// Makes Random(\p n, \p m) as the authors' program does: neighbours are picked
/// by the generator that the C standard gives as an example, which has 32,768
/// different values, loops and repeated edges are left out, and an edge is
/// added to the lists of both its ends when it is picked.
void usePublishedRandom(Vertex n, unsigned m);

/// Makes all vertices unvisited.
void forgetTree();

/// How many vertices are visited.
Vertex treeSize();

/// Returns what is wrong with the tree from \p root; nothing if each visited
/// vertex is the neighbour of its parent, and the way up from each ends at the
/// root. Any contents of the parents are allowed.
std::string treeError(Vertex root);

#endif // TUSSAH_BENCHMARKS_GRAPH_SPANNING_GRAPH_H
