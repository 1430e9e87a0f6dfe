//===- CpsModel.cpp - Continuation-passing threads ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each thread of a model is a worker of a run, and calls what cps/worker.cpp
/// and cps/run.cpp have for it. The models make their closures themselves, as
/// spawn does. cps/protocols.md has the proofs.
///
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "models.h"

#include <tussah/cps/worker.hpp>

#include <string>

using namespace tussah;
using namespace tussah::cps;
using namespace tussah::cps::detail;

namespace {

constexpr unsigned MostThreads = 3, MostClosures = 4;

/// What a thread of the program has as arguments: two values, or an array of
/// two; the values say that they were written.
struct Arguments {
  std::uint64_t First, Second;
};
constexpr std::uint64_t SentFirst = 101, SentSecond = 102;

unsigned indexOf(const Closure *closure);
void run(Worker &worker, Closure *closure);
void destroy(Closure *, std::uint32_t) {}
std::string name(const Closure *) { return "the model"; }
unsigned argument(const Closure *, unsigned bit) { return bit + 1; }
const Code Model = {run,     destroy, nullptr, nullptr,
                    nullptr, nullptr, name,    argument};

struct World {
  World() : All(how()) {
    for (std::size_t i = 0; i < MostClosures; ++i)
      Closures[i] = make(*All.Workers[0]);
  }

  static options how() {
    options result;
    result.workers = Threads;
    return result;
  }

  Closure *make(Worker &worker) {
    Closure *closure = worker.allocate(sizeClass(sizeof(Closure) + 64));
    closure->Thread = &Model;
    closure->Level = 1;
    closure->Missing.store_relaxed(0);
    return closure;
  }

  static unsigned Threads;

  Run All;
  Closure *Closures[MostClosures];
  /// How often each closure was run; what its thread does besides.
  unsigned Runs[MostClosures] = {};
  void (*Does[MostClosures])(Worker &) = {};
  /// Of workers: written by each thread that runs, read while none does.
  unsigned Heaps[MostThreads] = {};
  /// How many of those that sent were told that they had sent twice.
  unsigned Refused[MostThreads] = {};
  bool Elements = false;
};

unsigned World::Threads = 2;
World *Now;

unsigned indexOf(const Closure *closure) {
  unsigned i = 0;
  while (Now->Closures[i] != closure)
    ++i;
  return i;
}

Arguments &argumentsOf(Closure *closure) {
  return *reinterpret_cast<Arguments *>(closure->arguments());
}

/// The thread of each closure: its arguments are there, and it frees them.
void run(Worker &worker, Closure *closure) {
  unsigned i = indexOf(closure);
  ++Now->Runs[i];
  ++Now->Heaps[worker.number()];
  Arguments &arguments = argumentsOf(closure);
  model_require(Now->Elements || (arguments.First == SentFirst &&
                                  arguments.Second == SentSecond),
                "an argument is not as it was sent");
  arguments = {};
  worker.release(closure, closure->SizeClass);
  if (Now->Does[i])
    Now->Does[i](worker);
}

/// A world for so many workers, who start without work.
template <unsigned Count> World &beginWith() {
  World::Threads = Count;
  struct Sized : World {};
  // One type for each number.
  struct Counted {
    World Of;
    unsigned Number = Count;
  };
  Now = &begin<Counted>().Of;
  return *Now;
}

Worker &self() { return *Now->All.Workers[model_self()]; }

void fill(Closure *closure) { argumentsOf(closure) = {SentFirst, SentSecond}; }

/// Nobody asks for closures: a worker keeps what it posts.
void keepAll() {
  for (auto &worker : Now->All.Workers)
    worker->Attention.store_relaxed(0);
}

void runOwn(Worker &worker) {
  for (;;) {
    Closure *closure = worker.Mine.popDeepest();
    if (!closure)
      closure = worker.takeBack();
    if (!closure)
      return;
    worker.execute(closure);
  }
}

void requireRuns(unsigned count) {
  for (unsigned i = 0; i < MostClosures; ++i)
    model_require(Now->Runs[i] == (i < count),
                  "a thread was not run exactly once");
}

//===----------------------------------------------------------------------===//
// Missing arguments: each is sent by another worker; who sends the last one
// runs the thread
//===----------------------------------------------------------------------===//

void beginJoin() {
  beginWith<2>();
  keepAll();
  Closure *closure = Now->Closures[0];
  closure->Missing.store_relaxed(3);
  closure->Claimed.store_relaxed(0);
  closure->Where.store_relaxed(Closure::Shared << 16 | closure->place());
}

/// The second value goes into the second slot, whose bit is 1.
void sendTo(Reference to, std::uint64_t value) {
  std::vector<Reference> found;
  try {
    self().sendShared(
        to, sizeof value,
        [&](std::byte *slot) {
          *reinterpret_cast<std::uint64_t *>(slot) = value;
        },
        found, std::source_location());
  } catch (const error &e) {
    model_require(e.why() == error::sent_twice, "a wrong error");
    ++Now->Refused[model_self()];
  }
}

void join(unsigned number) {
  sendTo(Now->Closures[0]->reference(number, 0),
         number == 0 ? SentFirst : SentSecond);
  runOwn(self());
}

void checkOne() { requireRuns(1); }

// Two values for the first argument: one sender is refused.

void beginTwice() {
  beginJoin();
  Now->Closures[0]->Missing.store_relaxed(1);
  fill(Now->Closures[0]);
}

void sendTwice(unsigned) {
  sendTo(Now->Closures[0]->reference(0, 0), SentFirst);
}

void checkTwice() {
  model_require(Now->Refused[0] + Now->Refused[1] == 1,
                "two values were sent to an argument");
}

// The same for elements of an array.

MissingElements elements() {
  auto *slot = reinterpret_cast<ArraySlot *>(Now->Closures[0]->arguments());
  return slot->missing(sizeof(std::uint64_t));
}

void beginElements() {
  beginJoin();
  Closure *closure = Now->Closures[0];
  Now->Elements = true;
  closure->Missing.store_relaxed(1);
  ::new (closure->arguments())
      ArraySlot{closure->arguments() + sizeof(ArraySlot), 2};
  ::new (elements().Remaining) Atomic<std::uint64_t>(2);
  ::new (elements().Bits) Atomic<std::uint64_t>(3);
}

void sendElement(unsigned number) {
  sendTo(Now->Closures[0]->reference(0, number + 1), SentFirst + number);
  if (Closure *closure = self().Mine.popDeepest()) {
    auto *array = reinterpret_cast<ArraySlot *>(closure->arguments());
    auto *first = reinterpret_cast<std::uint64_t *>(array->First);
    model_require(first[0] == SentFirst && first[1] == SentSecond,
                  "an element is not as it was sent");
    ++Now->Runs[0];
  }
}

//===----------------------------------------------------------------------===//
// Steals, and memory that goes home
//===----------------------------------------------------------------------===//

void beginSteal() {
  beginWith<2>();
  for (unsigned i = 0; i < 2; ++i)
    fill(Now->Closures[i]);
}

void steal(unsigned number) {
  Worker &worker = self();
  if (number == 0) {
    for (unsigned i = 0; i < 2; ++i)
      worker.post(Now->Closures[i], 1);
    runOwn(worker);
    // What the thief has freed is used again.
    if (worker.Freed.load_relaxed())
      worker.refill(Now->Closures[0]->SizeClass);
    if (Closure *again = Now->make(worker); again == Now->Closures[0])
      argumentsOf(again) = {};
    return;
  }
  for (unsigned i = 0; i < 2; ++i)
    if (Closure *stolen = worker.stealFrom(*Now->All.Workers[0]))
      worker.execute(stolen);
}

void checkSteal() { requireRuns(2); }

//===----------------------------------------------------------------------===//
// Quiescence and inboxes: a run ends when nothing is left, and not before
//===----------------------------------------------------------------------===//

void beginEnd() {
  beginWith<2>();
  for (unsigned i = 0; i < MostClosures; ++i)
    fill(Now->Closures[i]);
}

/// The first thread makes two, which either worker runs.
void beginQuiescence() {
  beginEnd();
  Now->Does[0] = [](Worker &worker) {
    for (unsigned i = 1; i < 3; ++i)
      worker.post(Now->Closures[i], 1);
  };
  Now->All.Workers[0]->post(Now->Closures[0], 1);
}

/// The first thread sends two to the other worker, and that sends one back.
void beginPlaced() {
  beginEnd();
  keepAll();
  Now->Does[0] = [](Worker &worker) {
    for (unsigned i = 1; i < 3; ++i)
      worker.enable(Now->Closures[i]);
  };
  Now->Closures[1]->setPlace(1);
  Now->Closures[2]->setPlace(1);
  Now->All.Workers[0]->post(Now->Closures[0], 1);
}

void workToEnd(unsigned) {
  Worker &worker = self();
  while (Closure *closure = worker.next())
    worker.execute(closure);
}

/// A worker may still be counted: one that has found a bit of its inbox left
/// over when the run ended.
void checkThree() { requireRuns(3); }

//===----------------------------------------------------------------------===//
// Pauses: all workers wait, and no heap changes
//===----------------------------------------------------------------------===//

void beginPauses() {
  beginWith<2>();
  for (unsigned i = 0; i < 2; ++i) {
    fill(Now->Closures[i]);
    Now->All.Workers[i]->post(Now->Closures[i], 1);
  }
  keepAll();
}

/// As Checkpoints::snapshot, which sleeps between its looks.
bool pauseAndLook() {
  Run &all = Now->All;
  all.pause();
  while (!all.allParked()) {
    if (all.Stopped.load_relaxed())
      return false;
    support::relax();
  }
  unsigned sum = Now->Heaps[0] + Now->Heaps[1];
  model_require(sum <= 2, "a heap is not whole");
  all.resume();
  return true;
}

void pauses(unsigned number) {
  if (number < 2)
    return workToEnd(number);
  for (unsigned i = 0; i < 2; ++i)
    if (!pauseAndLook())
      return;
}

void checkPauses() { requireRuns(2); }

} // namespace

extern "C" {
extern const struct model cps_models[];
const struct model cps_models[] = {
    {"cps-join", 2, 0, beginJoin, join, checkOne, -1, -1},
    {"cps-twice", 2, 0, beginTwice, sendTwice, checkTwice, -1, -1},
    {"cps-elements", 2, 0, beginElements, sendElement, checkOne, -1, -1},
    {"cps-steal", 2, 0, beginSteal, steal, checkSteal, 3, 2},
    {"cps-quiescence", 2, 0, beginQuiescence, workToEnd, checkThree, 2, 1},
    {"cps-placed", 2, 0, beginPlaced, workToEnd, checkThree, 2, 1},
    {"cps-pause", 3, 0, beginPauses, pauses, checkPauses, 1, 0},
    {nullptr, 0, 0, nullptr, nullptr, nullptr, 0, 0},
};
}
