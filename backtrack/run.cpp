//===- run.cpp - The beginning and the end of a run -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/worker.hpp>

#include "../support/clock.h"
#include "../support/thread_apart.h"
#include "../support/workers.h"

#include <cerrno>
#include <cstring>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using tussah::support::nanoseconds;
using tussah::support::threadApart;

// All libraries know one limit.
static_assert(options::max_workers == TUSSAH_MOST_WORKERS);

/// That many events of a rank take 400 MB, in memory and in a message. Programs
/// that show timelines need a while for the 1.5 GB of text.
static constexpr std::size_t MostEventsOfRank = std::size_t(1) << 24;

/// The number of workers on this rank.
static unsigned countWorkers(const options &how, const Network *others) {
  if (how.workers)
    return how.workers;
  return others ? others->defaultWorkers() : tussah::support::defaultWorkers(1);
}

Run::Run(const options &how, Network *others, bool tracing)
    : Options(how), Tracing(tracing), Others(others), Began(nanoseconds()) {
  unsigned count = countWorkers(how, others);
  if (count > options::max_workers)
    throw error("there can be " + std::to_string(options::max_workers) +
                " workers, not " + std::to_string(count));
  if (!how.report.empty() && how.report != "text" && how.report != "json")
    throw error("statistics are reported as text or json, not as '" +
                how.report + "'");
  MostEvents = MostEventsOfRank / count;
  if (!how.trace.empty()) {
    Timeline.open(how.trace);
    if (!Timeline)
      throw error("cannot write the timeline to '" + how.trace +
                  "': " + std::strerror(errno));
  }
  for (unsigned i = 0; i < count; ++i)
    Cores.push_back(std::make_unique<Core>(*this, i));
  Gathered.workers.reserve(count);
}

void Run::start() {
  if (Others)
    Others->begin(*this);
  if (Saved)
    Saved->begin();
  Threads.reserve(Cores.size());
  for (auto &core : Cores)
    if (core->Number != 0)
      try {
        Threads.push_back(threadApart([&core] { core->work(); }));
      } catch (const std::system_error &e) {
        throw std::system_error(e.code(), "cannot start worker " +
                                              std::to_string(core->Number));
      }
}

void Run::join() {
  for (std::thread &thread : Threads)
    thread.join();
  Threads.clear();
}

void Run::serve() {
  Cores.front()->close();
  start();
  Cores.front()->work();
  finish();
}

void Run::interrupt() {
  interruptHere();
  if (Others)
    Others->cancel();
}

void Run::finish() noexcept {
  const std::uint64_t end = nanoseconds();
  if (Saved)
    Saved->end();
  Cores.front()->close();
  Over.store_relaxed(true);
  if (Others)
    Others->stop(*this);
  join();
  for (auto &core : Cores)
    Gathered.workers.push_back(core->Counts);
  if (Others)
    Others->end(*this, Gathered);
  if (Saved && Saved->isLeft())
    Saved->leaveProgram();
  Gathered.elapsed = 1e-9 * static_cast<double>(nanoseconds() - Began);
  if (Options.result)
    *Options.result = std::move(Gathered);
  else
    Gathered.print(Options.report);
  if (Timeline.is_open())
    writeTimeline({Event::Body, 0, end - Began});
}

void Run::leave() {
  if (Saved->root()->Cancel.isCancelled())
    finish();
}

void Run::check() const {
  if (Saved)
    Saved->complete();
  if (!Timeline)
    throw error("cannot write the timeline to '" + Options.trace + "'");
}
