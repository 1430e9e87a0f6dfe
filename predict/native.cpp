//===- native.cpp - The native runtime, simulated -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As in runtime/scheduler, whose words these are, but for how thieves find
/// victims. There, all thieves ask all workers, so that whoever polls next has
/// a request. Here, workers without work are in a list, and whoever polls next
/// serves one of them.
///
//===----------------------------------------------------------------------===//

#include "workfirst.h"

namespace tussah::predict {

namespace {

class Native final : public WorkFirst {
  std::vector<unsigned> Hungry;
  /// When a thief will send a signal to a worker.
  std::vector<double> SignalAt;

  void schedule(unsigned id) {
    Queue.set(id, std::min(Workers[id].StepAt, SignalAt[id]));
  }

  void becomeHungry(unsigned id, double time) {
    Worker &w = Workers[id];
    w.StepAt = SignalAt[id] = Never;
    w.HungrySince = time;
    Wall.setRuns(id, false, time);
    Hungry.push_back(id);
    // A victim that does not poll soon gets a signal. The thief looks at
    // workers in turn, from a random one on.
    unsigned first = Dice.below(M.Workers);
    for (unsigned i = 0; i != M.Workers; ++i) {
      unsigned victim =
          first + i < M.Workers ? first + i : first + i - M.Workers;
      if (!Workers[victim].hasWork())
        continue;
      ++Result.Requests;
      SignalAt[victim] = std::min(SignalAt[victim], time + C.Patience);
      return schedule(victim);
    }
  }

  void arrive(unsigned id, double time) override {
    Worker &w = Workers[id];
    if (--w.Base->Pending)
      becomeHungry(id, time);
    else
      leave(w, w.Base, time + C.Join);
  }

  void poll(unsigned id, double time) override {
    if (!Hungry.empty())
      serve(id, time, C.Promote);
  }

  /// Chooses a worker without work: one that searches, if there is one.
  std::size_t chooseThief(double time) {
    auto count = static_cast<unsigned>(Hungry.size());
    unsigned first = Dice.below(count);
    constexpr unsigned MostLooks = 16;
    for (unsigned i = 0; i != std::min(count, MostLooks); ++i) {
      unsigned index = (first + i) % count;
      if (time - Workers[Hungry[index]].HungrySince < C.Search)
        return index;
    }
    return first;
  }

  /// The worker promotes its oldest continuation for a thief, which costs it
  /// \p cost.
  void serve(unsigned id, double time, double cost) {
    std::size_t index = chooseThief(time);
    unsigned thief = Hungry[index];
    Hungry[index] = Hungry.back();
    Hungry.pop_back();
    Worker &v = Workers[id];
    bool isAwake = time - Workers[thief].HungrySince < C.Search;
    bool isFar = M.nodeOf(id) != M.nodeOf(thief);
    take(id, thief,
         time + cost + C.Steal + (isAwake ? 0 : C.Wake) +
             (isFar ? C.Remote : 0));
    v.StepAt += cost;
    schedule(thief);
    if (!Hungry.empty() && v.hasWork())
      SignalAt[id] = std::min(SignalAt[id], time + C.Patience);
  }

public:
  Native(const Dag &d, const Costs &c, const Machine &m)
      : WorkFirst(d, c, m), SignalAt(m.Workers, Never) {}

  Outcome run() {
    for (unsigned id = 1; id != M.Workers; ++id)
      becomeHungry(id, 0);
    begin();
    schedule(0);
    while (!IsDone) {
      unsigned id = Queue.next();
      Worker &w = Workers[id];
      if (SignalAt[id] < w.StepAt) {
        double time = SignalAt[id];
        SignalAt[id] = Never;
        if (!Hungry.empty() && w.hasWork())
          serve(id, time, C.Promote + C.Signal);
      } else {
        step(id, w.StepAt);
      }
      schedule(id);
    }
    return finish();
  }
};

} // namespace

Outcome simulateNative(const Dag &d, const Costs &c, const Machine &m) {
  return Native(d, c, m).run();
}

} // namespace tussah::predict
