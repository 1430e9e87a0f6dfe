//===- graph.cpp - The paper's graphs -------------------------------------===//

#include "graph.h"

#include <sys/mman.h>

#include <stdexcept>
#include <vector>

// Large pages, where the system has them: otherwise most of the time goes into
// address translation, in all programs alike.
constexpr std::size_t LargePage = std::size_t(2) << 20;
alignas(LargePage) VertexData Vertices[MaxVertices];
alignas(LargePage) EdgeData Edges[MaxEdges];
Vertex VertexCount;
EdgeIndex EdgeCount;

static void begin(uint64_t vertices, uint64_t edges) {
  if (vertices == 0 || vertices > MaxVertices || edges > MaxEdges)
    throw std::invalid_argument(
        "the graph must have 1 to " + std::to_string(MaxVertices) +
        " vertices and at most " + std::to_string(MaxEdges) + " arcs, not " +
        std::to_string(vertices) + " and " + std::to_string(edges));
  // A wish; it is no error if it is not granted.
  (void)madvise(Vertices, sizeof Vertices, MADV_HUGEPAGE);
  (void)madvise(Edges, sizeof Edges, MADV_HUGEPAGE);
  VertexCount = static_cast<Vertex>(vertices);
  EdgeCount = 0;
  for (Vertex v = 0; v != VertexCount; ++v)
    Vertices[v] = {0, 0, 0};
}

/// Adds an arc before the others of \p from.
static void addArc(Vertex from, Vertex to) {
  Edges[EdgeCount] = {to, Vertices[from].First};
  Vertices[from].First = EdgeCount++;
  ++Vertices[from].Degree;
}

static bool hasArc(Vertex from, Vertex to) {
  EdgeIndex e = Vertices[from].First;
  for (Vertex left = Vertices[from].Degree; left != 0;
       --left, e = Edges[e].Next)
    if (Edges[e].To == to)
      return true;
  return false;
}

void useGraph(const tussah::graph::csr &g) {
  begin(g.vertices(), g.arcs());
  // The last arc is the first one of a list, so they are added backwards.
  for (Vertex v = 0; v != VertexCount; ++v) {
    auto neighbours = g.neighbours(v);
    for (std::size_t i = neighbours.size(); i != 0; --i)
      addArc(v, neighbours[i - 1]);
  }
}

void usePublishedRandom(Vertex n, unsigned m) {
  begin(n, uint64_t(2) * n * m);
  uint64_t state = uint64_t(n) + m;
  auto step = [&state] { state = state * 1103515245 + 12345; };
  for (Vertex v = 0; v != n; ++v) {
    step();
    for (unsigned i = 0; i != m; ++i) {
      step();
      uint64_t random = state / 65536 % 32768;
      auto to = static_cast<Vertex>(n * random / 32768);
      // An edge is in both lists or in none; v's is short as a rule.
      if (hasArc(v, to))
        continue;
      addArc(v, to);
      if (to != v)
        addArc(to, v);
    }
  }
}

void forgetTree() {
  for (Vertex v = 0; v != VertexCount; ++v)
    Vertices[v].Parent = 0;
}

Vertex treeSize() {
  Vertex count = 0;
  for (Vertex v = 0; v != VertexCount; ++v)
    count += Vertices[v].Parent != 0;
  return count;
}

std::string treeError(Vertex root) {
  if (Vertices[root].Parent != root + 1)
    return "the root is not its own parent";
  enum : char { Unknown, OnWay, Good };
  std::vector<char> state(VertexCount, Unknown);
  state[root] = Good;
  std::vector<Vertex> way;
  for (Vertex v = 0; v != VertexCount; ++v) {
    if (Vertices[v].Parent == 0 || v == root)
      continue;
    Vertex parent = Vertices[v].Parent - 1;
    if (parent >= VertexCount || !hasArc(v, parent))
      return std::to_string(v) + " has no edge to its parent";
    for (Vertex up = v; state[up] != Good; up = Vertices[up].Parent - 1) {
      if (state[up] == OnWay)
        return std::to_string(up) + " is on a cycle";
      state[up] = OnWay;
      way.push_back(up);
      // No vertex at all is too large, and 0, not visited, becomes so.
      if (Vertices[up].Parent - 1 >= VertexCount)
        return std::to_string(up) + " is a parent and has none";
    }
    for (Vertex up : way)
      state[up] = Good;
    way.clear();
  }
  return {};
}
