//===- backtrack.cpp - Tasks on demand, simulated -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As in backtrack/: a thief asks a random worker. The victim goes back to its
/// oldest choice, undoing what it did since, makes a task of what is left
/// there, and does again what it has undone. It waits for the result, and works
/// for others meanwhile, as only it has the stack that the result is for.
///
//===----------------------------------------------------------------------===//

#include "workfirst.h"

namespace tussah::predict {

namespace {

/// Where a worker without work is: its request is on the way, or it waits for
/// the answer, or for a result, which is there at StepAt.
constexpr std::uint32_t Asks = Begins - 1, Waits = Asks - 1;

class Backtrack final : public WorkFirst {
  struct Request {
    unsigned Thief;
    std::uint64_t Number;
  };
  struct Side {
    /// Requests that have arrived.
    std::vector<Request> Requests;
    /// Frames whose results the worker waits for; the last one is the first
    /// that it can go on with.
    std::vector<Frame *> Waiting;
    /// Where the stolen strands arrive that it has begun and not ended.
    std::vector<Frame *> Begun;
    unsigned Victim = 0;
    /// Of the last request. It is void if another one has been made.
    std::uint64_t Number = 0;
  };
  std::vector<Side> Sides;

  void schedule(unsigned id) { Queue.set(id, Workers[id].StepAt); }

  double far(unsigned a, unsigned b) const {
    return M.nodeOf(a) != M.nodeOf(b) ? C.Remote : 0;
  }

  bool isIdle(unsigned id) const {
    return Workers[id].At == Asks || Workers[id].At == Waits;
  }

  /// The worker goes on with what it waits for, if that is there, or asks.
  void becomeIdle(unsigned id, double time) {
    Side &side = Sides[id];
    Worker &w = Workers[id];
    if (!side.Waiting.empty() && !side.Waiting.back()->Pending) {
      Frame *frame = side.Waiting.back();
      side.Waiting.pop_back();
      Wall.setRuns(id, true, time);
      return leave(w, frame, time + C.Join);
    }
    Wall.setRuns(id, false, time);
    ask(id, time);
  }

  void ask(unsigned id, double time) {
    Side &side = Sides[id];
    Worker &w = Workers[id];
    ++side.Number;
    if (M.Workers == 1) {
      w.StepAt = Never;
      return;
    }
    side.Victim = Dice.below(M.Workers - 1);
    side.Victim += side.Victim >= id;
    ++Result.Requests;
    w.At = Asks;
    w.StepAt = time + C.Ask + far(id, side.Victim);
  }

  /// The request of the worker arrives.
  void requestArrives(unsigned id, double time) {
    Side &side = Sides[id];
    if (!Workers[side.Victim].hasWork())
      return ask(id, time + C.Reply + far(id, side.Victim));
    Sides[side.Victim].Requests.push_back({id, side.Number});
    Workers[id].At = Waits;
    Workers[id].StepAt = Never;
  }

  void arrive(unsigned id, double time) override {
    Worker &w = Workers[id];
    Frame *frame = w.Base;
    unsigned owner = frame->Owner;
    --frame->Pending;
    auto &waiting = Sides[owner].Waiting;
    bool waits = !waiting.empty() && waiting.back() == frame;
    auto &begun = Sides[id].Begun;
    bool isStolen = !begun.empty() && begun.back() == frame;
    if (isStolen)
      begun.pop_back();
    if (owner == id) {
      // A strand that it has stolen from its own frame is not the one that
      // waits there.
      if (!isStolen)
        waiting.push_back(frame);
    } else if (!frame->Pending && waits && isIdle(owner)) {
      ++Sides[owner].Number;
      Workers[owner].At = Waits;
      Workers[owner].StepAt = time + C.Reply + far(id, owner);
      schedule(owner);
    }
    becomeIdle(id, time);
  }

  void poll(unsigned id, double time) override { answer(id, time); }

  /// Answers the requests that have arrived, one with a task.
  void answer(unsigned id, double time) {
    Side &side = Sides[id];
    Worker &v = Workers[id];
    while (!side.Requests.empty()) {
      Request request = side.Requests.back();
      side.Requests.pop_back();
      unsigned thief = request.Thief;
      if (Sides[thief].Number != request.Number || Workers[thief].At != Waits)
        continue;
      if (!v.hasWork()) {
        ask(thief, time + C.Reply + far(id, thief));
      } else {
        auto depth = static_cast<double>(v.Stack.size() - v.Bottom);
        double cost = C.Undo * depth + C.Split;
        take(id, thief, time + cost + C.Reply + far(id, thief));
        Sides[thief].Begun.push_back(Workers[thief].Base);
        v.StepAt += cost;
        time += cost;
      }
      schedule(thief);
    }
  }

public:
  Backtrack(const Dag &d, const Costs &c, const Machine &m)
      : WorkFirst(d, c, m), Sides(m.Workers) {}

  Outcome run() {
    for (unsigned id = 1; id != M.Workers; ++id) {
      becomeIdle(id, 0);
      schedule(id);
    }
    begin();
    schedule(0);
    while (!IsDone) {
      unsigned id = Queue.next();
      double time = Workers[id].StepAt;
      if (Workers[id].At == Asks) {
        requestArrives(id, time);
      } else if (Workers[id].At == Waits) {
        becomeIdle(id, time);
      } else {
        step(id, time);
        if (isIdle(id)) // it comes to no choice that it could split
          answer(id, time);
      }
      schedule(id);
    }
    return finish();
  }
};

} // namespace

Outcome simulateBacktrack(const Dag &d, const Costs &c, const Machine &m) {
  return Backtrack(d, c, m).run();
}

} // namespace tussah::predict
