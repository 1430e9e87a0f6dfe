// Stages of few items are begun by one strand: on a path, where each stage is small,
// nothing is stolen behind the first, though each spawn would be. Where a small stage leads
// to much, the rest is one more stage, in parallel, and nothing is lost.
// RUN: %tussah-clang++ -std=c++17 -O2 -Wall -Wextra -Werror %s %lib-dir/../libtussah-graph.a -o %t
// DEFINE: %{stolen} = env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json timeout 60 %t
// RUN: %{stolen} path | grep -x '20000 of 20000 vertices, 646 stages'
// RUN: %python %S/../runtime/Inputs/statistics.py %t.json '0 < steals < 2000'
// RUN: %{stolen} tree | grep -x '16483 of 16483 vertices, 5 stages'
// RUN: env CILK_NWORKERS=1 %t tree | grep -x '16483 of 16483 vertices, 5 stages'

#include <tussah/graph.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace tussah::graph;

// A binary tree of 14 levels at the end of a path of 100 vertices.
static csr treeOnPath() {
  constexpr vertex Path = 100, Tree = (1 << 14) - 1;
  std::vector<arc> edges;
  for (vertex v = 1; v <= Path; ++v)
    edges.push_back({v - 1, v});
  for (vertex v = 1; v != Tree; ++v)
    edges.push_back({Path + (v - 1) / 2, Path + v});
  return make_csr(Path + Tree, edges, direction::undirected);
}

int main(int, char **argv) {
  csr g = std::strcmp(argv[1], "path") == 0 ? path(20000) : treeOnPath();
  tree found = spanning_tree(g, 0);
  std::printf("%ld of %u vertices, %lu stages\n",
              static_cast<long>(g.vertices() -
                                std::count(found.parent.begin(),
                                           found.parent.end(), no_vertex)),
              g.vertices(), static_cast<unsigned long>(found.counts.stages + 1));
}
