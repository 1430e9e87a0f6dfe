//===- random-graphs.cpp - Random numbers on graphs -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two algorithms in which each vertex of a graph draws a random number: a
/// maximal independent set, greedy in the order of the numbers, and a spanning
/// forest by unions of sets, of which the one whose root has the lower number
/// is put under the other (S. V. Jayanti and R. E. Tarjan, A Randomized
/// Concurrent Algorithm for Disjoint Set Union, PODC 2016).
///
///     random-graphs mis|sf GRAPH [times [builtin|dotmix|dotmix-prime]]
///
/// where GRAPH is as for graphs.cpp. Each of so many times, one after the
/// other, has other numbers. Checked is the last one: no two in the set are
/// neighbours, and all others have one in it; the forest has no cycle, and
/// joins what the graph joins. Compile and link with -ftussah-pedigrees.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "random-graphs"
#define EXAMPLE_USAGE                                                          \
  "mis|sf rmat|random|torus SIZE EDGES [times [builtin|dotmix|dotmix-prime]]"
#include "generators.h"
#include "graphs.h"

#include <atomic>
#include <new>
#include <optional>

using namespace graphs;

namespace {

using Numbers = graphs::array<std::uint64_t>;

/// A number for each vertex, the same on each schedule.
template <class Generator>
Numbers drawNumbers(Generator &generator, vertex count) {
  Numbers numbers(count);
  cilk_for (vertex v = 0; v < count; ++v)
    numbers[v] = generator.get();
  return numbers;
}

void checkSet(const csr &g, const graphs::array<std::uint8_t> &set) {
  for (vertex v = 0; v != g.vertices(); ++v) {
    bool hasNeighbour = false;
    for (vertex other : g.neighbours(v))
      hasNeighbour |= set[other] != 0;
    if ((set[v] != 0) == hasNeighbour)
      example_fail(1, "wrong result: vertex %u %s", v,
                   set[v] ? "and a neighbour are in the set"
                          : "could be in the set");
  }
}

template <class Generator>
uint64_t independentSet(const csr &g, long times, Generator &generator) {
  graphs::array<std::uint8_t> set;
  double start = example_clock();
  for (long i = 0; i < times; ++i) {
    Numbers numbers = drawNumbers(generator, g.vertices());
    // A task, so that the numbers that follow are the same: how many spawns
    // this takes depends on the schedule.
    set = cilk_spawn independent_set(g, numbers);
    cilk_sync;
  }
  example_time(start);
  checkSet(g, set);
  long count = 0;
  for (std::uint8_t one : set)
    count += one;
  printf("%ld of %u vertices are in the set\n", count, g.vertices());
  return hashOf(set);
}

/// Sets of vertices, and the arcs that have joined them.
class Forest {
  const Numbers &Order;
  std::vector<std::atomic<vertex>> Above;
  /// Of each vertex that is not the root of a set, the arc that was the reason
  /// to put it under another.
  std::vector<arc> Found;

  vertex find(vertex v) {
    vertex up = Above[v].load(std::memory_order_relaxed);
    while (up != v) {
      // Who writes at the same time writes what is above, too.
      vertex next = Above[up].load(std::memory_order_relaxed);
      if (next == up)
        return up;
      Above[v].store(next, std::memory_order_relaxed);
      v = next;
      up = Above[v].load(std::memory_order_relaxed);
    }
    return v;
  }

public:
  explicit Forest(const Numbers &order)
      : Order(order), Above(order.size()), Found(order.size()) {
    cilk_for (std::size_t v = 0; v < Above.size(); ++v) {
      Above[v].store((vertex)v, std::memory_order_relaxed);
      Found[v] = {no_vertex, no_vertex};
    }
  }

  void join(vertex from, vertex to) {
    vertex a = from, b = to;
    while ((a = find(a)) != (b = find(b))) {
      if (std::pair(Order[b], b) < std::pair(Order[a], a))
        std::swap(a, b);
      vertex root = a;
      if (Above[a].compare_exchange_strong(root, b,
                                           std::memory_order_relaxed)) {
        Found[a] = {from, to};
        return;
      }
    }
  }

  void joinAll(const csr &g) {
    // With those before it, which come first among its neighbours: half of the
    // arcs are not read, and the few vertices of an R-MAT graph that most arcs
    // belong to, its first ones, are not one strand's work.
    cilk_for (vertex v = 0; v < g.vertices(); ++v)
      for (vertex to : g.neighbours(v)) {
        if (to >= v)
          break;
        join(v, to);
      }
  }

  const std::vector<arc> &found() const { return Found; }
};

/// Returns how many edges \p found has.
vertex checkForest(const csr &g, const std::vector<arc> &found) {
  Sets byForest(g.vertices());
  vertex count = 0;
  for (arc one : found) {
    if (one.from == no_vertex)
      continue;
    ++count;
    if (!areNeighbours(g, one.from, one.to) ||
        !byForest.unite(one.from, one.to))
      example_fail(1,
                   "wrong result: there is no edge between %u and %u, or "
                   "it closes a cycle",
                   one.from, one.to);
  }
  for (vertex v = 0; v != g.vertices(); ++v)
    for (vertex to : g.neighbours(v))
      if (byForest.find(v) != byForest.find(to))
        example_fail(1, "wrong result: %u and %u are in different trees", v,
                     to);
  return count;
}

template <class Generator>
uint64_t spanningForest(const csr &g, long times, Generator &generator) {
  Numbers numbers;
  std::optional<Forest> forest;
  double start = example_clock();
  for (long i = 0; i < times; ++i) {
    numbers = drawNumbers(generator, g.vertices());
    forest.emplace(numbers);
    forest->joinAll(g);
  }
  example_time(start);
  vertex edges = checkForest(g, forest->found());
  printf("a forest of %u trees\n", g.vertices() - edges);
  // Which edges are in it depends on the schedule.
  return example_mix(edges) ^ hashOf(numbers);
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 6);
  std::string name = argc > 4 ? argv[1] : "";
  if (name != "mis" && name != "sf")
    example_fail(2, "wrong arguments; usage: %s %s", EXAMPLE_NAME,
                 EXAMPLE_USAGE);
  long times = argc > 5 ? example_number("times", argv[5], 1, 1000000) : 1;
  // A task, so that the numbers that follow are the same whether it makes the
  // graph or reads it.
  csr g = cilk_spawn obtain(parseKind(argv[2], argv[3], argv[4]));
  cilk_sync;
  example_checksum(
      withGenerator(argc > 6 ? argv[6] : "builtin", [&](auto &&generator) {
        return name == "mis" ? independentSet(g, times, generator)
                             : spanningForest(g, times, generator);
      }));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the graph");
} catch (const std::exception &e) {
  example_fail(2, "%s", e.what());
}
