// Strong components against two plain searches (Sharir): graphs of which a
// large component is taken first, that have many components by colours, and
// with paths so long that one strand searches the rest.
// REQUIRES: newest-llvm
// RUN: %tussah-clang++ -std=c++17 -O2 -Wall -Wextra -Werror %s -o %t
// RUN: env CILK_NWORKERS=1 timeout 100 %t 1
// RUN: env CILK_NWORKERS=2 timeout 100 %t 2
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays timeout 200 %t 3
#include <tussah/graph.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using namespace tussah::graph;

namespace {

std::mt19937 Random;

vertex below(vertex n) { return static_cast<vertex>(Random() % n); }

/// The vertices in the order in which a search in depth leaves them.
std::vector<vertex> orderOfLeaving(const csr &g) {
  std::vector<vertex> order;
  std::vector<bool> seen(g.vertices());
  std::vector<std::pair<vertex, std::size_t>> path;
  for (vertex s = 0; s != g.vertices(); ++s) {
    if (seen[s])
      continue;
    seen[s] = true;
    for (path.push_back({s, 0}); !path.empty();) {
      auto &[v, next] = path.back();
      auto to = g.neighbours(v);
      if (to.begin() + next == to.end()) {
        order.push_back(v);
        path.pop_back();
      } else if (vertex w = to.begin()[next++]; !seen[w]) {
        seen[w] = true;
        path.push_back({w, 0});
      }
    }
  }
  return order;
}

/// The least vertex of each one's component.
std::vector<vertex> expected(const csr &g, const csr &incoming) {
  std::vector<vertex> order = orderOfLeaving(g);
  std::vector<vertex> component(g.vertices(), no_vertex), members;
  for (std::size_t i = order.size(); i-- != 0;) {
    if (component[order[i]] != no_vertex)
      continue;
    members = {order[i]};
    component[order[i]] = order[i];
    for (std::size_t at = 0; at != members.size(); ++at)
      for (vertex w : incoming.neighbours(members[at]))
        if (component[w] == no_vertex) {
          component[w] = order[i];
          members.push_back(w);
        }
    vertex least = *std::min_element(members.begin(), members.end());
    for (vertex v : members)
      component[v] = least;
  }
  return component;
}

/// An arc of the kind of graph.
arc next(int kind, vertex n) {
  vertex from = below(n);
  switch (kind) {
  case 0: // one component is large
    return {from, below(n)};
  case 1: // arcs go not far, forth more than back
    return {from, std::min(n - 1, from + below(5) - std::min<vertex>(from, 2))};
  case 2: // groups, and some arcs between them
    if (below(20) == 0)
      return {from, std::min(n - 1, from + below(100))};
    return {from, std::min(n - 1, from / 37 * 37 + below(37))};
  default: // pairs in both directions, with arcs onwards
    return {from,
            below(3) ? std::min(n - 1, from ^ 1) : std::min(n - 1, from + 2)};
  }
}

void check(int kind) {
  vertex n = 1 + below(40'000);
  std::vector<vertex> names(n);
  std::iota(names.begin(), names.end(), 0);
  if (below(2))
    std::shuffle(names.begin(), names.end(), Random);
  std::vector<arc> arcs;
  if (kind == 4) // a ring that is cut here and there, with some arcs back
    for (vertex v = 0; v != n; ++v) {
      if (below(1000))
        arcs.push_back({names[v], names[(v + 1) % n]});
      if (below(3) == 0)
        arcs.push_back({names[(v + 1) % n], names[v]});
    }
  else
    for (std::size_t m = n * std::size_t(below(300)) / 100; m != 0; --m) {
      arc one = next(kind, n);
      arcs.push_back({names[one.from], names[one.to]});
    }
  csr g = make_csr(n, arcs, direction::directed), incoming = transpose(g);
  array<vertex> found = strong_components(g, incoming);
  std::vector<vertex> wanted = expected(g, incoming);
  for (vertex v = 0; v != n; ++v)
    if (found[v] != wanted[v]) {
      std::printf("kind %d, %u vertices: %u has %u, not %u\n", kind, n, v,
                  found[v], wanted[v]);
      std::exit(1);
    }
}

} // namespace

int main(int, char **argv) {
  Random.seed(static_cast<unsigned>(std::atoi(argv[1])));
  for (int i = 0; i != 60; ++i)
    check(i % 5);
}
