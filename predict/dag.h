//===- dag.h - Series-parallel dags, as simulators walk them ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dag is an array of steps. A body, which ends with Step::End, is what a
/// task does; bodies that are equal are there once, so that a regular dag of
/// 10^10 tasks needs a few steps.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_DAG_H
#define TUSSAH_PREDICT_DAG_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tussah::predict {

struct Step {
  enum Kind : std::uint32_t {
    /// The task ends, after it has synced.
    End,
    /// A sync scope begins. Scopes nest.
    Open,
    /// A task: Target is its body. The next step is the continuation.
    Spawn,
    /// The innermost scope ends.
    Sync,
    /// A parallel loop whose iterations have no tasks: Target is its number.
    Loop
  };
  /// The strand that the step ends, in nanoseconds.
  double Before;
  Kind What;
  std::uint32_t Target;
};

/// A loop whose iterations are strands.
class Loop {
  struct Run {
    std::uint64_t First;
    /// Of the iterations before, and of one of these, in nanoseconds.
    double Start, Each;
  };
  std::vector<Run> Runs;
  double Total = 0;

public:
  std::uint64_t Iterations = 0;
  /// The grain, if the program gives it; else 0, and what the compiler takes an
  /// iteration for.
  std::uint64_t Grain = 0, Instructions = 0;

  void add(std::uint64_t Count, double Time);
  void scale(double Factor);
  double time() const { return Total; }
  /// Of all iterations before \p Index.
  double timeBefore(std::uint64_t Index) const;
  /// The longest iteration.
  double longest() const;
  /// How many iterations a leaf has on \p Workers workers.
  std::uint64_t grain(unsigned Workers) const;
};

class Dag {
  /// Where bodies are, and how long, by what is computed from their steps.
  std::unordered_multimap<std::size_t, std::pair<std::uint32_t, std::uint32_t>>
      Known;
  struct Sum {
    double Work, Span;
    std::uint64_t Tasks, Threads;
  };
  Sum measure(std::uint32_t Body,
              std::unordered_map<std::uint32_t, Sum> &Measured) const;

public:
  std::vector<Step> Steps;
  std::vector<Loop> Loops;
  std::uint32_t Root = 0;

  /// The lengths of the whole dag, in nanoseconds, and how many tasks it has;
  /// threads are what is between spawns of a continuation-passing program:
  /// tasks, and what follows a sync.
  double Work = 0, Span = 0;
  std::uint64_t Tasks = 0, Threads = 0;

  Dag();
  /// Adds a body, or finds one that is equal.
  std::uint32_t add(const std::vector<Step> &Body);
  /// The body of the program is known: computes the numbers above.
  void finish(std::uint32_t Root);
  /// Multiplies all times with \p Factor.
  void scale(double Factor);
};

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_DAG_H
