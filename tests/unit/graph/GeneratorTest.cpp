//===- GeneratorTest.cpp - Graphs to measure with -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/generate.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace tussah::graph;

namespace {

/// How many arcs go from each vertex to each.
using Pairs = std::vector<std::pair<vertex, vertex>>;

Pairs arcs(const csr &G, bool Turned) {
  Pairs All;
  for (vertex V = 0; V != G.vertices(); ++V)
    for (vertex To : G.neighbours(V))
      All.emplace_back(Turned ? To : V, Turned ? V : To);
  std::sort(All.begin(), All.end());
  return All;
}

void expectUndirected(const csr &G) {
  EXPECT_FALSE(G.directed());
  EXPECT_EQ(arcs(G, false), arcs(G, true));
}

bool connected(const csr &G) {
  std::vector<vertex> Stack = {0};
  std::vector<bool> Seen(G.vertices());
  Seen[0] = true;
  vertex Count = 1;
  while (!Stack.empty()) {
    vertex V = Stack.back();
    Stack.pop_back();
    for (vertex To : G.neighbours(V))
      if (!Seen[To]) {
        Seen[To] = true;
        ++Count;
        Stack.push_back(To);
      }
  }
  return Count == G.vertices();
}

TEST(Generator, RandomHasTwiceThePicks) {
  csr G = random_graph(10000, 2);
  expectUndirected(G);
  EXPECT_EQ(G.vertices(), 10000u);
  // Who picks itself picks nobody: 2 are expected, 20 are not.
  EXPECT_LE(G.arcs(), 40000u);
  EXPECT_GE(G.arcs(), 40000u - 40);
  EXPECT_EQ(arcs(G, false), arcs(random_graph(10000, 2), false));
  EXPECT_NE(arcs(G, false), arcs(random_graph(10000, 2, 7), false));
}

TEST(Generator, HypercubeJoinsNumbersThatDifferInABit) {
  csr G = hypercube(8);
  expectUndirected(G);
  EXPECT_EQ(G.vertices(), 256u);
  EXPECT_EQ(G.arcs(), 256u * 8);
  for (vertex V = 0; V != 256; ++V)
    for (vertex To : G.neighbours(V))
      EXPECT_EQ(__builtin_popcount(V ^ To), 1);
  EXPECT_TRUE(connected(G));
  EXPECT_EQ(hypercube(0).vertices(), 1u);
}

TEST(Generator, TorusHasFourNeighbours) {
  csr G = torus(7);
  expectUndirected(G);
  EXPECT_EQ(G.vertices(), 49u);
  EXPECT_EQ(G.arcs(), 196u);
  Pairs All = arcs(G, false);
  EXPECT_EQ(std::unique(All.begin(), All.end()), All.end());
  EXPECT_TRUE(connected(G));
  std::vector<vertex> Of(G.neighbours(0).begin(), G.neighbours(0).end());
  std::sort(Of.begin(), Of.end());
  EXPECT_EQ(Of, std::vector<vertex>({1, 6, 7, 42}));
}

TEST(Generator, BinaryTree) {
  csr G = binary_tree(6);
  expectUndirected(G);
  EXPECT_EQ(G.vertices(), 63u);
  EXPECT_EQ(G.arcs(), 124u);
  EXPECT_TRUE(connected(G));
  EXPECT_EQ(G.degree(0), 2u);
  EXPECT_EQ(G.degree(1), 3u);
  EXPECT_EQ(G.degree(62), 1u);
  EXPECT_EQ(binary_tree(1).arcs(), 0u);
}

TEST(Generator, Path) {
  csr G = path(1000);
  expectUndirected(G);
  EXPECT_EQ(G.arcs(), 1998u);
  EXPECT_TRUE(connected(G));
  EXPECT_EQ(G.degree(0), 1u);
  EXPECT_EQ(G.degree(500), 2u);
}

TEST(Generator, RmatIsUneven) {
  csr G = rmat(12, 8);
  expectUndirected(G);
  EXPECT_EQ(G.vertices(), 4096u);
  EXPECT_LE(G.arcs(), 4096u * 16);
  arc_index Most = 0;
  for (vertex V = 0; V != G.vertices(); ++V)
    Most = std::max(Most, G.degree(V));
  // A random graph with the average 16 has no vertex with 100.
  EXPECT_GT(Most, 400u);
}

TEST(Generator, TwoMeshesHaveOneEdgeBetween) {
  csr G = two_meshes(5, 8);
  expectUndirected(G);
  EXPECT_EQ(G.vertices(), 25u + 64u);
  EXPECT_EQ(G.arcs(), 2u * (2 * 5 * 4 + 2 * 8 * 7 + 1));
  EXPECT_TRUE(connected(G));
  unsigned Between = 0;
  for (vertex V = 0; V != 25; ++V)
    for (vertex To : G.neighbours(V))
      Between += To >= 25;
  EXPECT_EQ(Between, 1u);
}

TEST(Generator, OrderOfArcsIsRandom) {
  // In the order of its bits, the first neighbour of 0 is 1 in each.
  unsigned First = 0;
  for (std::uint64_t Seed = 0; Seed != 50; ++Seed)
    First += hypercube(6, Seed).neighbours(0)[0] == 1;
  EXPECT_GT(First, 0u);
  EXPECT_LT(First, 30u);
}

TEST(Generator, RefusesWrongSizes) {
  EXPECT_THROW(random_graph(0, 2), std::invalid_argument);
  EXPECT_THROW(random_graph(std::uint64_t(1) << 32, 2), std::invalid_argument);
  EXPECT_THROW(hypercube(32), std::invalid_argument);
  EXPECT_THROW(torus(2), std::invalid_argument);
  EXPECT_THROW(torus(65536), std::invalid_argument);
  EXPECT_THROW(binary_tree(0), std::invalid_argument);
  EXPECT_THROW(binary_tree(32), std::invalid_argument);
  EXPECT_THROW(path(0), std::invalid_argument);
  EXPECT_THROW(rmat(32, 1), std::invalid_argument);
  EXPECT_THROW(two_meshes(0, 1), std::invalid_argument);
  EXPECT_THROW(two_meshes(1, 46341), std::invalid_argument);
}

} // namespace
