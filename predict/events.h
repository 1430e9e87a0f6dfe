//===- events.h - What happens next on which worker -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_EVENTS_H
#define TUSSAH_PREDICT_EVENTS_H

#include "support/random.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace tussah::predict {

inline constexpr double Never = std::numeric_limits<double>::infinity();

/// Each worker has one next event. A tournament: a change of it is compared at
/// each level on the way to the winner.
class Events {
  unsigned Leaves = 1;
  std::vector<double> Times;
  /// The winner of each match; the players of match i are 2 i and 2 i + 1.
  std::vector<unsigned> Winners;

public:
  explicit Events(unsigned workers) {
    while (Leaves < workers)
      Leaves *= 2;
    Times.assign(Leaves, Never);
    Winners.resize(2 * Leaves);
    for (unsigned i = 0; i != Leaves; ++i)
      Winners[Leaves + i] = i;
    for (unsigned i = Leaves - 1; i > 0; --i)
      Winners[i] = Winners[2 * i];
  }

  double timeOf(unsigned worker) const { return Times[worker]; }
  void set(unsigned worker, double time) {
    Times[worker] = time;
    for (unsigned i = (Leaves + worker) / 2; i > 0; i /= 2) {
      unsigned a = Winners[2 * i], b = Winners[2 * i + 1];
      Winners[i] = Times[b] < Times[a] ? b : a;
    }
  }
  unsigned next() const { return Winners[1]; }
};

/// Numbers of a seed.
class Random {
  std::uint64_t State;

public:
  explicit Random(std::uint64_t seed) : State(support::randomState(seed, 0)) {}
  unsigned below(unsigned bound) {
    return static_cast<unsigned>(support::randomBelow(bound, State));
  }
};

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_EVENTS_H
