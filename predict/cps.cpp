//===- cps.cpp - Continuation-passing threads, simulated ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler of the first Cilk (Blumofe et al. 1995, section 3), as in
/// cps/. A thread runs to its end and posts what it spawns, one level deeper. A
/// worker takes the youngest closure of the deepest level; a thief asks a
/// random worker and gets the oldest one of the shallowest level. What follows
/// a sync is a thread of its own, the successor, which the last one that it
/// waits for posts.
///
//===----------------------------------------------------------------------===//

#include "events.h"
#include "simulate.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace tussah::predict {

namespace {

/// A successor that waits.
struct Successor {
  /// That of the scope or task around it.
  Successor *Around;
  unsigned Pending;
  std::uint32_t At, Level;
  unsigned Owner;
};

/// A thread that is ready: a step, or a part of a loop.
struct Closure {
  Successor *Around;
  std::uint32_t At;
  std::uint64_t From, To;
  std::uint32_t Loop;
};

constexpr std::uint32_t InRange = ~std::uint32_t(0);

struct Worker {
  std::vector<std::deque<Closure>> Levels;
  /// Closures in Levels; all above the highest level and below the lowest one
  /// are empty.
  std::uint64_t Ready = 0, Closures = 0, MostClosures = 0;
  std::uint32_t Deepest = 0, Shallowest = 0;
  Closure Now;
  std::uint32_t Level = 0;
  double StepAt = Never;
  /// What happens at StepAt: its strand ends, its request is at the victim, or
  /// the closure that it gets is here.
  enum { Works, Asks, Receives } Does = Works;
  unsigned Victim = 0;
};

class Cps {
  const Dag &D;
  const Costs &C;
  const Machine &M;
  std::vector<Worker> Workers;
  std::vector<std::uint64_t> Grains;
  Events Queue;
  Random Dice;
  Clock Wall;
  Outcome Result;
  bool IsDone = false;
  std::vector<Successor *> Free;
  std::vector<std::unique_ptr<Successor[]>> Blocks;

  Successor *newSuccessor(unsigned owner) {
    if (Free.empty()) {
      constexpr std::size_t Size = 1024;
      Blocks.push_back(std::make_unique<Successor[]>(Size));
      for (std::size_t i = 0; i != Size; ++i)
        Free.push_back(&Blocks.back()[i]);
    }
    Successor *made = Free.back();
    Free.pop_back();
    count(owner);
    return made;
  }

  void count(unsigned owner) {
    Worker &w = Workers[owner];
    w.MostClosures = std::max(w.MostClosures, ++w.Closures);
  }

  void post(unsigned id, const Closure &closure, std::uint32_t level) {
    Worker &w = Workers[id];
    if (w.Levels.size() <= level)
      w.Levels.resize(level + 1);
    w.Levels[level].push_front(closure);
    if (!w.Ready++) {
      w.Deepest = w.Shallowest = level;
    } else {
      w.Deepest = std::max(w.Deepest, level);
      w.Shallowest = std::min(w.Shallowest, level);
    }
    count(id);
  }

  /// Takes the youngest of the deepest level of a worker, or the oldest of its
  /// shallowest level, for \p to.
  void take(Worker &from, Worker &to, bool steals) {
    std::uint32_t &level = steals ? from.Shallowest : from.Deepest;
    while (from.Levels[level].empty())
      level = steals ? level + 1 : level - 1;
    std::deque<Closure> &list = from.Levels[level];
    to.Now = steals ? list.back() : list.front();
    to.Level = level;
    if (steals)
      list.pop_back();
    else
      list.pop_front();
    --from.Ready;
    --from.Closures;
  }

  void goTo(Worker &w, std::uint32_t step, double time) {
    w.Now.At = step;
    w.StepAt = time + D.Steps[step].Before;
  }

  /// The worker has taken a thread. A loop is divided by threads of its own.
  void beginThread(unsigned id, double time) {
    Worker &w = Workers[id];
    w.Does = Worker::Works;
    Wall.setRuns(id, true, time);
    time += C.Thread;
    if (w.Now.At != InRange)
      return goTo(w, w.Now.At, time);
    Closure &now = w.Now;
    while (now.To - now.From > Grains[now.Loop]) {
      Closure upper = now;
      upper.From = now.To = now.From + (now.To - now.From) / 2;
      ++now.Around->Pending;
      post(id, upper, ++w.Level);
    }
    const Loop &loop = D.Loops[now.Loop];
    w.StepAt = time + loop.timeBefore(now.To) - loop.timeBefore(now.From);
  }

  /// The thread of the worker has ended.
  void chooseNext(unsigned id, double time) {
    Worker &w = Workers[id];
    if (w.Ready) {
      take(w, w, false);
      return beginThread(id, time);
    }
    Wall.setRuns(id, false, time);
    ask(id, time);
  }

  /// The thread of the worker ends, one of those that \p successor waits for:
  /// sends its value. The sender posts what gets ready.
  void end(unsigned id, Successor *successor, double time) {
    if (!successor) {
      IsDone = true;
      Result.Time = time;
      return;
    }
    unsigned owner = successor->Owner;
    if (!--successor->Pending) {
      --Workers[owner].Closures;
      post(id, {successor->Around, successor->At, 0, 0, 0}, successor->Level);
      Free.push_back(successor);
    }
    chooseNext(id, owner == id ? time : time + C.Send + far(id, owner));
  }

  void step(unsigned id, double time) {
    Worker &w = Workers[id];
    if (w.Now.At == InRange)
      return end(id, w.Now.Around, time);
    const Step &step = D.Steps[w.Now.At];
    switch (step.What) {
    case Step::End:
      return end(id, w.Now.Around, time);
    case Step::Open: {
      Successor *made = newSuccessor(id);
      *made = {w.Now.Around, 1, 0, w.Level, id};
      w.Now.Around = made;
      return goTo(w, w.Now.At + 1, time);
    }
    case Step::Spawn:
      ++w.Now.Around->Pending;
      post(id, {w.Now.Around, step.Target, 0, 0, 0}, w.Level + 1);
      return goTo(w, w.Now.At + 1, time);
    case Step::Sync: {
      Successor *successor = w.Now.Around;
      successor->At = w.Now.At + 1;
      return end(id, successor, time);
    }
    case Step::Loop: {
      Successor *made = newSuccessor(id);
      *made = {w.Now.Around, 1, w.Now.At + 1, w.Level, id};
      w.Now = {made, InRange, 0, D.Loops[step.Target].Iterations, step.Target};
      return beginThread(id, time);
    }
    }
  }

  //===--------------------------------------------------------------------===//
  // Requests and replies
  //===--------------------------------------------------------------------===//

  double far(unsigned a, unsigned b) const {
    return M.nodeOf(a) != M.nodeOf(b) ? C.Remote : 0;
  }

  /// Sends a request. It is there when half of its time is over.
  void ask(unsigned id, double time) {
    Worker &w = Workers[id];
    if (M.Workers == 1) {
      w.StepAt = Never;
      return;
    }
    w.Does = Worker::Asks;
    w.Victim = Dice.below(M.Workers - 1);
    w.Victim += w.Victim >= id;
    ++Result.Requests;
    w.StepAt = time + (C.Request + far(id, w.Victim)) / 2;
  }

  void requestArrives(unsigned id, double time) {
    Worker &w = Workers[id];
    Worker &victim = Workers[w.Victim];
    double reply = time + (C.Request + far(id, w.Victim)) / 2;
    if (victim.Does == Worker::Works) {
      victim.StepAt += C.Answer;
      Queue.set(w.Victim, victim.StepAt);
    }
    if (!victim.Ready)
      return ask(id, reply);
    take(victim, w, true);
    ++Result.Steals;
    w.Does = Worker::Receives;
    w.StepAt = reply + C.Migrate;
  }

public:
  Cps(const Dag &d, const Costs &c, const Machine &m)
      : D(d), C(c), M(m), Workers(m.Workers), Queue(m.Workers), Dice(m.Seed),
        Wall(m.Shared, m.Workers) {
    for (const Loop &loop : d.Loops)
      Grains.push_back(loop.grain(m.Workers));
  }

  Outcome run() {
    Workers[0].Now = {nullptr, D.Root, 0, 0, 0};
    beginThread(0, 0);
    Queue.set(0, Workers[0].StepAt);
    for (unsigned id = 1; id != M.Workers; ++id) {
      ask(id, 0);
      Queue.set(id, Workers[id].StepAt);
    }
    while (!IsDone) {
      unsigned id = Queue.next();
      Worker &w = Workers[id];
      if (w.Does == Worker::Asks)
        requestArrives(id, w.StepAt);
      else if (w.Does == Worker::Receives)
        beginThread(id, w.StepAt);
      else
        step(id, w.StepAt);
      Queue.set(id, w.StepAt);
    }
    for (const Worker &w : Workers)
      Result.Space = std::max(Result.Space, w.MostClosures);
    Wall.finish(Result.Time);
    Result.Time = Wall.real();
    Result.Idle = Wall.withoutWork();
    return Result;
  }
};

} // namespace

Outcome simulateCps(const Dag &d, const Costs &c, const Machine &m) {
  return Cps(d, c, m).run();
}

} // namespace tussah::predict
