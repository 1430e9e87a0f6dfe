// Minimum spanning forests of graphs at random, with whole and other weights, negative and
// equal ones, in many blocks, are those of Kruskal's algorithm with the same order of edges.

// RUN: %tussah-clang++ -std=c++17 -O2 %s %lib-dir/../libtussah-graph.a -o %t
// RUN: env CILK_NWORKERS=1 %t 1 > %t.1
// RUN: env CILK_NWORKERS=2 %t 1 | diff %t.1 -
// RUN: env CILK_NWORKERS=8 %t 1 | diff %t.1 -
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t 2

#include <tussah/graph.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

using namespace tussah::graph;

template <class W> using Edge = std::tuple<W, vertex, vertex>;

template <class W>
static std::vector<Edge<W>> kruskal(vertex n, std::vector<Edge<W>> edges) {
  std::vector<vertex> above(n);
  std::iota(above.begin(), above.end(), 0);
  auto root = [&](vertex v) {
    while (above[v] != v)
      v = above[v] = above[above[v]];
    return v;
  };
  std::sort(edges.begin(), edges.end());
  std::vector<Edge<W>> taken;
  for (const Edge<W> &edge : edges) {
    vertex a = root(std::get<1>(edge)), b = root(std::get<2>(edge));
    if (a == b)
      continue;
    above[a] = b;
    taken.push_back(edge);
  }
  return taken;
}

template <class W>
static void check(std::mt19937 &random, vertex n, std::size_t count, bool local,
                  const std::function<W()> &weight) {
  std::vector<arc> ends;
  std::vector<W> weights;
  std::vector<Edge<W>> edges;
  for (std::size_t i = 0; i != count; ++i) {
    vertex from = random() % n;
    vertex to = local ? (from + random() % 4) % n : random() % n;
    ends.push_back({from, to});
    weights.push_back(weight());
    edges.push_back({weights.back(), std::min(from, to), std::max(from, to)});
  }
  auto g = make_weighted<W>(n, ends, weights, direction::undirected);
  minimum_forest found = minimum_spanning_forest(g);
  std::vector<Edge<W>> expected = kruskal(n, edges);
  double sum = 0;
  std::vector<std::pair<vertex, vertex>> want, have;
  for (auto [w, a, b] : expected) {
    sum += static_cast<double>(w);
    want.push_back({a, b});
  }
  for (arc one : found.edges)
    have.push_back(std::minmax(one.from, one.to));
  for (arc one : found.edges)
    std::printf("%u %u\n", one.from, one.to);
  std::sort(want.begin(), want.end());
  std::sort(have.begin(), have.end());
  if (want != have || std::abs(sum - found.weight) > 1e-9 * std::abs(sum)) {
    std::printf("another forest of %u vertices and %zu edges\n", n, count);
    std::exit(1);
  }
}

int main(int, char **arguments) {
  std::mt19937 random(std::atoi(arguments[1]));
  auto few = [&] { return static_cast<int>(random() % 3) - 1; };
  auto many = [&] { return static_cast<int>(random() % 2000) - 1000; };
  auto real = [&] { return std::ldexp(random() % 1024, -(random() % 8)); };
  auto one = [&] { return 1.0f; };
  for (int i = 0; i != 40; ++i) {
    bool local = i % 2;
    vertex n = 1 + random() % 300;
    check<int>(random, n, random() % 900, local, few);
    check<long>(random, n, random() % 900, local, many);
    check<double>(random, n, random() % 900, local, real);
    check<float>(random, n, random() % 900, local, one);
  }
  check<int>(random, 20000, 200000, false, many);
  check<double>(random, 30000, 60000, true, real);
  check<int>(random, 20000, 200000, false, [] { return 7; });
}
