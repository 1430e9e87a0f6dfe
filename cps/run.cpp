//===- run.cpp - The beginning and the end of a run -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/worker.hpp>

#include "../support/abi/environment.h"
#include "../support/clock.h"
#include "../support/thread_apart.h"
#include "checkpoint.h"
#include "dag.h"
#include "network.h"
#include "sends.h"
#include "span_clock.h"
#include "timeline.h"

#include <algorithm>
#include <thread>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::jobs;
using namespace tussah::support;

// All libraries know one limit.
static_assert(options::max_workers == TUSSAH_MOST_WORKERS);

/// At most so many waiting closures are described.
static constexpr std::size_t MaxDescribed = 10;

static std::unique_ptr<Dag> makeDrawing(const options &how, Network *network) {
  if (network || how.migration == migrate_by::message ||
      !how.checkpoint.empty())
    throw error(error::wrong_option,
                "a computation is drawn in one process, without checkpoints, "
                "and closures that migrate by reference");
  return std::make_unique<Dag>(how.dag);
}

Run::Run(const options &wanted, Network *network, Outcome *result)
    : Options(wanted), Others(network), Result(result) {
  if (Worker::Current)
    throw error(error::wrong_context, "run was called in a thread of a run");
  if (const std::string &how = wanted.report;
      !how.empty() && how != "text" && how != "csv" && how != "json")
    throw error(error::wrong_option,
                "statistics are reported as text, csv or json, not as '" + how +
                    "'");
  AllWorkers = countWorkers(wanted.workers, 1);
  if (!Options.checkpoint.empty())
    Saved = std::make_unique<Checkpoints>(*this);
  if (!Options.dag.empty())
    Drawing = makeDrawing(Options, network);
  if (!Options.trace.empty())
    Recorded = std::make_unique<Timeline>(result ? Options.trace : "");
  if (Options.check_sends)
    Noted = std::make_unique<Sends>();
  makeWorkers();
}

Run::~Run() {
  destroyClosures();
  if (Others)
    Others->forget(*this);
}

void Run::makeWorkers() {
  unsigned count = Others ? Others->number(*this, Options) : AllWorkers;
  Busy.store_relaxed(count);
  for (unsigned i = 0; i < count; ++i)
    Workers.push_back(std::make_unique<Worker>(*this, i, AllWorkers == 1));
}

void Run::destroyClosures() {
  for (auto &worker : Workers)
    worker->forEachClosure([](Closure *closure) {
      closure->Thread->Destroy(closure, closure->missing());
    });
}

void Run::begin(Worker &worker, Closure *first, Closure *last) {
  FirstName = first->Thread->Name(first);
  LastName = last->Thread->Name(last);
  if (!Saved || !Saved->find(*first)) {
    worker.post(first, 0);
    if (Saved && Others)
      Saved->keepBeginning();
    return;
  }
  for (Closure *closure : {first, last}) {
    closure->Thread->Destroy(closure, closure->missing());
    worker.release(closure, closure->SizeClass);
  }
}

void Run::pause() {
  Paused.store_relaxed(true);
  // Releases the number of this pause: pairs with the load in Worker::park().
  for (auto &worker : Workers)
    worker->Attention.fetch_or_release(Worker::Pause);
}

void Run::resume() {
  Paused.store_relaxed(false);
  for (auto &worker : Workers)
    worker->Attention.fetch_and_relaxed(~Worker::Pause);
  // Parked is reset before any worker can count itself for the next pause.
  Parked.store_relaxed(0);
  // Releases all of this: pairs with the load in Worker::park().
  Pauses.fetch_add_release(1);
}

void Run::stop() {
  // Pairs with the load in Checkpoints::snapshot().
  Stopped.store_release(true);
  for (auto &worker : Workers)
    worker->tellStopped();
}

void Run::fail(std::exception_ptr what) {
  {
    std::lock_guard<std::mutex> guard(FailureLock);
    if (!Failure)
      Failure = std::move(what);
  }
  stop();
}

Waiting Run::waiting() const {
  Waiting result;
  for (auto &worker : Workers)
    worker->forEachClosure([&](Closure *closure) {
      if (++result.Count > MaxDescribed)
        return;
      std::string missing;
      for (unsigned bit = 0; bit < MaskBits; ++bit)
        if (closure->missing() >> bit & 1)
          missing += (missing.empty() ? "" : ", ") +
                     std::to_string(closure->Thread->Argument(closure, bit));
      std::string name = closure->Thread->Name(closure);
      if (name == LastName) {
        result.Lines.push_back(name + " waits for its value, from " +
                               FirstName);
        return;
      }
      result.Lines.push_back(name + " waits for argument " + missing +
                             "; made at " + closure->Site.file_name() + ":" +
                             std::to_string(closure->Site.line()));
    });
  return result;
}

/// Throws error::deadlock if closures wait.
static void checkWaiting(const Waiting &waiting) {
  if (waiting.Count == 0)
    return;
  std::string text =
      "nothing is left to run, but " + std::to_string(waiting.Count) +
      (waiting.Count == 1 ? " closure waits" : " closures wait") +
      " for arguments:";
  std::size_t shown = std::min(waiting.Lines.size(), MaxDescribed);
  for (std::size_t i = 0; i < shown; ++i)
    text += "\n  " + waiting.Lines[i];
  if (waiting.Count > shown)
    text += "\n  and " + std::to_string(waiting.Count - shown) + " more";
  throw error(error::deadlock, text);
}

namespace {
/// Runs all workers but the first on threads of their own, and joins these at
/// the end of the block.
class Threads {
public:
  explicit Threads(Run &run) {
    try {
      All.reserve(run.Workers.size());
      for (std::size_t i = 1; i < run.Workers.size(); ++i)
        All.push_back(
            threadApart([&worker = *run.Workers[i]] { worker.work(); }));
    } catch (...) {
      run.fail(std::current_exception());
    }
  }
  ~Threads() {
    for (std::thread &thread : All)
      thread.join();
  }

private:
  std::vector<std::thread> All;
};
} // namespace

void Run::measure(statistics &result, double elapsed,
                  double ticksPerSecond) const {
  PathLength longest;
  for (auto &worker : Workers) {
    result.workers.push_back(worker->statistics(ticksPerSecond));
    if (worker->clock())
      longest.raise(worker->clock()->longest());
  }
  result.elapsed = elapsed;
  result.measured = Options.measure;
  const auto seconds = [&](std::uint64_t ticks) {
    return static_cast<double>(ticks) / ticksPerSecond;
  };
  result.critical_path = seconds(longest.Time.Usual);
  result.critical_path_least = seconds(longest.Time.Least);
  result.critical_path_most = seconds(longest.Time.Most);
  result.critical_path_threads = longest.Threads;
  result.space = MostClosures.load_relaxed();
}

/// Where much of the work has nothing to be compared with, as in short runs, no
/// thread is taken for shorter than it was.
static void settlePath(statistics &result) {
  double unknown = 0;
  for (const worker_statistics &worker : result.workers)
    unknown += worker.unknown;
  if (unknown > result.work() / 100)
    result.critical_path = result.critical_path_most;
}

/// Begins the run, and waits for its end. False if it was lost with a rank.
bool Run::attempt(const Stopwatch &clock, statistics &result, Waiting &left) {
  if (Others)
    Others->begin(*this);
  if (Recorded)
    Recorded->begin();
  if (Saved)
    Saved->begin();
  {
    Threads others(*this);
    Workers.front()->work();
  }
  if (Saved)
    Saved->end();
  measure(result, clock.seconds(), clock.ticksPerSecond());
  if (Recorded)
    for (auto &worker : Workers)
      Recorded->add(*worker->recorder(), Others ? Others->rank() : 0,
                    worker->number());
  if (!Options.allow_waiting && !failed() && !(Saved && Saved->isLeft()))
    left = waiting();
  return !Others || Others->end(*this, result, left);
}

/// After the loss of a rank: all is as before the first attempt, but for the
/// ranks that are left and the checkpoint.
void Run::prepareAgain() {
  destroyClosures();
  Workers.clear();
  Closures.store_relaxed(0);
  MostClosures.store_relaxed(0);
  Stopped.store_relaxed(false);
  Parked.store_relaxed(0);
  Paused.store_relaxed(false);
  Failure = nullptr;
  if (Noted)
    Noted = std::make_unique<Sends>();
  makeWorkers();
  Saved->findAgain();
}

void Run::execute() {
  Stopwatch clock;
  statistics result;
  Waiting left;
  while (!attempt(clock, result, left)) {
    if (Others->rank() != 0)
      return;
    // Another job goes on from the checkpoint that is there.
    if (Saved->isLeft())
      break;
    result = statistics();
    left = Waiting();
    prepareAgain();
  }
  settlePath(result);
  if (Options.result)
    *Options.result = std::move(result);
  else if (!Others || Others->rank() == 0)
    result.print(Options.report);
  if (Saved && Saved->isLeft() && !Failure)
    Saved->leaveProgram();
  // Rank 0 alone reports what went wrong.
  if (Others && Others->rank() != 0)
    return;
  if (Recorded)
    Recorded->write();
  if (Failure)
    std::rethrow_exception(Failure);
  if (Drawing)
    Drawing->write();
  checkWaiting(left);
  if (Saved)
    Saved->removeAtExit();
}
