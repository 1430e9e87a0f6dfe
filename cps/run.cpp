//===- run.cpp - The beginning and the end of a run -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/worker.hpp>

#include "clock.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace tussah::cps;
using namespace tussah::cps::detail;

/// At most so many waiting closures are described.
static constexpr std::size_t MaxDescribed = 10;

static unsigned workersFromEnvironment() {
  const char *text = std::getenv("CILK_NWORKERS");
  if (!text || !*text)
    return std::max(std::thread::hardware_concurrency(), 1u);
  unsigned value = 0;
  const char *end = text + std::strlen(text);
  auto [rest, problem] = std::from_chars(text, end, value);
  if (problem != std::errc() || rest != end || value == 0)
    throw error(error::wrong_option,
                std::string("CILK_NWORKERS must be a number from 1 to ") +
                    std::to_string(options::max_workers) + ", not '" + text +
                    "'");
  return value;
}

static unsigned countWorkers(const options &wanted) {
  unsigned count = wanted.workers ? wanted.workers : workersFromEnvironment();
  if (count > options::max_workers)
    throw error(error::wrong_option,
                "there can be " + std::to_string(options::max_workers) +
                    " workers, not " + std::to_string(count));
  return count;
}

Run::Run(const options &wanted) : Options(wanted) {
  if (Worker::Current)
    throw error(error::wrong_context, "run was called in a thread of a run");
  unsigned count = countWorkers(wanted);
  Busy.store(count, std::memory_order_relaxed);
  for (unsigned i = 0; i < count; ++i)
    Workers.push_back(std::make_unique<Worker>(*this, i, count == 1));
}

Run::~Run() {
  for (auto &worker : Workers)
    worker->forEachClosure([](Closure *closure) {
      closure->Thread->Destroy(closure, closure->missing());
    });
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

/// Throws error::deadlock if closures wait.
void Run::checkWaiting() const {
  std::size_t count = 0;
  std::string list;
  for (auto &worker : Workers)
    worker->forEachClosure([&](Closure *closure) {
      if (++count > MaxDescribed)
        return;
      std::string missing;
      for (unsigned bit = 0; bit < MaskBits; ++bit)
        if (closure->missing() >> bit & 1)
          missing += (missing.empty() ? "" : ", ") +
                     std::to_string(closure->Thread->Argument(bit));
      list += "\n  " + closure->Thread->Name(closure) + " waits for argument " +
              missing + "; made at " + closure->Site.file_name() + ":" +
              std::to_string(closure->Site.line());
    });
  if (count == 0)
    return;
  if (count > MaxDescribed)
    list += "\n  and " + std::to_string(count - MaxDescribed) + " more";
  throw error(error::deadlock,
              "nothing is left to run, but " + std::to_string(count) +
                  (count == 1 ? " closure waits" : " closures wait") +
                  " for arguments:" + list);
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

void Run::execute() {
  Stopwatch clock;
  {
    Threads others(*this);
    Workers.front()->work();
  }
  if (statistics *result = Options.result) {
    *result = statistics();
    double scale = clock.ticksPerSecond();
    std::uint64_t longest = 0;
    for (auto &worker : Workers) {
      result->workers.push_back(worker->statistics(scale));
      longest = std::max(longest, worker->longestPath());
    }
    result->elapsed = clock.seconds();
    result->measured = Options.measure;
    result->critical_path = static_cast<double>(longest) / scale;
    result->space = MostClosures.load(std::memory_order_relaxed);
  }
  if (Failure)
    std::rethrow_exception(Failure);
  if (!Options.allow_waiting)
    checkWaiting();
}
