//===- costs.h - What schedulers cost on a machine --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_COSTS_H
#define TUSSAH_PREDICT_COSTS_H

#include <string>
#include <vector>

namespace tussah::predict {

/// What schedulers do takes so long, in nanoseconds. These are estimates, not
/// measurements.
struct Costs {
  // The native runtime. A victim promotes a continuation; a thief that searches
  // begins with it so much later, one that sleeps later still; the last strand
  // that arrives at a join goes on.
  double Promote = 400, Steal = 600, Wake = 40000, Join = 300;
  /// For how long a thief searches before it sleeps, and waits before it sends
  /// a signal to a victim that does not poll; what that costs the victim.
  double Search = 50000, Patience = 15000, Signal = 6000;
  // Continuation-passing threads: one of them, a request with its reply, what
  // that takes of the time of a victim that runs, what a closure takes that
  // moves, and an argument for a closure of another worker.
  double Thread = 40, Request = 400, Answer = 100, Migrate = 200, Send = 100;
  // Backtracking: to undo and do again one choice, to make a task, a message
  // each way.
  double Undo = 60, Split = 500, Ask = 300, Reply = 300;
  /// What a message between nodes takes more.
  double Remote = 2000;
};

struct CostName {
  const char *Name;
  double Costs::*Member;
};
/// All of them, by the names that files have.
const std::vector<CostName> &costNames();

/// Sets what lines such as `steal = 600` say; `#` begins a comment. Returns
/// what is wrong with \p Text, or nothing.
std::string parseCosts(const std::string &Text, Costs &To);

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_COSTS_H
