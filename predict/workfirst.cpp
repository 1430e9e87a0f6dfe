//===- workfirst.cpp - Workers that run tasks before continuations --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "workfirst.h"

namespace tussah::predict {

WorkFirst::WorkFirst(const Dag &d, const Costs &c, const Machine &m)
    : D(d), C(c), M(m), Workers(m.Workers), Queue(m.Workers), Dice(m.Seed),
      Wall(m.Shared, m.Workers) {
  for (const Loop &loop : d.Loops)
    Grains.push_back(loop.grain(m.Workers));
}

Frame *WorkFirst::newFrame() {
  if (Free.empty()) {
    constexpr std::size_t Size = 1024;
    Blocks.push_back(std::make_unique<Frame[]>(Size));
    for (std::size_t i = 0; i != Size; ++i)
      Free.push_back(&Blocks.back()[i]);
  }
  Frame *frame = Free.back();
  Free.pop_back();
  return frame;
}

void WorkFirst::push(Worker &w, const Continuation &pushed) {
  if (!w.hasWork()) {
    w.Stack.clear();
    w.Bottom = 0;
  }
  w.Stack.push_back(pushed);
  w.Deepest = std::max<std::uint64_t>(w.Deepest, w.Stack.size() - w.Bottom);
}

/// Divides the range of the worker, and begins its leaf.
void WorkFirst::divide(unsigned id, double time) {
  Worker &w = Workers[id];
  const Loop &loop = D.Loops[w.Now.Loop];
  while (w.Now.To - w.Now.From > Grains[w.Now.Loop]) {
    std::uint64_t middle = w.Now.From + (w.Now.To - w.Now.From) / 2;
    if (!w.IsDivided)
      ++w.Scopes;
    Range rest = w.Now;
    rest.From = middle;
    push(w, {InRange, w.Scopes, rest});
    // The lower half is a task of its own.
    w.Scopes = 0;
    w.IsDivided = false;
    w.Now.To = middle;
    w.Now.After = 0;
  }
  w.At = InRange;
  w.StepAt = time + loop.timeBefore(w.Now.To) - loop.timeBefore(w.Now.From);
  if (w.hasWork())
    poll(id, time);
}

void WorkFirst::resume(unsigned id, const Continuation &c, double time) {
  Worker &w = Workers[id];
  w.Scopes = c.Scopes;
  if (c.At != InRange)
    return goTo(w, c.At, time);
  w.Now = c.Rest;
  w.IsDivided = true;
  divide(id, time);
}

void WorkFirst::arriveOrEnd(unsigned id, double time) {
  if (Workers[id].Base)
    return arrive(id, time);
  IsDone = true;
  Result.Time = time;
}

void WorkFirst::endTask(unsigned id, double time) {
  Worker &w = Workers[id];
  if (!w.hasWork())
    return arriveOrEnd(id, time);
  Continuation c = w.Stack.back();
  w.Stack.pop_back();
  resume(id, c, time);
}

/// The worker comes to the end of its innermost scope, which \p after follows.
void WorkFirst::sync(unsigned id, std::uint32_t after, double time) {
  Worker &w = Workers[id];
  if (w.Scopes) {
    --w.Scopes;
    return goTo(w, after, time);
  }
  if (w.Base)
    w.Base->After = after;
  arriveOrEnd(id, time);
}

void WorkFirst::leave(Worker &w, Frame *of, double time) {
  w.Base = of->Parent;
  w.Scopes = of->Scopes;
  goTo(w, of->After, time);
  Free.push_back(of);
}

void WorkFirst::step(unsigned id, double time) {
  Worker &w = Workers[id];
  if (w.At == Begins) {
    Wall.setRuns(id, true, time);
    return resume(id, w.Stolen, time);
  }
  if (w.At == InRange) {
    std::uint32_t after = w.Now.After;
    return w.IsDivided ? sync(id, after, time) : goTo(w, after, time);
  }
  const Step &step = D.Steps[w.At];
  switch (step.What) {
  case Step::End:
    return endTask(id, time);
  case Step::Open:
    ++w.Scopes;
    return goTo(w, w.At + 1, time);
  case Step::Spawn:
    push(w, {w.At + 1, w.Scopes, {}});
    w.Scopes = 0;
    goTo(w, step.Target, time);
    return poll(id, time);
  case Step::Sync:
    return sync(id, w.At + 1, time);
  case Step::Loop:
    w.Now = {0, D.Loops[step.Target].Iterations, step.Target, w.At + 1};
    w.IsDivided = false;
    return divide(id, time);
  }
}

void WorkFirst::take(unsigned victim, unsigned thief, double start) {
  Worker &v = Workers[victim], &t = Workers[thief];
  Continuation c = v.Stack[v.Bottom++];
  if (c.Scopes) {
    Frame *frame = newFrame();
    *frame = {v.Base, 2, 0, c.Scopes - 1, victim};
    v.Base = frame;
  } else {
    ++v.Base->Pending;
  }
  c.Scopes = 0;
  t.Base = v.Base;
  t.Stack.clear();
  t.Bottom = 0;
  t.Stolen = c;
  t.At = Begins;
  t.StepAt = start;
  ++Result.Steals;
}

void WorkFirst::begin() {
  Wall.setRuns(0, true, 0);
  goTo(Workers[0], D.Root, 0);
}

Outcome WorkFirst::finish() {
  Wall.finish(Result.Time);
  Result.Time = Wall.real();
  Result.Idle = Wall.withoutWork();
  for (const Worker &w : Workers)
    Result.Space = std::max(Result.Space, w.Deepest);
  return Result;
}

} // namespace tussah::predict
