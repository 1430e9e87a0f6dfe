//===- simulate.h - Schedulers, as they would run a dag ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_SIMULATE_H
#define TUSSAH_PREDICT_SIMULATE_H

#include "contention.h"
#include "costs.h"
#include "dag.h"

namespace tussah::predict {

struct Machine {
  unsigned Workers = 1;
  /// Workers are divided among nodes evenly.
  unsigned Nodes = 1;
  std::uint64_t Seed = 1;
  Contention Shared = {};

  unsigned nodeOf(unsigned worker) const {
    return static_cast<unsigned>(std::uint64_t(worker) * Nodes / Workers);
  }
};

struct Outcome {
  /// In nanoseconds: of the run, and of all workers without work in sum.
  double Time = 0, Idle = 0;
  /// Thefts, and requests for one, failed ones included.
  std::uint64_t Steals = 0, Requests = 0;
  /// The most that a worker has had at once: native, spawns on its stack; cps,
  /// closures; backtracking, choices to come back to.
  std::uint64_t Space = 0;
};

/// Work first; a thief asks, and the victim promotes its oldest continuation
/// (runtime/scheduler).
Outcome simulateNative(const Dag &D, const Costs &C, const Machine &M);
/// Threads with levels; requests to random victims, and replies (cps, and the
/// first Cilk).
Outcome simulateCps(const Dag &D, const Costs &C, const Machine &M);
/// A victim goes back to its oldest choice, splits it, and goes on; it waits
/// for the result (backtrack, Tascell).
Outcome simulateBacktrack(const Dag &D, const Costs &C, const Machine &M);

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_SIMULATE_H
