//===- graphs.cpp - Algorithms on graphs ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The algorithms of <tussah/graph.hpp> on graphs that are made at random:
/// breadth-first searches, core numbers, triangles, PageRank, spanning trees.
///
///     graphs bfs|kcore|triangle|pagerank|spanning GRAPH [times]
///
/// where GRAPH is `rmat VERTICES EDGES`, `random VERTICES PICKS` or `torus ROWS
/// 0`. Searches and trees begin at `times` different vertices, one after the
/// other; the others are done so many times.
///
/// Checked: distances and trees along all arcs; core numbers by Batagelj's and
/// Zaversnik's serial algorithm; triangles by intersections, of all edges or of
/// a sample; ranks by one step more.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "graphs"
#define EXAMPLE_USAGE                                                          \
  "bfs|kcore|triangle|pagerank|spanning rmat|random|torus SIZE EDGES [times]"
#include "graphs.h"

#include <cmath>
#include <new>

using namespace graphs;

namespace {

/// Vertices of a graph from which much can be reached: \p count vertices that
/// have neighbours.
std::vector<vertex> chooseSources(const csr &g, long count) {
  std::vector<vertex> sources;
  uint64_t state = 10;
  while ((long)sources.size() < count && g.arcs() != 0) {
    auto v = (vertex)(example_random(&state) % g.vertices());
    if (g.degree(v) != 0)
      sources.push_back(v);
  }
  return sources;
}

/// Distances and parents agree, and no arc is a short cut.
void checkSearch(const csr &g, vertex source, const bfs_result &found) {
  uint64_t reached = 0;
  for (vertex v = 0; v != g.vertices(); ++v) {
    vertex depth = found.depth[v], parent = found.parent[v];
    for (vertex to : g.neighbours(v))
      if (depth != no_vertex &&
          (found.depth[to] == no_vertex || found.depth[to] > depth + 1))
        example_fail(1, "wrong result: vertex %u is at most %u from %u", to,
                     depth + 1, source);
    reached += depth != no_vertex;
    bool good = depth == no_vertex ? parent == no_vertex
                : v == source      ? depth == 0 && parent == v
                                   : depth != 0 && parent < g.vertices() &&
                                         found.depth[parent] == depth - 1 &&
                                         areNeighbours(g, v, parent);
    if (!good)
      example_fail(1, "wrong result: vertex %u has the parent %u", v, parent);
  }
  if (reached != found.reached)
    example_fail(1, "wrong result: reached %u vertices, not %" PRIu64,
                 found.reached, reached);
}

uint64_t breadthFirst(const csr &g, long times) {
  std::vector<vertex> sources = chooseSources(g, times);
  std::vector<bfs_result> found;
  double start = example_clock();
  for (vertex source : sources) {
    // No more than one result is kept: they are as large as the graph.
    found.clear();
    found.push_back(breadth_first(g, source));
  }
  example_time(start);
  if (found.empty())
    return 0;
  checkSearch(g, sources.back(), found[0]);
  printf("%ld searches, the last one reached %u vertices in %u steps\n", times,
         found[0].reached, found[0].levels);
  return hashOf(found[0].depth);
}

/// Core numbers by taking away a vertex of the least degree, again and again.
/// (V. Batagelj and M. Zaversnik, An O(m) Algorithm for Cores Decomposition of
/// Networks, 2003.)
std::vector<vertex> coresSerially(const csr &g) {
  vertex n = g.vertices(), most = 0;
  std::vector<vertex> degree(n), place(n), order(n);
  for (vertex v = 0; v != n; ++v)
    most = std::max(most, degree[v] = (vertex)g.degree(v));
  // Where the vertices of each degree begin in `order`.
  std::vector<vertex> begin(most + 2, 0);
  for (vertex v = 0; v != n; ++v)
    ++begin[degree[v] + 1];
  for (vertex d = 0; d != most + 1; ++d)
    begin[d + 1] += begin[d];
  std::vector<vertex> next = begin;
  for (vertex v = 0; v != n; ++v)
    order[place[v] = next[degree[v]]++] = v;
  for (vertex i = 0; i != n; ++i) {
    vertex v = order[i];
    for (vertex to : g.neighbours(v)) {
      if (degree[to] <= degree[v])
        continue;
      // The first one of its degree changes places with it, and then it is the
      // last one of a degree less.
      vertex at = begin[degree[to]]++, first = order[at];
      std::swap(order[at], order[place[to]]);
      std::swap(place[first], place[to]);
      --degree[to];
    }
  }
  return degree;
}

uint64_t coreNumbers(const csr &g, long times) {
  array<vertex> cores;
  double start = example_clock();
  for (long i = 0; i < times; ++i)
    cores = core_numbers(g);
  example_time(start);
  std::vector<vertex> expected = coresSerially(g);
  vertex most = 0;
  for (vertex v = 0; v != g.vertices(); ++v) {
    if (cores[v] != expected[v])
      example_fail(1, "wrong result: vertex %u is in the %u-core, not the %u",
                   v, expected[v], cores[v]);
    most = std::max(most, cores[v]);
  }
  printf("%u vertices, the greatest core number is %u\n", g.vertices(), most);
  return hashOf(cores);
}

/// Vertices that are neighbours of both. Looks for those of the one with fewer
/// neighbours.
uint64_t commonNeighbours(const csr &g, vertex a, vertex b) {
  if (g.degree(a) > g.degree(b))
    std::swap(a, b);
  uint64_t count = 0;
  for (vertex third : g.neighbours(a))
    count += areNeighbours(g, b, third);
  return count;
}

/// Compares the number of triangles with that of all edges of a small graph,
/// when the numbers must be equal, or of a sample of some ten thousand, so that
/// the check takes no longer than what is measured.
void checkTriangles(const csr &g, uint64_t triangles) {
  uint64_t edges = g.arcs() / 2;
  uint64_t every = edges <= 1 << 17 ? 1 : edges >> 15;
  double sum = 0, squares = 0;
  for (vertex v = 0; v != g.vertices(); ++v)
    for (vertex to : g.neighbours(v)) {
      uint64_t edge = (uint64_t)v << 32 | to;
      if (to < v || example_mix(edge) % every != 0)
        continue;
      auto count = (double)commonNeighbours(g, v, to);
      sum += count;
      squares += count * count;
    }
  // Each triangle has three edges, which are in the sample independently. In
  // large graphs this finds gross errors only. The sum of the squares over all
  // edges, which the sample may underrate, is at least that of the counts.
  double found = sum * (double)every / 3;
  double all = std::max(squares * (double)every, 3.0 * (double)triangles);
  double deviation = std::sqrt(all * (double)(every - 1)) / 3;
  if (std::fabs(found - (double)triangles) > 6 * deviation)
    example_fail(1, "wrong result: about %.0f triangles, not %" PRIu64, found,
                 triangles);
}

uint64_t countTriangles(const csr &g, long times) {
  uint64_t count = 0;
  double start = example_clock();
  for (long i = 0; i < times; ++i)
    count = triangles(g);
  example_time(start);
  checkTriangles(g, count);
  printf("%" PRIu64 " triangles\n", count);
  return example_mix(count);
}

/// A step from the ranks changes them by no more than the last one did.
void checkRanks(const csr &g, const pagerank_options &how,
                const pagerank_result &found) {
  double n = g.vertices(), dangling = 0, change = 0;
  for (vertex v = 0; v != g.vertices(); ++v)
    dangling += g.degree(v) == 0 ? found.rank[v] : 0;
  for (vertex v = 0; v != g.vertices(); ++v) {
    double sum = dangling / n;
    for (vertex from : g.neighbours(v))
      sum += found.rank[from] / (double)g.degree(from);
    change +=
        std::fabs((1 - how.damping) / n + how.damping * sum - found.rank[v]);
  }
  if (!(change <= how.tolerance))
    example_fail(1, "wrong result: another step changes the ranks by %g",
                 change);
}

uint64_t rankPages(const csr &g, long times) {
  pagerank_options how;
  how.tolerance = 1e-6;
  pagerank_result found;
  double start = example_clock();
  for (long i = 0; i < times; ++i)
    found = pagerank(g, g, how);
  example_time(start);
  checkRanks(g, how, found);
  double most = 0;
  for (double rank : found.rank)
    most = std::max(most, rank);
  printf("%u steps, the greatest rank is %.9f\n", found.iterations, most);
  // Rounded, because compilers may join a multiplication and an addition.
  return example_mix((uint64_t)std::llround(most * 1e9));
}

/// The arcs to parents are a tree with all that the root can reach.
vertex checkTree(const csr &g, vertex root, const array<vertex> &parent) {
  Sets sets(g.vertices());
  vertex reached = 0;
  for (vertex v = 0; v != g.vertices(); ++v) {
    if (parent[v] == no_vertex)
      continue;
    ++reached;
    bool isNeighbour = false;
    for (vertex to : g.neighbours(v)) {
      isNeighbour |= to == parent[v];
      if (parent[to] == no_vertex)
        example_fail(1, "wrong result: vertex %u is not in the tree", to);
    }
    if (v == root ? parent[v] != v : !isNeighbour || !sets.unite(v, parent[v]))
      example_fail(1, "wrong result: vertex %u has the parent %u", v,
                   parent[v]);
  }
  return reached;
}

uint64_t growTrees(const csr &sorted, long times) {
  // As in the paper of 2012, neighbours are in random order.
  csr g = shuffle_arcs(sorted, 1);
  std::vector<vertex> sources = chooseSources(g, times);
  tree found;
  double start = example_clock();
  for (vertex source : sources)
    found = spanning_tree(g, source);
  example_time(start);
  if (sources.empty())
    return 0;
  vertex reached = checkTree(g, sources.back(), found.parent);
  printf("%ld trees, the last one has %u vertices\n", times, reached);
  return example_mix(reached);
}

const struct {
  const char *name;
  uint64_t (*run)(const csr &, long times);
} algorithms[] = {{"bfs", breadthFirst},
                  {"kcore", coreNumbers},
                  {"triangle", countTriangles},
                  {"pagerank", rankPages},
                  {"spanning", growTrees}};

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 5);
  if (argc < 5)
    example_fail(2, "too few arguments; usage: %s %s", EXAMPLE_NAME,
                 EXAMPLE_USAGE);
  std::string name = argv[1];
  auto *algorithm = std::find_if(
      std::begin(algorithms), std::end(algorithms),
      [&](const auto &candidate) { return candidate.name == name; });
  if (algorithm == std::end(algorithms))
    example_fail(2, "unknown algorithm '%s'; usage: %s %s", argv[1],
                 EXAMPLE_NAME, EXAMPLE_USAGE);
  long times = argc > 5 ? example_number("times", argv[5], 1, 1000000) : 1;
  csr g = obtain(parseKind(argv[2], argv[3], argv[4]));
  example_checksum(algorithm->run(g, times));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the graph");
} catch (const std::exception &e) {
  example_fail(2, "%s", e.what());
}
