//===- run.cpp - The beginning and the end of a run -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/worker.hpp>

#include "clock.h"
#include "cluster.h"

#include <algorithm>
#include <thread>

using namespace tussah::cps;
using namespace tussah::cps::detail;

/// At most so many waiting closures are described.
static constexpr std::size_t MaxDescribed = 10;

Run::Run(const options &wanted, Cluster *network)
    : Options(wanted), Network(network) {
  if (Worker::Current)
    throw error(error::wrong_context, "run was called in a thread of a run");
  unsigned count = countWorkers(wanted.workers, 1);
  AllWorkers = count;
  if (network)
    count = network->number(*this, wanted);
  Busy.store(count, std::memory_order_relaxed);
  for (unsigned i = 0; i < count; ++i)
    Workers.push_back(std::make_unique<Worker>(*this, i, AllWorkers == 1));
}

Run::~Run() {
  for (auto &worker : Workers)
    worker->forEachClosure([](Closure *closure) {
      closure->Thread->Destroy(closure, closure->missing());
    });
  if (Network)
    Network->forget(*this);
}

void Run::stop() {
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
      result.Lines.push_back(closure->Thread->Name(closure) +
                             " waits for argument " + missing + "; made at " +
                             closure->Site.file_name() + ":" +
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
      for (std::size_t i = 1; i < run.Workers.size(); ++i)
        All.emplace_back([&worker = *run.Workers[i]] { worker.work(); });
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
  std::uint64_t longest = 0;
  for (auto &worker : Workers) {
    result.workers.push_back(worker->statistics(ticksPerSecond));
    longest = std::max(longest, worker->longestPath());
  }
  result.elapsed = elapsed;
  result.measured = Options.measure;
  result.critical_path = static_cast<double>(longest) / ticksPerSecond;
  result.space = MostClosures.load(std::memory_order_relaxed);
}

void Run::execute() {
  if (Network)
    Network->begin(*this);
  Stopwatch clock;
  {
    Threads others(*this);
    Workers.front()->work();
  }
  statistics result;
  measure(result, clock.seconds(), clock.ticksPerSecond());
  Waiting left;
  if (!Options.allow_waiting && !failed())
    left = waiting();
  if (Network)
    Network->end(*this, result, left);
  if (Options.result)
    *Options.result = std::move(result);
  // On the other ranks, rank 0 knows.
  if (Network && Network->rank() != 0)
    return;
  if (Failure)
    std::rethrow_exception(Failure);
  checkWaiting(left);
}
