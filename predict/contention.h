//===- contention.h - How workers slow each other down ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strands take longer while others run, as all share caches, memory and
/// power. Simulators keep a time in which they do not; this turns it into the
/// time of a clock.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_CONTENTION_H
#define TUSSAH_PREDICT_CONTENTION_H

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tussah::predict {

/// How many times as long a strand takes while so many workers run.
class Contention {
  /// By the number of workers; the first is (1, 1).
  std::vector<std::pair<unsigned, double>> Points = {{1, 1.0}};

public:
  const std::vector<std::pair<unsigned, double>> &points() const {
    return Points;
  }
  bool isKnown() const { return Points.size() > 1; }
  /// Between points, linear; behind the last one, the same.
  double factor(unsigned workers) const;
  /// Reads a list such as `2:1.08,4:1.3`. Returns what is wrong, or nothing.
  std::string parse(const std::string &list);
};

/// Counts the workers that run, and adds up what passes on a clock.
class Clock {
  std::vector<double> Factors;
  std::vector<bool> Runs;
  unsigned Running = 0;
  double Last = 0, Real = 0, WithoutWork = 0;

  void advance(double time) {
    double passed = std::max(0.0, time - Last) * Factors[Running];
    Last = std::max(Last, time);
    Real += passed;
    WithoutWork += passed * static_cast<double>(Runs.size() - Running);
  }

public:
  Clock(const Contention &contention, unsigned workers);

  /// From \p time on, the worker runs, or does not. Called in the order of
  /// time; what comes late counts from the last call on.
  void setRuns(unsigned worker, bool runs, double time) {
    if (Runs[worker] == runs)
      return;
    advance(time);
    Runs[worker] = runs;
    Running += runs ? 1 : -1;
  }
  void finish(double time) { advance(time); }

  /// What has passed, and the sum of what each worker was without work.
  double real() const { return Real; }
  double withoutWork() const { return WithoutWork; }
};

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_CONTENTION_H
