//===- worker.cpp - Requests, splits, and waiting ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The protocol between a thief and its victim. protocols.md has its proof, and
/// tests/model its models.
///
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/worker.hpp>

#include "../support/back_off.h"
#include "../support/random.h"

#include <algorithm>
#include <new>

using namespace tussah;
using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using tussah::support::BackOff;
using tussah::support::nanoseconds;

namespace {
/// The answer to a thief that gets nothing.
struct NoTask : Task {
  void run(Core &, Point *) override {}
};
NoTask Declined;

/// Adds an interval to the timeline, if there is one.
class Interval {
public:
  Interval(Core &core, Event::Sort what)
      : Where(core), What(what), Begin(core.All.Tracing ? nanoseconds() : 0) {}
  ~Interval() {
    if (Begin)
      note(Begin - Where.All.Began, nanoseconds() - Where.All.Began);
  }

private:
  void note(std::uint64_t begin, std::uint64_t end) noexcept {
    std::vector<Event> &events = Where.Timeline;
    const Event full = {Event::Full, end, end};
    if (!events.empty() && events.back().What == Event::Full)
      return;
    try {
      bool isLast = events.size() + 1 == Where.All.MostEvents;
      events.push_back(isLast ? full : Event{What, begin, end});
    } catch (const std::bad_alloc &) {
      // The program can do without a timeline. There is always room for one
      // event.
      events.back() = full;
    }
  }

  Core &Where;
  Event::Sort What;
  std::uint64_t Begin;
};
} // namespace

Scope *detail::scopeAround(Point *at) {
  for (; at; at = at->outer())
    if (at->What->BeginsScope)
      return at->What->BeginsScope(*at);
  return nullptr;
}

Core::Core(Run &run, unsigned number, bool isElsewhere)
    : All(run), Number(number), IsElsewhere(isElsewhere),
      Random(support::randomState(run.Options.seed, number)),
      Requests((run.Options.force_splits ? Forced : 0) |
               (number == 0 ? 0 : Closed)),
      Hint(number == 0 ? 0 : NoWork) {
  if (run.Tracing)
    Timeline.reserve(1);
}

std::uint64_t Core::random(std::uint64_t limit) {
  return support::randomBelow(limit, Random);
}

//===----------------------------------------------------------------------===//
// The victim
//===----------------------------------------------------------------------===//

void Core::attend(Point &at) {
  if (Backtracking)
    return;
  if (serve(at))
    throw cancelled();
  unsigned force = All.Options.force_splits;
  if (force && random(force) == 0 && split(at, nullptr, false))
    ++Counts.forced;
}

/// Answers the thief that asks, if one does. Returns whether a scope around
/// \p at is cancelled; then no task is made.
bool Core::serve(Point &at) {
  // Acquires what the thief wants, and that a scope was cancelled: pairs with
  // the swap in ask(), and with interrupt().
  std::uintptr_t requests = Requests.fetch_and_acquire(Forced);
  bool stop = false;
  if (requests & Interrupt) {
    Scope *scope = scopeAround(&at);
    stop = scope && scope->isCancelled();
  }
  if (Core *thief = thiefIn(requests))
    answer(*thief, stop ? nullptr : taskFor(*thief, at));
  if (requests & Beat && !stop)
    makeOwnTasks(at);
  return stop;
}

void Core::answer(Core &thief, Task *task) {
  bool given = task != nullptr;
  if (given)
    task->Thief = &thief;
  if (thief.IsElsewhere)
    given = All.Others->answer(thief, task);
  else
    // Releases the task: pairs with the load in receive().
    thief.Answer.store_release(task ? task : &Declined);
  if (task && !given)
    // The other rank has not got the task, so this worker runs it.
    task->Thief = nullptr;
  ++(given ? Counts.splits : Counts.declined);
}

/// Declines what is asked.
void Core::decline() {
  if (!thiefIn(Requests.load_relaxed()))
    return;
  // The thief may take its request back before this. Acquires what the thief
  // has prepared for the answer: pairs with the swap in ask().
  if (Core *thief = thiefIn(Requests.fetch_and_acquire(Bits)))
    answer(*thief, nullptr);
}

void Core::close() {
  Hint.store_relaxed(NoWork);
  Requests.fetch_or_relaxed(Closed);
  decline();
}

void Core::open(unsigned divided) {
  Hint.store_relaxed(divided);
  // Acquires that a scope was cancelled: pairs with interrupt().
  Requests.fetch_and_acquire(~Closed);
}

/// Whether a task can be made at a point; one that is \p toTravel, if it must.
static bool canGive(const Point &point, bool toTravel) {
  const Kind &what = *point.What;
  return what.HasPart && (what.Travels || !toTravel) && what.HasPart(point);
}

/// The oldest point, from \p at on, of those that \p test wants. Not beyond the
/// beginning of \p within, unless that is null. Null if there is none, or if
/// \p within has ended here.
template <class Test>
static Point *oldestPoint(Point &at, const Task *within, Test test) {
  Point *oldest = nullptr;
  for (Point *point = &at; point; point = point->outer()) {
    if (test(*point))
      oldest = point;
    if (within && point->What->BeginsScope &&
        point->What->BeginsScope(*point) == &within->Cancel)
      return oldest;
  }
  return within ? nullptr : oldest;
}

/// The last task that was made at a point, for its own worker, and that this
/// has not begun; null if there is none.
static Task *waitingTask(const Point &point, bool toTravel) {
  Task *last = nullptr;
  if (point.hasGiven() && (point.What->Travels || !toTravel))
    for (Task *task = point.Given; task; task = task->Next)
      if (!task->Thief && !task->Begun)
        last = task;
  return last;
}

/// With checkpoints, a worker has tasks that wait: older ones than it could
/// make.
Task *Core::taskFor(const Core &thief, Point &at) {
  const bool toTravel = thief.IsElsewhere;
  if (All.Saved)
    if (Point *oldest = oldestPoint(at, thief.Wanted, [&](const Point &point) {
          return waitingTask(point, toTravel) != nullptr;
        }))
      return waitingTask(*oldest, toTravel);
  return split(at, thief.Wanted, toTravel);
}

/// Makes a task: goes back to the oldest choice point that has a part to give,
/// tries it there, then at the next ones on the way forward to \p at. Does not
/// go beyond the beginning of \p within, unless that is null. If the task is \p
/// toTravel, passes over points whose tasks cannot. Returns null if no point
/// has a part.
Task *Core::split(Point &at, const Task *within, bool toTravel) {
  Point *oldest = oldestPoint(at, within, [toTravel](const Point &point) {
    return canGive(point, toTravel);
  });
  if (!oldest)
    return nullptr;
  Task *task = nullptr;
  goBack(at, *oldest, [&](Point &point) {
    while (!task && canGive(point, toTravel)) {
      Task *made = splitPoint(point);
      if (!made)
        return;
      // Nobody has to run one whose results are known.
      if (!made->Begun)
        task = made;
    }
  });
  // What others get next is about as large. A part of a part of this worker's
  // task is smaller.
  if (task && !within)
    Hint.store_relaxed(task->Cancel.Divided);
  return task;
}

/// Calls \p make for all points from \p oldest to \p at, each when the
/// workspace is as it was there.
template <class Make> void Core::goBack(Point &at, Point &oldest, Make make) {
  Interval interval(*this, Event::Split);
  Backtracking = true;
  std::uint64_t depth = 0;
  Point *inner = nullptr;
  for (Point *point = &at;; point = point->outer()) {
    ++depth;
    point->Inner = inner;
    inner = point;
    if (point->What->Undo)
      point->What->Undo(*point);
    if (point == &oldest)
      break;
  }
  for (Point *point = &oldest; point; point = point->Inner) {
    make(*point);
    if (point->What->Redo)
      point->What->Redo(*point);
  }
  Backtracking = false;
  Counts.depth += depth;
  Counts.deepest = std::max(Counts.deepest, depth);
}

/// Makes tasks of all that is left at the oldest choice point that has
/// something. This worker runs them later, unless others ask before.
void Core::makeOwnTasks(Point &at) {
  Point *oldest = oldestPoint(
      at, nullptr, [](const Point &point) { return canGive(point, true); });
  if (!oldest)
    return;
  bool made = false;
  goBack(at, *oldest, [&](Point &point) {
    if (made)
      return;
    while (canGive(point, true) && splitPoint(point)) {
      made = true;
      ++Counts.forced;
    }
  });
}

/// Whether a task has results from an earlier job. If they cannot be looked up,
/// it is run.
static bool isKnown(Results &results, Task &task) noexcept {
  try {
    return results.look(task);
  } catch (...) {
    return false;
  }
}

Task *Core::splitPoint(Point &point) {
  Task *task = nullptr;
  try {
    task = point.What->Split(point);
  } catch (...) {
    // The program goes on as if nobody had asked: then it would not have called
    // the handler.
    return nullptr;
  }
  if (task) {
    Scope *scope = scopeAround(&point);
    task->Cancel.Outer = scope;
    task->Cancel.Divided = ++(scope ? scope->Divided : Divided);
    point.give(task);
    if (All.Saved)
      task->Begun = isKnown(*All.Saved, *task);
  }
  return task;
}

//===----------------------------------------------------------------------===//
// The thief
//===----------------------------------------------------------------------===//

bool Core::ask(Core &victim, const Task *within) {
  std::uintptr_t requests = victim.Requests.load_relaxed();
  if (requests & ~Forced)
    return false;
  Answer.store_relaxed(nullptr);
  Wanted = within;
  // Releases both: pairs with fetch_and in serve() and decline().
  return victim.Requests.cas_release(
      requests, requests | reinterpret_cast<std::uintptr_t>(this));
}

bool Core::retract(Core &victim) {
  std::uintptr_t requests = victim.Requests.load_relaxed();
  while (thiefIn(requests) == this)
    if (victim.Requests.cas_relaxed(requests, requests & Bits))
      return true;
  return false;
}

static void note(Results &results, Task &task, std::uint64_t took) noexcept {
  try {
    results.note(task, took);
  } catch (...) {
    // What cannot be noted is computed again by another job.
    return;
  }
}

void Core::execute(Task &task, Point *outer) {
  Interval interval(*this, Event::Ran);
  const std::uint64_t begin = All.Saved ? nanoseconds() : 0;
  task.Begun = true;
  try {
    if (task.Cancel.isCancelled())
      throw cancelled();
    task.run(*this, outer);
  } catch (...) {
    task.Failure = std::current_exception();
    return;
  }
  if (All.Saved)
    note(*All.Saved, task, nanoseconds() - begin);
}

/// Runs a task that another worker has made.
void Core::executeStolen(Task &task, Point *outer) {
  ++Counts.tasks;
  execute(task, outer);
  // Releases what the task did: pairs with the loads in await(),
  // helpUntilDone() and abandon(). Its maker may destroy it from now on.
  task.Done.store_release(true);
}

/// Runs a task that another rank has made.
void Core::executeForeign(std::unique_ptr<Task> task, Point *outer) {
  ++Counts.tasks;
  execute(*task, outer);
  All.Others->finish(std::move(task));
}

void Core::work() {
  BackOff pause;
  // How many workers of this rank, in a row, had nothing.
  std::size_t refusals = 0;
  const std::size_t others = All.Cores.size() - 1;
  while (!All.Over.load_relaxed()) {
    if (std::unique_ptr<Task> task =
            All.Others ? All.Others->next(*this, refusals >= 2 * others)
                       : nullptr) {
      open(task->Cancel.Divided);
      executeForeign(std::move(task), nullptr);
      close();
    } else if (Task *task = others == 0 || AsksElsewhere ? nullptr : steal()) {
      open(task->Cancel.Divided);
      executeStolen(*task, nullptr);
      close();
    } else {
      ++refusals;
      pause.again();
      continue;
    }
    refusals = 0;
    pause.reset();
  }
}

/// Asks another worker of this rank for a task; null if it has none.
Task *Core::steal() {
  std::uint64_t victim = random(All.Cores.size() - 1);
  Core &other = *All.Cores[victim < Number ? victim : victim + 1];
  if (!ask(other, nullptr))
    return nullptr;
  ++Counts.requests;
  return receive(other, nullptr);
}

/// Waits for the answer of \p victim. Null if it has declined, or is too long
/// without a construct. Serves others meanwhile, if this worker is at \p at.
Task *Core::receive(Core &victim, Point *at) {
  BackOff pause;
  Task *task;
  // Acquires the task: pairs with the store in answer().
  while (!(task = Answer.load_acquire())) {
    if (pause.isLong() && retract(victim))
      return nullptr;
    if (at && isWanted() && serve(*at))
      // The cancellation has to wait: the answer may be a task, which this
      // worker must run first.
      interrupt();
    pause.again();
  }
  return task == &Declined ? nullptr : task;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Waits for a task that was made at \p at, and helps its thief. Throws what
/// has left it, and `cancelled` if a scope around is.
void Core::await(Point &at, Task &task) {
  if (!task.Thief) {
    if (!task.Begun)
      execute(task, &at);
  } else if (!task.Done.load_acquire()) { // pairs with executeStolen()
    Interval interval(*this, Event::Waited);
    helpUntilDone(at, task);
  }
  if (task.Thief && task.Thief->IsElsewhere && !All.Others->open(task)) {
    // Its rank has died: it is as if nobody had got it.
    task.Thief = nullptr;
    execute(task, &at);
  }
  if (task.Failure)
    std::rethrow_exception(task.Failure);
}

/// Runs parts of \p task: its thief gives them back ("leapfrogging", Wagner and
/// Calder, PPoPP 1993). Only parts of it, so the stack does not become deeper
/// than in a serial run, and nothing is on top of this wait that could depend
/// on it. Others can ask for what is older in the stack meanwhile.
void Core::helpUntilDone(Point &at, Task &task) {
  BackOff pause;
  // Acquires what the task did: pairs with the store in executeStolen().
  while (!task.Done.load_acquire()) {
    if (isWanted() && serve(at))
      throw cancelled();
    if (stealBack(at, task))
      pause.reset();
    else
      pause.again();
  }
}

/// Gets a part of \p task from its thief and runs it, if there is one.
bool Core::stealBack(Point &at, Task &task) {
  if (task.Thief->IsElsewhere) {
    std::unique_ptr<Task> part = All.Others->partOf(task, *this, true);
    if (!part)
      return false;
    ++Counts.tasks_back;
    executeForeign(std::move(part), &at);
    return true;
  }
  if (!ask(*task.Thief, &task))
    return false;
  ++Counts.requests_back;
  Task *part = receive(*task.Thief, &at);
  if (!part)
    return false;
  ++Counts.tasks_back;
  executeStolen(*part, &at);
  return true;
}

void Core::abandon(Point &point) noexcept {
  for (Task *task = point.Given; task; task = task->Next)
    task->Cancel.Cancelled.store_relaxed(true);
  All.interrupt();
  while (point.hasGiven()) {
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): hasGiven() says so
    Task &task = *point.Given;
    BackOff pause;
    // Acquires what the task did, before it is destroyed: pairs with the store
    // in executeStolen().
    while (task.Thief && !task.Done.load_acquire()) {
      decline();
      // This part was asked for before the cancellation; it ends at once.
      if (task.Thief->IsElsewhere)
        if (auto part = All.Others->partOf(task, *this, false))
          executeForeign(std::move(part), &point);
      pause.again();
    }
    delete point.takeGiven();
  }
}
