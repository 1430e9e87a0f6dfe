// Shortest paths as by Dijkstra, on random graphs: with every width of steps, weights
// of 0 and -0, distances that are equal, overflow or differ by 10^18 times, and with
// few vertices or many near at a time.
// REQUIRES: newest-llvm
// RUN: %tussah-clang++ -std=c++17 -O2 -Wall -Wextra -Werror %s -o %t
// RUN: env CILK_NWORKERS=1 timeout 100 %t 1
// RUN: env CILK_NWORKERS=4 timeout 100 %t 2
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal,delays timeout 200 %t 3
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <queue>
#include <random>
#include <tussah/graph.hpp>
#include <utility>
#include <vector>

using namespace tussah::graph;

template <class W>
static std::vector<double> dijkstra(const weighted_csr<W> &g, vertex source) {
  std::vector<double> distance(g.vertices(), unreachable);
  using entry = std::pair<double, vertex>;
  std::priority_queue<entry, std::vector<entry>, std::greater<entry>> queue;
  distance[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    auto [d, v] = queue.top();
    queue.pop();
    if (d > distance[v])
      continue;
    for (arc_index a = g.offsets()[v]; a != g.offsets()[v + 1]; ++a) {
      double via = d + static_cast<double>(g.weight(a));
      if (via < distance[g.targets()[a]]) {
        distance[g.targets()[a]] = via;
        queue.push({via, g.targets()[a]});
      }
    }
  }
  return distance;
}

template <class W>
static void check(std::mt19937 &random, vertex n, std::size_t arcs, bool local,
                  const std::function<W()> &weight) {
  std::vector<arc> ends;
  std::vector<W> weights;
  for (std::size_t i = 0; i != arcs; ++i) {
    vertex from = random() % n;
    vertex to = local ? (from + random() % 4) % n : random() % n;
    ends.push_back({from, to});
    weights.push_back(weight());
  }
  direction d = random() % 2 ? direction::directed : direction::undirected;
  weighted_csr<W> g = make_weighted<W>(n, ends, weights, d);
  vertex source = random() % n;
  std::vector<double> expected = dijkstra(g, source);
  for (double delta : {1e-300, 0.01, 1.0, 30.0, 1e6, unreachable}) {
    array<double> found = shortest_paths(g, source, delta);
    if (!std::equal(expected.begin(), expected.end(), found.begin())) {
      std::printf("other distances with delta %g\n", delta);
      std::exit(1);
    }
  }
}

int main(int, char **arguments) {
  std::mt19937 random(std::atoi(arguments[1]));
  auto few = [&] { return static_cast<int>(random() % 4); };
  auto many = [&] { return static_cast<int>(random() % 1000); };
  auto zeros = [&] { return random() % 2 ? -0.0 : double(random() % 2); };
  auto scales = [&] { return std::ldexp(1.0, random() % 60); };
  auto huge = [&] { return random() % 3 ? 1.0 : 1.7e308; };
  for (int i = 0; i != 40; ++i) {
    bool local = i % 2;
    vertex n = 1 + random() % 300;
    check<int>(random, n, random() % 900, local, few);
    check<int>(random, n, random() % 900, local, many);
    check<double>(random, n, random() % 900, local, zeros);
    check<double>(random, n, random() % 900, local, scales);
    check<double>(random, n, random() % 900, local, huge);
  }
  check<int>(random, 20000, 200000, false, many);
  check<int>(random, 20000, 60000, true, few);
  // All vertices are near at once, more than a strand looks at by itself.
  check<int>(random, 20000, 200000, false, [] { return 0; });
}
