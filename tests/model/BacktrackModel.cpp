//===- BacktrackModel.cpp - Requests for tasks, answers, results ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each thread of a model is a worker of a run, and calls what
/// backtrack/worker.cpp has for it. The choice point of the models has a number
/// of parts; a task takes one of them, and may have parts itself.
/// backtrack/protocols.md has the proofs.
///
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "models.h"

#include <tussah/backtrack/worker.hpp>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;

namespace {

struct PartTask;

/// A choice point, on the stack of its worker.
struct Parts : Point {
  Parts(Core &home, Point *outer, unsigned parts, Task *of, const Kind &kind)
      : Point(home, outer, kind), Left(parts), Of(of) {}
  unsigned Left;
  unsigned Undone = 0;
  Task *Of;
};

bool hasPart(const Point &point) {
  return static_cast<const Parts &>(point).Left != 0;
}
void undo(Point &point) { ++static_cast<Parts &>(point).Undone; }
void redo(Point &point) { --static_cast<Parts &>(point).Undone; }
Task *split(Point &point);
Scope *scopeOf(Point &point) { return &static_cast<Parts &>(point).Of->Cancel; }
const Kind OfRun = {undo, redo, hasPart, split, nullptr};
const Kind OfTask = {undo, redo, hasPart, split, scopeOf};

struct World {
  World() : All(how()) {}
  static options how() {
    options result;
    result.workers = Threads;
    return result;
  }
  static unsigned Threads;

  Run All;
  /// How many parts the tasks have that are split off, and how many were done.
  unsigned PartsOfTasks = 0;
  /// Whether tasks go on until they are cancelled.
  bool Endless = false;
  unsigned Polls = 2;
};

unsigned World::Threads = 2;
World *Now;

Core &self() { return *Now->All.Cores[model_self()]; }

/// What worker::poll is.
void poll(Parts &at) {
  if (at.Home->Requests.load_relaxed() != 0)
    at.Home->attend(at);
}

/// Does the parts of a choice point that nobody asks for, and waits for the
/// others. Returns how many there were, with the parts of parts.
unsigned workOn(Parts &at);

struct PartTask : Task {
  void run(Core &core, Point *outer) override {
    Parts point(core, outer, Left, this, OfTask);
    Result = 1 + workOn(point);
  }
  unsigned Left = 0;
  unsigned Result = 0;
};

Task *split(Point &point) {
  auto &at = static_cast<Parts &>(point);
  model_require(at.Undone == 1, "a point is split that was not undone");
  --at.Left;
  auto *task = new PartTask();
  task->Left = at.Of ? 0 : Now->PartsOfTasks;
  return task;
}

unsigned workOn(Parts &at) {
  unsigned done = 0;
  try {
    for (unsigned i = 0; i < Now->Polls; ++i)
      poll(at);
    while (at.Of && Now->Endless) {
      poll(at);
      tussah::support::relax();
    }
  } catch (const cancelled &) {
    model_require(Now->Endless, "cancelled without a reason");
    return done;
  }
  for (; at.Left != 0; --at.Left)
    ++done;
  // A request from now on is declined, here or by what waits.
  at.Home->join(
      at, [&](Task &task) { done += static_cast<PartTask &>(task).Result; });
  model_require(at.Undone == 0, "a point was not redone");
  return done;
}

template <unsigned Count> void beginWith() {
  World::Threads = Count;
  struct Counted {
    World Of;
    unsigned Number = Count;
  };
  Now = &begin<Counted>().Of;
}

constexpr unsigned Parts0 = 2;

/// Worker 0 is the program, and the others look for tasks.
void program(unsigned number) {
  Core &core = self();
  if (number != 0)
    return core.work();
  Parts root(core, nullptr, Parts0, nullptr, OfRun);
  unsigned expected = Parts0;
  unsigned done = workOn(root);
  model_require(done >= expected, "a part was lost");
  core.close();
  Now->All.Over.store_relaxed(true);
}

void beginTasks() { beginWith<2>(); }

void beginTwoThieves() {
  beginWith<3>();
  Now->Polls = 1;
}

/// Who waits for a task asks its thief for a part of it.
void beginLeapfrog() {
  beginWith<2>();
  Now->PartsOfTasks = 1;
  Now->Polls = 1;
}

void beginCancel() {
  beginWith<2>();
  Now->Endless = true;
}

/// An exception leaves the choice point of worker 0: its tasks, which do not
/// end by themselves, are cancelled.
void cancel(unsigned number) {
  Core &core = self();
  if (number != 0)
    return core.work();
  Parts root(core, nullptr, 1, nullptr, OfRun);
  poll(root);
  if (root.hasGiven())
    core.abandon(root);
  core.close();
  Now->All.Over.store_relaxed(true);
}

} // namespace

extern "C" {
extern const struct model backtrack_models[];
const struct model backtrack_models[] = {
    {"backtrack-tasks", 2, 0, beginTasks, program, nullptr, 3, 2},
    {"backtrack-2-thieves", 3, 0, beginTwoThieves, program, nullptr, 1, 1},
    {"backtrack-leapfrog", 2, 0, beginLeapfrog, program, nullptr, 3, 1},
    {"backtrack-cancel", 2, 0, beginCancel, cancel, nullptr, 3, 2},
    {nullptr, 0, 0, nullptr, nullptr, nullptr, 0, 0},
};
}
