//===- spanning.cpp - Spanning trees with a bounded stack -----------------===//
///
/// \file
/// A spanning tree by depth-first search whose depth is bounded: what is beyond
/// waits for the next stage. Figures 4 and 8 of Hiraishi, Yasugi, Umatani,
/// Yuasa, "Parallel Graph Traversals using Work-Stealing Frameworks for
/// Many-core Platforms" (Journal of Information Processing 20(1), 2012). Each
/// worker has one list of such vertices for the whole of a stage, whatever
/// tasks it runs. The graphs are those of its section 6, with edges in random
/// order.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "spanning"
#define EXAMPLE_USAGE "[random|hypercube|torus|bintree [size]] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {
constexpr int DepthLimit = 30;
constexpr int Unvisited = -1;

/// Vertices are numbered from 0. The neighbours of v are Next[First[v]] to
/// Next[First[v + 1] - 1].
struct Graph {
  std::vector<long> First;
  std::vector<int> Next;

  int vertices() const { return (int)First.size() - 1; }
};

using Edges = std::vector<std::pair<int, int>>;

/// The graph with \p edges in both directions, in random order at each vertex.
Graph makeGraph(int vertices, const Edges &edges) {
  Graph g;
  g.First.assign(vertices + 2, 0);
  for (auto [a, b] : edges) {
    ++g.First[a + 2];
    ++g.First[b + 2];
  }
  for (int v = 1; v <= vertices; ++v)
    g.First[v + 1] += g.First[v];
  g.Next.resize(2 * edges.size());
  // First[v + 1] is where the next neighbour of v goes, and then its end.
  for (auto [a, b] : edges) {
    g.Next[g.First[a + 1]++] = b;
    g.Next[g.First[b + 1]++] = a;
  }
  g.First.pop_back();
  uint64_t state = 1;
  for (int v = 0; v < vertices; ++v)
    for (long i = g.First[v + 1] - 1; i > g.First[v]; --i)
      std::swap(
          g.Next[i],
          g.Next[g.First[v] + example_random(&state) % (i - g.First[v] + 1)]);
  return g;
}

/// Random(n, 2): each vertex picks two others.
Graph randomGraph(int n) {
  Edges edges;
  uint64_t state = 2;
  for (int v = 0; v < n; ++v)
    for (int i = 0; i < 2; ++i)
      if (int other = (int)(example_random(&state) % n); other != v)
        edges.emplace_back(v, other);
  return makeGraph(n, edges);
}

Graph hypercube(int n) {
  Edges edges;
  for (int v = 0; v < 1 << n; ++v)
    for (int bit = 0; bit < n; ++bit)
      if (int other = v ^ 1 << bit; v < other)
        edges.emplace_back(v, other);
  return makeGraph(1 << n, edges);
}

Graph torus(int n) {
  Edges edges;
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      int v = row * n + column;
      edges.emplace_back(v, row * n + (column + 1) % n);
      edges.emplace_back(v, (row + 1) % n * n + column);
    }
  return makeGraph(n * n, edges);
}

/// A binary tree of 2^n - 1 vertices.
Graph binaryTree(int n) {
  Edges edges;
  for (int v = 1; v < (1 << n) - 1; ++v)
    edges.emplace_back(v, (v - 1) / 2);
  return makeGraph((1 << n) - 1, edges);
}

/// The parents of vertices; that of the root is the root.
class Tree {
public:
  explicit Tree(int vertices) : Parents(new std::atomic<int>[vertices]) {
    for (int v = 0; v < vertices; ++v)
      Parents[v].store(Unvisited, std::memory_order_relaxed);
  }
  int parent(int v) const { return Parents[v].load(std::memory_order_relaxed); }
  void set(int v, int parent) {
    Parents[v].store(parent, std::memory_order_relaxed);
  }
  /// Makes \p v a child of \p parent, unless it has been visited. Only one of
  /// several workers succeeds, so there is no cycle.
  bool visit(int v, int parent) {
    int old = Unvisited;
    return this->parent(v) == Unvisited &&
           Parents[v].compare_exchange_strong(old, parent,
                                              std::memory_order_relaxed);
  }

private:
  std::unique_ptr<std::atomic<int>[]> Parents;
};

using Vertices = std::vector<int>;

/// What a traversal needs. The list belongs to each worker.
struct Search {
  const Graph &Of;
  Tree &To;
};
using Worker = bt::worker_of<Vertices>;

/// The edges from `From` to `To - 1` of a vertex.
struct EdgesTask {
  struct {
    const Search *Of;
    int Vertex, Depth;
    long From, To;
  } In;
  void run(Worker &w);
};
/// Entries of a list.
struct ListTask {
  struct {
    const Search *Of;
    const Vertices *List;
    long From, To;
  } In;
  void run(Worker &w);
};
} // namespace

static void traverse(Worker &w, const Search &s, int v, int depth, long from,
                     long to) {
  bt::parallel_for<EdgesTask>(
      w, from, to,
      [&s, v, depth](Worker &w, long edge) {
        int next = s.Of.Next[edge];
        if (!s.To.visit(next, v))
          return;
        if (depth > 0)
          traverse(w, s, next, depth - 1, s.Of.First[next],
                   s.Of.First[next + 1]);
        else
          w.data().push_back(next);
      },
      [&s, v, depth](EdgesTask &task, long a, long b) {
        task.In = {&s, v, depth, a, b};
      },
      [](EdgesTask &) {});
}

void EdgesTask::run(Worker &w) {
  traverse(w, *In.Of, In.Vertex, In.Depth, In.From, In.To);
}

static void traverseList(Worker &w, const Search &s, const Vertices &list,
                         long from, long to) {
  bt::parallel_for<ListTask>(
      w, from, to,
      [&s, &list](Worker &w, long i) {
        int v = list[i];
        traverse(w, s, v, DepthLimit, s.Of.First[v], s.Of.First[v + 1]);
      },
      [&s, &list](ListTask &task, long a, long b) {
        task.In = {&s, &list, a, b};
      },
      [](ListTask &) {});
}

void ListTask::run(Worker &w) {
  traverseList(w, *In.Of, *In.List, In.From, In.To);
}

/// Returns the number of stages after the first one.
static long span(Worker &w, const Search &s, int root) {
  s.To.set(root, root);
  traverse(w, s, root, DepthLimit, s.Of.First[root], s.Of.First[root + 1]);
  for (long stages = 0;; ++stages) {
    // Nothing runs now, so the lists can be taken from their workers.
    std::vector<Vertices> lists;
    w.visit_data([&](Vertices &list) {
      if (!list.empty())
        lists.push_back(std::exchange(list, {}));
    });
    if (lists.empty())
      return stages;
    bt::parallel_for(w, size_t(0), lists.size(), [&](Worker &w, size_t i) {
      traverseList(w, s, lists[i], 0L, (long)lists[i].size());
    });
  }
}

static void serialTraverse(const Search &s, int v, int depth,
                           Vertices &overflow) {
  for (long edge = s.Of.First[v]; edge < s.Of.First[v + 1]; ++edge) {
    int next = s.Of.Next[edge];
    if (s.To.parent(next) != Unvisited)
      continue;
    s.To.set(next, v);
    if (depth > 0)
      serialTraverse(s, next, depth - 1, overflow);
    else
      overflow.push_back(next);
  }
}

static long serialSpan(const Search &s, int root) {
  Vertices overflow;
  s.To.set(root, root);
  serialTraverse(s, root, DepthLimit, overflow);
  long stages = 0;
  for (; !overflow.empty(); ++stages)
    for (int v : std::exchange(overflow, {}))
      serialTraverse(s, v, DepthLimit, overflow);
  return stages;
}

/// Counts the vertices of the tree, after a look at each: its parent is a
/// neighbour, and the way up ends at the root. Also looks whether what is
/// beside the tree is not connected with it.
static int check(const Graph &g, const Tree &tree, int root) {
  int count = 0;
  std::vector<char> good(g.vertices(), 0);
  good[root] = 1;
  for (int v = 0; v < g.vertices(); ++v) {
    bool inside = tree.parent(v) != Unvisited, found = v == root;
    count += inside;
    for (long edge = g.First[v]; edge < g.First[v + 1]; ++edge) {
      int next = g.Next[edge];
      found |= next == tree.parent(v);
      if (inside != (tree.parent(next) != Unvisited))
        example_fail(1, "wrong result: the tree misses a neighbour of %d", v);
    }
    if (inside && !found)
      example_fail(1, "wrong result: %d has no edge to its parent", v);
    Vertices way;
    for (int up = v; inside && !good[up]; up = tree.parent(up)) {
      // 2 is on this way, 1 is good.
      good[up] = 2;
      way.push_back(up);
      if (good[tree.parent(up)] == 2)
        example_fail(1, "wrong result: %d is on a cycle", up);
    }
    for (int up : way)
      good[up] = 1;
  }
  return count;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 2);
    static constexpr struct {
      const char *Name;
      Graph (*Make)(int);
      long Most, Usual;
    } Kinds[] = {{"random", randomGraph, 100000000, 100000},
                 {"hypercube", hypercube, 25, 14},
                 {"torus", torus, 10000, 300},
                 {"bintree", binaryTree, 28, 16}};
    std::string name = argc > 1 ? argv[1] : "random";
    for (auto &kind : Kinds) {
      if (kind.Name != name)
        continue;
      long size =
          argc > 2 ? example_number("size", argv[2], 2, kind.Most) : kind.Usual;
      Graph g = kind.Make((int)size);
      Tree tree(g.vertices());
      Search search{g, tree};
      long stages =
          example.run([&] { return serialSpan(search, 0); },
                      [&](const bt::options &how) {
                        return bt::run_with(
                            how, [](unsigned) { return Vertices(); },
                            [&](Worker &w) { return span(w, search, 0); });
                      });
      fprintf(stderr, "stages %ld\n", stages);
      int count = check(g, tree, 0);
      // Only random graphs may have more than one component.
      if (name != "random" && count != g.vertices())
        example_fail(1, "wrong result: %d vertices are missing",
                     g.vertices() - count);
      printf("%s(%ld): %d vertices, %zu edges, %d in the tree\n", kind.Name,
             size, g.vertices(), g.Next.size(), count);
      return;
    }
    example_fail(2, "no graph is called '%s'; usage: %s", name.c_str(),
                 EXAMPLE_NAME " " EXAMPLE_USAGE);
  });
}
