//===- workfirst.h - Workers that run tasks before others -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What schedulers have in common in which a spawn is a call: a worker has a
/// stack of continuations, thieves take the oldest one, and only then is there
/// a frame at which strands meet.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_WORKFIRST_H
#define TUSSAH_PREDICT_WORKFIRST_H

#include "events.h"
#include "simulate.h"

#include <algorithm>
#include <memory>

namespace tussah::predict {

/// A frame of which a continuation was stolen. Its strands arrive here.
struct Frame {
  Frame *Parent;
  unsigned Pending;
  /// What follows the sync, and how many scopes are open there.
  std::uint32_t After;
  std::uint32_t Scopes;
  /// Whose stack it is on.
  unsigned Owner;
};

/// What is left of a loop's range.
struct Range {
  std::uint64_t From = 0, To = 0;
  std::uint32_t Loop = 0;
  /// What follows the range.
  std::uint32_t After = 0;
};

/// What a spawn leaves on the stack.
struct Continuation {
  /// The next step; none if it is the rest of a range.
  std::uint32_t At;
  /// Scopes that are open, from the base on.
  std::uint32_t Scopes;
  Range Rest;
};

// Not steps, but where a worker is.
constexpr std::uint32_t InRange = ~std::uint32_t(0), Begins = InRange - 1;

struct Worker {
  /// From Bottom on: what is older was stolen.
  std::vector<Continuation> Stack;
  std::size_t Bottom = 0;
  /// The frame at which the strand arrives in the end.
  Frame *Base = nullptr;
  std::uint32_t Scopes = 0;
  /// The step whose strand runs, or InRange, or Begins: with Stolen.
  std::uint32_t At = 0;
  Continuation Stolen = {};
  Range Now;
  /// The range has been divided, so that its end is a sync.
  bool IsDivided = false;
  double StepAt = Never, HungrySince = 0;
  std::uint64_t Deepest = 0;

  bool hasWork() const { return Stack.size() != Bottom; }
};

class WorkFirst {
protected:
  const Dag &D;
  const Costs &C;
  const Machine &M;
  std::vector<Worker> Workers;
  Events Queue;
  Random Dice;
  Clock Wall;
  Outcome Result;
  bool IsDone = false;

private:
  std::vector<std::uint64_t> Grains;
  std::vector<Frame *> Free;
  std::vector<std::unique_ptr<Frame[]>> Blocks;

  Frame *newFrame();
  void push(Worker &w, const Continuation &pushed);
  void divide(unsigned id, double time);
  void resume(unsigned id, const Continuation &from, double time);
  void arriveOrEnd(unsigned id, double time);
  void endTask(unsigned id, double time);
  void sync(unsigned id, std::uint32_t after, double time);

protected:
  WorkFirst(const Dag &d, const Costs &c, const Machine &m);
  ~WorkFirst() = default;

  /// The worker has a continuation and a moment for thieves.
  virtual void poll(unsigned id, double time) = 0;
  /// The strand of the worker arrives at its base, which is not null.
  virtual void arrive(unsigned id, double time) = 0;

  /// The worker goes on with a step at \p time.
  void goTo(Worker &w, std::uint32_t step, double time) {
    w.At = step;
    w.StepAt = time + D.Steps[step].Before;
  }
  /// The worker goes on behind the sync of \p of, at which all have arrived.
  void leave(Worker &w, Frame *of, double time);
  /// What the worker does at the end of a strand.
  void step(unsigned id, double time);
  /// The oldest continuation of \p victim is that of \p thief, which begins
  /// with it at \p start.
  void take(unsigned victim, unsigned thief, double start);
  /// Worker 0 begins.
  void begin();
  Outcome finish();
};

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_WORKFIRST_H
