//===- GraphTest.cpp - Graphs in arrays -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/build.hpp>
#include <tussah/graph/progress.hpp>

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

TEST(ConstantArray, CopiesAndMoves) {
  const int Others[] = {3, 1, 2};
  constant_array<int> Borrowed(Others, 3);
  EXPECT_EQ(Borrowed.data(), Others);
  constant_array<int> Copy = Borrowed, Moved = std::move(Borrowed);
  EXPECT_NE(Copy.data(), Others);
  EXPECT_EQ(Moved.data(), Others);
  EXPECT_EQ(Copy, Moved);
  const int *Own = Copy.data();
  Moved = std::move(Copy);
  EXPECT_EQ(Moved.data(), Own);
  EXPECT_TRUE(Copy.empty());
  buffer<int> Taken = Moved.take();
  EXPECT_EQ(Taken.data(), Own);
  EXPECT_TRUE(Moved.empty());
  // What belongs to somebody else is not changed.
  Taken = constant_array<int>(Others, 3).take();
  EXPECT_NE(Taken.data(), Others);
  EXPECT_EQ(Taken, buffer<int>({3, 1, 2}));
}

TEST(Graph, UsesArraysOfTheProgram) {
  const arc_index Offsets[] = {0, 1, 2};
  const vertex Targets[] = {1, 0};
  csr G({Offsets, 3}, {Targets, 2}, direction::undirected);
  EXPECT_EQ(G.targets().data(), Targets);
  // A shuffle changes a copy.
  csr H = shuffle_arcs(std::move(G), 1);
  EXPECT_NE(H.targets().data(), Targets);
  EXPECT_EQ(H.offsets().data(), Offsets);
  EXPECT_EQ(H.neighbours(0)[0], 1u);
}

TEST(Progress, SaysHowFarAndCancels) {
  progress Watch;
  EXPECT_EQ(Watch.fraction(), 0);
  detail::atRound(&Watch, 1, 4);
  EXPECT_EQ(Watch.fraction(), 0.25);
  EXPECT_FALSE(detail::leavesOut(&Watch, 1));
  EXPECT_EQ(Watch.fraction(), 0.5);
  EXPECT_FALSE(detail::leavesOut(&Watch, 9));
  EXPECT_EQ(Watch.fraction(), 1);
  Watch.cancel();
  EXPECT_TRUE(detail::leavesOut(&Watch, 1));
  EXPECT_THROW(detail::atRound(&Watch), cancelled);
  EXPECT_NO_THROW(detail::atRound(nullptr, 1, 2));
}

} // namespace
