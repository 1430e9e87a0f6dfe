//===- generate.cpp - Graphs to measure with ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "random.h"

#include <tussah/graph/generate.hpp>

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace tussah::graph {

/// Throws if \p Value, called \p Name, is not from \p Least to \p Most.
static void require(const char *Name, std::uint64_t Value, std::uint64_t Least,
                    std::uint64_t Most) {
  if (Value < Least || Value > Most)
    throw std::invalid_argument(
        std::string(Name) + " must be a number from " + std::to_string(Least) +
        " to " + std::to_string(Most) + ", not " + std::to_string(Value));
}

static std::vector<arc> reserved(std::uint64_t Edges) {
  std::vector<arc> Arcs;
  Arcs.reserve(Edges);
  return Arcs;
}

/// The undirected graph, each vertex's arcs in random order.
static csr finish(std::uint64_t Vertices, const std::vector<arc> &Edges,
                  std::uint64_t Seed) {
  return shuffle_arcs(detail::makeSerially(static_cast<vertex>(Vertices), Edges,
                                           direction::undirected),
                      Seed);
}

csr random_graph(std::uint64_t N, std::uint64_t M, std::uint64_t Seed) {
  require("the number of vertices", N, 1, most_vertices);
  require("the number of picks", M, 0, 1u << 16);
  Random Numbers(Seed);
  std::vector<arc> Edges = reserved(N * M);
  for (std::uint64_t V = 0; V != N; ++V)
    for (std::uint64_t I = 0; I != M; ++I)
      if (std::uint64_t Other = Numbers.below(N); Other != V)
        Edges.push_back({static_cast<vertex>(V), static_cast<vertex>(Other)});
  return finish(N, Edges, Seed);
}

csr hypercube(std::uint64_t N, std::uint64_t Seed) {
  require("the dimension", N, 0, 31);
  std::uint64_t Vertices = std::uint64_t(1) << N;
  std::vector<arc> Edges = reserved(Vertices / 2 * N);
  for (std::uint64_t V = 0; V != Vertices; ++V)
    for (std::uint64_t Bit = 0; Bit != N; ++Bit)
      if (std::uint64_t Other = V ^ std::uint64_t(1) << Bit; V < Other)
        Edges.push_back({static_cast<vertex>(V), static_cast<vertex>(Other)});
  return finish(Vertices, Edges, Seed);
}

csr torus(std::uint64_t N, std::uint64_t Seed) {
  // With fewer than 3 rows, neighbours above and below are the same.
  require("the number of rows", N, 3, 65535);
  std::vector<arc> Edges = reserved(2 * N * N);
  for (std::uint64_t Row = 0; Row != N; ++Row)
    for (std::uint64_t Column = 0; Column != N; ++Column) {
      auto V = static_cast<vertex>(Row * N + Column);
      Edges.push_back({V, static_cast<vertex>(Row * N + (Column + 1) % N)});
      Edges.push_back({V, static_cast<vertex>((Row + 1) % N * N + Column)});
    }
  return finish(N * N, Edges, Seed);
}

csr binary_tree(std::uint64_t N, std::uint64_t Seed) {
  require("the height", N, 1, 31);
  std::uint64_t Vertices = (std::uint64_t(1) << N) - 1;
  std::vector<arc> Edges = reserved(Vertices - 1);
  for (std::uint64_t V = 1; V != Vertices; ++V)
    Edges.push_back({static_cast<vertex>(V), static_cast<vertex>((V - 1) / 2)});
  return finish(Vertices, Edges, Seed);
}

csr path(std::uint64_t N, std::uint64_t Seed) {
  require("the number of vertices", N, 1, most_vertices);
  std::vector<arc> Edges = reserved(N - 1);
  for (std::uint64_t V = 1; V != N; ++V)
    Edges.push_back({static_cast<vertex>(V - 1), static_cast<vertex>(V)});
  return finish(N, Edges, Seed);
}

csr rmat(std::uint64_t Scale, std::uint64_t Factor, std::uint64_t Seed) {
  require("the scale", Scale, 0, 31);
  require("the number of edges for each vertex", Factor, 0, 1u << 16);
  return rmat_graph(std::uint64_t(1) << Scale, Factor << Scale, Seed);
}

csr rmat_graph(std::uint64_t Vertices, std::uint64_t Count,
               std::uint64_t Seed) {
  require("the number of vertices", Vertices, 1, most_vertices);
  require("the number of edges", Count, 0, std::uint64_t(1) << 47);
  Random Numbers(Seed);
  std::vector<vertex> Name(Vertices);
  std::iota(Name.begin(), Name.end(), vertex(0));
  for (std::uint64_t I = Vertices; I > 1; --I)
    std::swap(Name[I - 1], Name[Numbers.below(I)]);

  std::vector<arc> Edges = reserved(Count);
  while (Edges.size() != Count) {
    std::uint64_t From = 0, To = 0;
    for (std::uint64_t Size = 1; Size < Vertices; Size *= 2) {
      std::uint64_t Percent = Numbers.below(100);
      From = From << 1 | (Percent >= 57 + 19);
      To = To << 1 |
           ((Percent >= 57 && Percent < 57 + 19) || Percent >= 57 + 19 + 19);
    }
    if (From < Vertices && To < Vertices)
      Edges.push_back({Name[From], Name[To]});
  }
  return finish(Vertices, Edges, Seed);
}

/// Adds a mesh of \p N rows of \p N vertices, which begin with \p First.
static void addMesh(std::vector<arc> &Edges, std::uint64_t First,
                    std::uint64_t N) {
  for (std::uint64_t Row = 0; Row != N; ++Row)
    for (std::uint64_t Column = 0; Column != N; ++Column) {
      auto V = static_cast<vertex>(First + Row * N + Column);
      if (Column + 1 != N)
        Edges.push_back({V, V + 1});
      if (Row + 1 != N)
        Edges.push_back({V, static_cast<vertex>(V + N)});
    }
}

csr two_meshes(std::uint64_t N, std::uint64_t N2, std::uint64_t Seed) {
  require("the number of rows", N, 1, 46340);
  require("the number of rows", N2, 1, 46340);
  std::vector<arc> Edges = reserved(2 * N * (N - 1) + 2 * N2 * (N2 - 1) + 1);
  addMesh(Edges, 0, N);
  addMesh(Edges, N * N, N2);
  Edges.push_back({static_cast<vertex>(N * N - 1), static_cast<vertex>(N * N)});
  return finish(N * N + N2 * N2, Edges, Seed);
}

} // namespace tussah::graph
