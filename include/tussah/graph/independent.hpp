//===- tussah/graph/independent.hpp - Maximal independent sets --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Maximal independent sets: Blelloch, Fineman, Shun, "Greedy Sequential
/// Maximal Independent Set and Matching are Parallel on Average" (SPAA 2012).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_INDEPENDENT_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_INDEPENDENT_HPP

#include <tussah/graph/mix.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <cstdint>
#include <utility>

namespace tussah::graph {
namespace detail {

/// \p place(v) is the place of a vertex in the order; no two have the same.
template <class Place>
array<std::uint8_t> independentSet(const csr &g, const Place &place,
                                   progress *watch) {
  static constexpr std::uint8_t out = 0, in = 1, undecided = 2;
  array<std::uint8_t> state = filled(g.vertices(), undecided);
  // By value, so that it stays in registers while others store decisions.
  std::uint8_t *const states = state.data();
  // Decisions are final, so it does not matter which of this round are seen.
  auto decide = [&g, states, place](vertex v) {
    auto mine = place(v);
    std::uint8_t decision = in;
    for (vertex other : g.neighbours(v)) {
      std::uint8_t theirs = load(states[other]);
      if (theirs == out || other == v || place(other) > mine)
        continue;
      if (theirs == in)
        return out;
      decision = undecided;
    }
    return decision;
  };
  array<vertex> left = allVertices(g), next(g.vertices());
  for (std::size_t count = g.vertices(); count != 0; std::swap(left, next)) {
    atRound(watch, g.vertices() - count, g.vertices());
    count = filter(left, count, next, [states, decide](vertex v) {
      std::uint8_t decision = decide(v);
      store(states[v], decision);
      return decision == undecided;
    });
  }
  return state;
}

} // namespace detail

/// For each vertex of the undirected graph \p g 1 or 0: whether it is in the
/// set that comes of taking, in a random order of the vertices that depends on
/// \p seed only, each that has no neighbour in the set. So no two in the set
/// are neighbours, all others have one in it, and each schedule gives the same.
/// Loops do not count. Takes O(log^2 n) rounds and linear work, with high
/// probability, and 9 bytes for each vertex.
inline array<std::uint8_t> independent_set(const csr &g, std::uint64_t seed = 1,
                                           progress *watch = nullptr) {
  std::uint64_t key = detail::mix(seed);
  // Different vertices have different places in the order.
  return detail::independentSet(
      g, [key](vertex v) { return detail::mix(key ^ v); }, watch);
}

/// The same in the order of \p numbers, one for each vertex; of equal ones that
/// of the lesser vertex comes first. Rounds and work are as above if they are
/// random.
inline array<std::uint8_t> independent_set(const csr &g,
                                           const array<std::uint64_t> &numbers,
                                           progress *watch = nullptr) {
  const std::uint64_t *first = numbers.data();
  return detail::independentSet(
      g, [first](vertex v) { return std::pair(first[v], v); }, watch);
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_INDEPENDENT_HPP
