// Each algorithm on graphs of each kind, against serial checks that share nothing with
// it: with one, two and eight workers, where each spawn is stolen, and serially, by a
// compiler without the plugin. What does not depend on the schedule is the same in all.
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -std=c++17 -O2 -Wall -Wextra -Wshadow -Werror
// RUN: %tussah-clang++ %{flags} %s %lib-dir/../libtussah-graph.a -o parallel
// RUN: %clangxx %{flags} -I%include-dir %s %lib-dir/../libtussah-graph.a -o serial
// RUN: nm -C parallel | grep -c __tussah_poll
// RUN: ./serial > serial.txt
// RUN: grep -c '^rmat' serial.txt
// RUN: env CILK_NWORKERS=1 ./parallel | diff serial.txt -
// RUN: env CILK_NWORKERS=2 ./parallel | diff serial.txt -
// RUN: env CILK_NWORKERS=8 ./parallel | diff serial.txt -
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal ./parallel quick > quick.txt
// RUN: ./serial quick | diff quick.txt -
// RUN: env CILK_NWORKERS=2 ./parallel shared 10000
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal ./parallel shared 10000
// RUN: env CILK_NWORKERS=1 %not ./parallel shared 10 | grep -x 'layers: wrong number of shared steps'

#include <tussah/graph.hpp>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <numeric>
#include <set>

using namespace tussah::graph;

static const char *Name;

static void require(bool is, const char *what) {
  if (is)
    return;
  printf("%s: wrong %s\n", Name, what);
  exit(1);
}

template <class T> static uint64_t hashOf(const T &values) {
  uint64_t sum = 0;
  for (auto value : values)
    sum = detail::mix(sum ^ (uint64_t)value);
  return sum;
}

static bool hasArc(const csr &g, vertex from, vertex to) {
  for (vertex one : g.neighbours(from))
    if (one == to)
      return true;
  return false;
}

static csr joined(const csr &g) {
  std::vector<arc> arcs;
  for (vertex v = 0; v != g.vertices(); ++v)
    for (vertex to : g.neighbours(v))
      arcs.push_back({v, to});
  return make_csr(g.vertices(), arcs, direction::undirected);
}

// Distances from some vertices, by a queue.
static std::vector<vertex> distances(const csr &g, std::vector<vertex> from) {
  std::vector<vertex> far(g.vertices(), no_vertex);
  std::deque<vertex> queue;
  for (vertex v : from)
    if (far[v] != 0) {
      far[v] = 0;
      queue.push_back(v);
    }
  for (; !queue.empty(); queue.pop_front())
    for (vertex to : g.neighbours(queue.front()))
      if (far[to] == no_vertex) {
        far[to] = far[queue.front()] + 1;
        queue.push_back(to);
      }
  return far;
}

// That the parents make trees with these roots, of all that they reach.
static void checkTrees(const csr &g, const array<vertex> &parents,
                       const std::vector<vertex> &roots) {
  std::vector<vertex> far = distances(g, roots);
  std::vector<char> good(g.vertices(), 0);
  for (vertex root : roots)
    good[root] = 1;
  for (vertex v = 0; v != g.vertices(); ++v) {
    require((parents[v] == no_vertex) == (far[v] == no_vertex), "extent");
    if (parents[v] == no_vertex)
      continue;
    if (far[v] == 0)
      require(parents[v] == v, "root");
    else
      require(hasArc(g, parents[v], v), "parent");
    std::vector<vertex> way;
    for (vertex up = v; !good[up]; up = parents[up]) {
      way.push_back(up);
      good[up] = 2;
      require(good[parents[up]] != 2, "tree, which has a cycle");
    }
    for (vertex one : way)
      good[one] = 1;
  }
}

static void checkBfs(const csr &g, const bfs_result &found, vertex source) {
  std::vector<vertex> far = distances(g, {source});
  vertex reached = 0, levels = 0;
  for (vertex v = 0; v != g.vertices(); ++v) {
    require(found.depth[v] == far[v], "depth");
    if (far[v] == no_vertex) {
      require(found.parent[v] == no_vertex, "parent of a vertex not reached");
      continue;
    }
    ++reached;
    levels = std::max(levels, far[v]);
    vertex up = found.parent[v];
    require(v == source ? up == v : hasArc(g, up, v) && far[up] + 1 == far[v],
            "parent");
  }
  require(found.reached == reached && found.levels == levels, "counts of BFS");
}

static std::vector<vertex> checkComponents(const csr &g,
                                           const array<vertex> &found) {
  csr both = joined(g);
  std::vector<vertex> least(g.vertices(), no_vertex), roots;
  for (vertex v = 0; v != g.vertices(); ++v) {
    if (least[v] != no_vertex)
      continue;
    roots.push_back(v);
    std::vector<vertex> stack(1, v);
    least[v] = v;
    while (!stack.empty()) {
      vertex one = stack.back();
      stack.pop_back();
      for (vertex to : both.neighbours(one))
        if (least[to] == no_vertex) {
          least[to] = v;
          stack.push_back(to);
        }
    }
  }
  for (vertex v = 0; v != g.vertices(); ++v)
    require(found[v] == least[v], "component");
  return roots;
}

static void checkCores(const csr &g, const array<vertex> &found) {
  std::vector<vertex> degree(g.vertices());
  std::set<std::pair<vertex, vertex>> left;
  for (vertex v = 0; v != g.vertices(); ++v)
    left.insert({degree[v] = (vertex)g.degree(v), v});
  for (vertex k = 0; !left.empty();) {
    auto [least, v] = *left.begin();
    k = std::max(k, least);
    left.erase(left.begin());
    require(found[v] == k, "core");
    for (vertex to : g.neighbours(v))
      if (left.erase({degree[to], to}))
        left.insert({--degree[to], to});
  }
}

static uint64_t countTriangles(const csr &g) {
  uint64_t count = 0;
  for (vertex a = 0; a != g.vertices(); ++a)
    for (vertex b : g.neighbours(a)) {
      auto i = g.neighbours(a).begin(), iEnd = g.neighbours(a).end();
      auto j = g.neighbours(b).begin(), jEnd = g.neighbours(b).end();
      while (a < b && i != iEnd && j != jEnd) {
        if (*i == *j && *i > b)
          ++count;
        vertex x = *i, y = *j;
        i += x <= y;
        j += y <= x;
      }
    }
  return count;
}

static void checkRanks(const csr &g, const pagerank_result &found,
                       double tolerance) {
  size_t n = g.vertices();
  std::vector<double> rank(n, 1.0 / n), next(n);
  for (int i = 0; i != 300; ++i) {
    double base = 0.15 / n;
    std::fill(next.begin(), next.end(), 0);
    for (vertex v = 0; v != n; ++v)
      if (g.degree(v) == 0)
        base += 0.85 * rank[v] / n;
    for (vertex v = 0; v != n; ++v)
      for (vertex to : g.neighbours(v))
        next[to] += 0.85 * rank[v] / g.degree(v);
    for (size_t v = 0; v != n; ++v)
      rank[v] = base + next[v];
  }
  double difference = 0, sum = 0;
  for (size_t v = 0; v != n; ++v) {
    difference += std::fabs(rank[v] - found.rank[v]);
    sum += found.rank[v];
  }
  require(difference <= tolerance / 0.15 + 1e-12, "rank");
  require(std::fabs(sum - 1) < 1e-9, "sum of ranks");
  require(found.change <= tolerance, "change");
}

static void checkIndependent(const csr &g, const array<uint8_t> &found) {
  for (vertex v = 0; v != g.vertices(); ++v) {
    unsigned inside = 0;
    for (vertex to : g.neighbours(v))
      inside += to != v && found[to];
    require(found[v] ? found[v] == 1 && !inside : inside != 0,
            "independent set");
  }
}

// Arcs from lower to higher places in a random order.
static csr withoutCycles(const csr &g) {
  std::vector<arc> arcs;
  for (vertex v = 0; v != g.vertices(); ++v)
    for (vertex to : g.neighbours(v))
      if (detail::mix(v) < detail::mix(to))
        arcs.push_back({v, to});
  return make_csr(g.vertices(), arcs, direction::directed);
}

static void checkLevels(const csr &g, const array<vertex> &found) {
  csr in = transpose(g);
  for (vertex v = 0; v != g.vertices(); ++v) {
    vertex level = 0;
    for (vertex from : in.neighbours(v))
      level = std::max(level, found[from] + 1);
    require(found[v] == level, "level");
  }
}

static void checkReachable(const csr &g, const std::vector<vertex> &roots) {
  array<uint8_t> marks = reachable(g, roots);
  std::vector<vertex> far = distances(g, roots);
  for (vertex v = 0; v != g.vertices(); ++v)
    require(marks[v] == (far[v] != no_vertex), "mark");
}

// Any graph.
static void checkAny(const csr &g) {
  array<vertex> least = components(g);
  std::vector<vertex> roots = checkComponents(g, least);
  printf("%s: %u vertices, %" PRIu64 " arcs, components %016" PRIx64 "\n", Name,
         g.vertices(), (uint64_t)g.arcs(), hashOf(least));
  pagerank_options how;
  how.tolerance = 1e-8;
  csr in = transpose(g);
  if (g.vertices() == 0)
    return;
  pagerank_result ranks = pagerank(g, in, how);
  checkRanks(g, ranks, how.tolerance);
  uint64_t bits = 0;
  for (double rank : ranks.rank) {
    uint64_t one;
    memcpy(&one, &rank, 8);
    bits = detail::mix(bits ^ one);
  }
  printf("  ranks %016" PRIx64 " after %u\n", bits, ranks.iterations);
  for (vertex source : {vertex(0), g.vertices() / 2, g.vertices() - 1}) {
    checkBfs(g, breadth_first(g, source), source);
    checkBfs(g, breadth_first(g, in, source), source);
    // Steps with few arcs in parallel, too.
    checkBfs(g, detail::Bfs(g, nullptr, {8, 8}).run(source), source);
    checkBfs(g, detail::Bfs(g, &in, {8, 8}).run(source), source);
    // And by two strands.
    checkBfs(g, detail::Bfs(g, nullptr, {2, 1 << 10}).run(source), source);
    checkBfs(g, detail::Bfs(g, &in, {2, 1 << 10}).run(source), source);
    checkTrees(g, spanning_tree(g, source).parent, {source});
  }
  checkReachable(g, {0, g.vertices() / 3, 0, g.vertices() - 1});
  checkReachable(g, {});
  linked_graph links(g);
  for (unsigned depth : {0u, 1u, 7u, 1000u}) {
    checkTrees(g, spanning_tree(g, 0, depth).parent, {0});
    checkTrees(g, spanning_tree(links, 0, depth).parent, {0});
  }
}

// A simple graph, which its undirected form is.
static void checkSimple(const csr &any) {
  csr g = simple(any);
  csr both = joined(any);
  require(!g.directed() && g.vertices() == any.vertices(), "simple graph");
  for (vertex v = 0; v != g.vertices(); ++v) {
    std::set<vertex> others(both.neighbours(v).begin(),
                            both.neighbours(v).end());
    others.erase(v);
    require(std::equal(others.begin(), others.end(), g.neighbours(v).begin(),
                       g.neighbours(v).end()),
            "simple graph");
  }
  array<vertex> cores = core_numbers(g);
  checkCores(g, cores);
  uint64_t count = triangles(g);
  require(count == countTriangles(g), "number of triangles");
  array<uint8_t> set = independent_set(g, 5);
  checkIndependent(g, set);
  printf("  %" PRIu64 " edges, cores %016" PRIx64 ", triangles %" PRIu64
         ", set %016" PRIx64 "\n",
         (uint64_t)g.arcs() / 2, hashOf(cores), count, hashOf(set));
  tree forest = spanning_forest(g);
  array<vertex> least = components(g);
  checkTrees(g, forest.parent, checkComponents(g, least));
  csr ordered = withoutCycles(g);
  array<vertex> levels = topological_levels(ordered);
  checkLevels(ordered, levels);
  printf("  levels %016" PRIx64 "\n", hashOf(levels));
  if (g.arcs() == 0)
    return;
  try {
    topological_levels(g);
    require(false, "levels of a graph with cycles");
  } catch (const std::invalid_argument &) {
  }
}

static void check(const char *name, const csr &g) {
  Name = name;
  checkAny(g);
  checkSimple(g);
}

static bool same(const csr &a, const csr &b) {
  return a.directed() == b.directed() && a.offsets() == b.offsets() &&
         a.targets() == b.targets();
}

// The parallel sort of arcs against the library's, in any number of blocks.
static void checkBuild() {
  Name = "build";
  std::vector<arc> arcs;
  for (uint64_t i = 0; i != 40000; ++i)
    arcs.push_back(
        {(vertex)(detail::mix(i) % 1000), (vertex)(detail::mix(~i) % 1000)});
  for (direction d : {direction::directed, direction::undirected}) {
    csr expected = detail::makeSerially(1000, arcs, d);
    csr turned = detail::transposeSerially(expected);
    require(same(make_csr(1000, arcs, d), expected), "graph");
    require(same(transpose(expected), turned), "transposed graph");
    for (size_t blocks : {1, 2, 3, 7, 300}) {
      detail::ListedArcs listed(arcs, d);
      detail::TurnedArcs back(expected);
      require(same(detail::sortArcs(1000, listed, blocks, d), expected),
              "graph in blocks");
      require(same(detail::sortArcs(1000, back, blocks, d), turned),
              "transposed graph in blocks");
    }
  }
  require(detail::blocksToSort(1000, 999) == 1 &&
              detail::blocksToSort(100000, 50000) == 1 &&
              detail::blocksToSort(100000, 199999) == 1 &&
              detail::blocksToSort(1000, size_t(1) << 31) == 1,
          "number of blocks");
  std::vector<uint64_t> numbers(100000), sums(numbers.size() + 1, 0);
  for (size_t i = 0; i != numbers.size(); ++i) {
    numbers[i] = detail::mix(i);
    sums[i + 1] = sums[i] + numbers[i];
  }
  require(detail::prefixSums(numbers.data(), numbers.size()) == sums.back(),
          "sum");
  require(std::equal(numbers.begin(), numbers.end(), sums.begin()),
          "prefix sums");
}

// Layers of vertices with arcs to any of the next one: of two strands that go through a
// layer, both find some vertex at the same time.
static csr layers() {
  constexpr vertex Layers = 200, Width = 1000, Degree = 8;
  std::vector<arc> arcs;
  for (vertex v = 0; v != (Layers - 1) * Width; ++v)
    for (vertex i = 0; i != Degree; ++i)
      arcs.push_back({v, v - v % Width + Width +
                             (vertex)(detail::mix(v * Degree + i) % Width)});
  return make_csr(Layers * Width, arcs, direction::directed);
}

static void checkLayers() {
  Name = "layers";
  csr g = layers();
  for (int i = 0; i != 5; ++i)
    checkBfs(g, breadth_first(g, 0), 0);
  // So many vertices that ranks are computed in several groups.
  pagerank_options how;
  how.tolerance = 1e-8;
  checkRanks(g, pagerank(g, transpose(g), how), how.tolerance);
}

// That two workers do share steps: a search right by one strand alone is no less right. On
// a busy machine the second one may come too late for many searches.
static void checkShared(int searches) {
  Name = "layers";
  csr g = layers();
  size_t shared = 0;
  for (int i = 0; i != searches && shared == 0; ++i) {
    detail::Bfs search(g, nullptr);
    bfs_result found = search.run(0);
    shared = search.sharedSteps();
    if (shared != 0)
      checkBfs(g, found, 0);
  }
  require(shared != 0, "number of shared steps");
}

static csr star(vertex n) {
  std::vector<arc> arcs;
  for (vertex v = 1; v < n; ++v)
    arcs.push_back({n / 2, v == n / 2 ? 0 : v});
  return make_csr(n, arcs, direction::undirected);
}

// A mesh of squares with one diagonal each: two triangles in a square, and no vertex has
// more than 6 neighbours, but for one that has them all if there is a hub.
static csr trianglesIn(vertex side, bool hasHub) {
  std::vector<arc> arcs;
  for (vertex v = 0; v != side * side; ++v) {
    bool isRight = v % side + 1 != side, isDown = v + side < side * side;
    if (isRight)
      arcs.push_back({v, v + 1});
    if (isDown)
      arcs.push_back({v, v + side});
    if (isRight && isDown)
      arcs.push_back({v, v + side + 1});
    if (hasHub)
      arcs.push_back({v, side * side});
  }
  return make_csr(side * side + 1, arcs, direction::undirected);
}

// Both ways of counting triangles, where rows have any order, and where the vertices that
// are looked at first do not tell that others have many neighbours, or far ones.
static void checkTriangles() {
  Name = "triangles";
  auto isMesh = [](const csr &g) { return detail::SparseTriangles(g).pays(); };
  for (vertex side : {2u, 5u, 71u}) {
    uint64_t squares = uint64_t(side - 1) * (side - 1);
    uint64_t edges = 2 * uint64_t(side) * (side - 1) + squares;
    csr mesh = trianglesIn(side, false), mixed = shuffle_arcs(mesh, 1);
    csr hub = trianglesIn(side, true);
    require(isMesh(mesh) && triangles(mesh) == 2 * squares, "count in a mesh");
    require(triangles(mixed) == 2 * squares, "count in a mesh in any order");
    require(detail::countTriangles(mixed) == 2 * squares, "count of another");
    // The hub makes one with each edge.
    require(triangles(hub) == 2 * squares + edges, "count with a hub");
  }
  require(isMesh(trianglesIn(71, true)) && !isMesh(star(99)),
          "choice by numbers of neighbours");
  // The rows of others may be long: each vertex of a block would go through them.
  std::vector<arc> arcs = {{80, 0}};
  for (vertex v = 0; v != 80; ++v)
    arcs.push_back({40, v == 40 ? 80 : v});
  csr wheel = make_csr(81, arcs, direction::undirected);
  uint64_t sum = 0;
  require(!detail::SparseTriangles(wheel).count(80, 81, sum) && sum == 0,
          "end at a long row");
  require(isMesh(torus(300)) && !isMesh(random_graph(200000, 1)),
          "choice by distances");
  // The step after the last sample is beyond all numbers of vertices.
  vertex most = most_vertices, samples = 0, last = 0;
  require(detail::isFineForSamples(most,
                                   [&](vertex v) {
                                     last = v;
                                     return ++samples <= 256;
                                   }) &&
              samples == 256 && last > most - most / 100,
          "samples of as many vertices as there can be");
}

// Bounds of vertices that do not exist.
static void checkErrors() {
  Name = "errors";
  csr g = path(3);
  auto refuses = [](auto f) {
    try {
      f();
    } catch (const std::out_of_range &) {
      return true;
    }
    return false;
  };
  require(refuses([&] { spanning_tree(g, 3); }), "root");
  require(refuses([&] { breadth_first(g, 3); }), "source");
  require(refuses([&] { reachable(g, {0, 3}); }), "roots");
}

static csr directedRandom(vertex n, unsigned degree) {
  std::vector<arc> arcs;
  for (uint64_t i = 0; i != uint64_t(n) * degree; ++i)
    arcs.push_back({(vertex)(detail::mix(2 * i) % n),
                    (vertex)(detail::mix(2 * i + 1) % n)});
  return make_csr(n, arcs, direction::directed);
}

// With an argument, on small graphs; with 'shared N', only that steps are shared in one of
// N searches.
int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "shared") == 0) {
    checkShared(atoi(argv[2]));
    return 0;
  }
  unsigned s = argc > 1 ? 1 : 4;
  checkErrors();
  checkBuild();
  checkTriangles();
  checkLayers();
  check("none", csr());
  check("one", path(1));
  check("isolated", random_graph(500, 0));
  check("rmat", rmat(argc > 1 ? 9 : 12, 12));
  check("random", random_graph(2000 * s, 2));
  check("sparse", make_csr(3000, {}, direction::directed));
  check("many", directedRandom(3000 * s, 1));
  check("directed", directedRandom(1500 * s, 3));
  check("hypercube", hypercube(argc > 1 ? 8 : 11));
  check("torus", torus(20 * s));
  check("bintree", binary_tree(argc > 1 ? 9 : 12));
  check("path", path(2000 * s));
  check("star", star(1000 * s));
  check("meshes", two_meshes(9, 12 * s));
}
