//===- timeline.cpp - What the workers did, and when ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/worker.hpp>

#include "../support/trace_writer.h"

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;

/// \p body is the function of the program that worker 0 has run.
void Run::writeTimeline(const Event &body) {
  static constexpr const char *Names[] = {"task", "wait", "split", "full",
                                          "run"};
  tussah::support::TraceWriter to(Timeline);
  const auto write = [&](unsigned rank, unsigned worker, const Event &event) {
    to.slice(Names[event.What], rank, worker, event.Begin, event.End);
  };
  const auto writeRow = [&](unsigned rank, unsigned worker,
                            const std::vector<Event> &events) {
    to.row(rank, worker);
    for (const Event &event : events)
      write(rank, worker, event);
  };
  for (auto &core : Cores)
    writeRow(0, core->Number, core->Timeline);
  write(0, 0, body);
  for (const TimelineRow &row : OtherRows)
    writeRow(row.Rank, row.Worker, row.Events);
  to.finish();
  Timeline.close();
}
