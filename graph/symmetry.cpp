//===- symmetry.cpp - Arcs that have one back -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symmetry.h"

#include <tussah/graph/mix.hpp>

#include <algorithm>
#include <cstring>

namespace tussah::graph {

static std::uint64_t hashOfArc(vertex From, vertex To) {
  return detail::mix(static_cast<std::uint64_t>(From) << 32 | To);
}

/// Of a weight as part of the hash of an arc. 0 and -0 are equal.
static std::uint64_t hashOfWeight(double Weight) {
  std::uint64_t Bits;
  Weight += 0.0;
  std::memcpy(&Bits, &Weight, sizeof Bits);
  return detail::mix(Bits + 1);
}

/// The sum of what \p Of(V) returns for all vertices.
template <class Function>
static std::uint64_t sumOverVertices(const Input &From, std::size_t Vertices,
                                     const Function &Of) {
  constexpr std::size_t Block = 1 << 14;
  std::vector<std::uint64_t> Sums((Vertices + Block - 1) / Block);
  From.inParallel(Sums.size(), [&](std::size_t B) {
    std::uint64_t Sum = 0;
    std::size_t Last = std::min(Vertices, (B + 1) * Block);
    for (std::size_t V = B * Block; V != Last; ++V)
      Sum += Of(static_cast<vertex>(V));
    Sums[B] = Sum;
  });
  std::uint64_t Sum = 0;
  for (std::uint64_t One : Sums)
    Sum += One;
  return Sum;
}

std::uint64_t imbalanceOf(vertex V, const arc_index *Offsets,
                          const vertex *Targets, const double *Weights) {
  auto Hash = [&](vertex Low, vertex High, arc_index I) {
    std::uint64_t Arc = hashOfArc(Low, High);
    return Weights ? detail::mix(Arc ^ hashOfWeight(Weights[I])) : Arc;
  };
  // Loops count on neither side.
  std::uint64_t Sum = 0;
  for (arc_index I = Offsets[V]; I != Offsets[V + 1]; ++I)
    if (V < Targets[I])
      Sum += Hash(V, Targets[I], I);
    else if (V > Targets[I])
      Sum -= Hash(Targets[I], V, I);
  return Sum;
}

bool isSymmetric(const Input &From, const buffer<arc_index> &Offsets,
                 const buffer<vertex> &Targets, const buffer<double> &Weights) {
  const double *All = Weights.empty() ? nullptr : Weights.data();
  return sumOverVertices(From, Offsets.size() - 1, [&](vertex V) {
           return imbalanceOf(V, Offsets.data(), Targets.data(), All);
         }) == 0;
}

vertex findOneWay(const Input &From, const buffer<arc_index> &Offsets,
                  buffer<vertex> &Targets) {
  std::size_t Vertices = Offsets.size() - 1;
  if (isSymmetric(From, Offsets, Targets, {}))
    return no_vertex;
  // Where they are is not asked for often, so it may take longer, but no
  // memory.
  auto Row = [&](std::size_t V) { return Targets.begin() + Offsets[V]; };
  for (std::size_t V = 0; V != Vertices; ++V)
    std::sort(Row(V), Row(V + 1));
  auto Count = [&](std::size_t From, std::size_t To) {
    auto [First, Last] =
        std::equal_range(Row(From), Row(From + 1), static_cast<vertex>(To));
    return Last - First;
  };
  for (std::size_t V = 0; V != Vertices; ++V)
    for (arc_index I = Offsets[V]; I != Offsets[V + 1]; ++I)
      if (Count(V, Targets[I]) != Count(Targets[I], V))
        return static_cast<vertex>(V);
  return no_vertex;
}

std::uint64_t hashOfArcs(const Input &From, const Loaded &G, bool Turned) {
  return sumOverVertices(From, G.vertices(), [&](vertex V) {
    std::uint64_t Sum = 0;
    for (arc_index I = G.offsets()[V]; I != G.offsets()[V + 1]; ++I) {
      vertex To = G.targets()[I];
      std::uint64_t Arc = Turned ? hashOfArc(To, V) : hashOfArc(V, To);
      Sum += G.weighted() ? detail::mix(Arc ^ hashOfWeight(G.weight(I))) : Arc;
    }
    return Sum;
  });
}

} // namespace tussah::graph
