//===- random.h - Numbers that are the same everywhere ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_RANDOM_H
#define TUSSAH_GRAPH_RANDOM_H

#include <tussah/graph/mix.hpp>

namespace tussah::graph {

/// A sequence of random numbers, SplitMix64. Not for cryptography.
class Random {
  std::uint64_t State;

public:
  explicit Random(std::uint64_t Seed) : State(detail::mix(Seed)) {}

  std::uint64_t next() { return detail::mix(State++); }

  /// A number from 0 to \p Bound - 1, where \p Bound is not 0. Uniform but for
  /// Bound / 2^64 (Lemire, "Fast Random Integer Generation in an Interval",
  /// 2019, without the rejection).
  std::uint64_t below(std::uint64_t Bound) {
    return static_cast<std::uint64_t>(
        (static_cast<unsigned __int128>(next()) * Bound) >> 64);
  }
};

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_RANDOM_H
