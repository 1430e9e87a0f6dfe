//===- GraphTest.cpp - Graphs in arrays -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/build.hpp>

#include <algorithm>
#include <gtest/gtest.h>

using namespace tussah::graph;

namespace {

using Vertices = std::vector<vertex>;

Vertices of(const csr &G, vertex V) {
  return {G.neighbours(V).begin(), G.neighbours(V).end()};
}

TEST(Graph, EmptyOne) {
  csr G;
  EXPECT_EQ(G.vertices(), 0u);
  EXPECT_EQ(G.arcs(), 0u);
  EXPECT_EQ(transpose(G).vertices(), 0u);
  EXPECT_EQ(linked_graph(G).vertices(), 0u);
  EXPECT_EQ(make_csr(0, {}, direction::directed).vertices(), 0u);
}

TEST(Graph, DirectedKeepsTheOrderOfArcs) {
  csr G = make_csr(4, {{2, 3}, {0, 1}, {2, 0}, {2, 3}, {3, 3}},
                   direction::directed);
  EXPECT_TRUE(G.directed());
  EXPECT_EQ(G.arcs(), 5u);
  EXPECT_EQ(of(G, 0), Vertices({1}));
  EXPECT_EQ(of(G, 1), Vertices());
  EXPECT_EQ(of(G, 2), Vertices({3, 0, 3}));
  EXPECT_EQ(of(G, 3), Vertices({3}));
}

TEST(Graph, UndirectedHasBothArcsAndLoopsOnce) {
  csr G = make_csr(3, {{0, 1}, {1, 1}, {2, 1}}, direction::undirected);
  EXPECT_FALSE(G.directed());
  EXPECT_EQ(of(G, 0), Vertices({1}));
  EXPECT_EQ(of(G, 1), Vertices({0, 1, 2}));
  EXPECT_EQ(of(G, 2), Vertices({1}));
}

TEST(Graph, TransposeTurnsArcs) {
  csr G = make_csr(3, {{0, 1}, {2, 1}, {1, 0}, {2, 1}}, direction::directed);
  csr Back = transpose(G);
  EXPECT_TRUE(Back.directed());
  EXPECT_EQ(of(Back, 0), Vertices({1}));
  EXPECT_EQ(of(Back, 1), Vertices({0, 2, 2}));
  EXPECT_EQ(of(Back, 2), Vertices());
}

TEST(Graph, ShuffleChangesTheOrderOnly) {
  std::vector<arc> Star;
  for (vertex V = 1; V != 100; ++V)
    Star.push_back({0, V});
  csr G = make_csr(100, Star, direction::directed);
  csr A = shuffle_arcs(G, 1), B = shuffle_arcs(G, 1), C = shuffle_arcs(G, 2);
  EXPECT_NE(of(A, 0), of(G, 0));
  EXPECT_EQ(of(A, 0), of(B, 0));
  EXPECT_NE(of(A, 0), of(C, 0));
  Vertices Sorted = of(A, 0);
  std::sort(Sorted.begin(), Sorted.end());
  EXPECT_EQ(Sorted, of(G, 0));
}

Vertices of(const linked_graph &G, vertex V) {
  Vertices All;
  arc_index At = G.first(V);
  for (arc_index I = 0; I != G.degree(V); ++I, At = G[At].next)
    All.push_back(G[At].to);
  return All;
}

TEST(Graph, LinkedHasTheSameArcs) {
  csr G = make_csr(4, {{2, 3}, {0, 1}, {2, 0}, {2, 1}}, direction::directed);
  linked_graph L(G);
  EXPECT_EQ(L.arcs(), 4u);
  for (vertex V = 0; V != 4; ++V)
    EXPECT_EQ(of(L, V), of(G, V));
  L.add(2, 2);
  L.add(3, 0);
  EXPECT_EQ(of(L, 2), Vertices({2, 3, 0, 1}));
  EXPECT_EQ(of(L, 3), Vertices({0}));
}

} // namespace
