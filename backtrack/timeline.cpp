//===- timeline.cpp - What the workers did, and when ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/worker.hpp>

#include "../support/json.h"

#include <string>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using tussah::support::JsonWriter;

/// With one digit behind the point.
static std::string microseconds(std::uint64_t nanoseconds) {
  return std::to_string(nanoseconds / 1000) + "." +
         std::to_string(nanoseconds / 100 % 10);
}

/// One row for each worker of each rank; times from the beginning, in
/// microseconds. The format is in "Trace Event Format" of the Chromium project,
/// which Perfetto opens.
/// \p body is the function of the program that worker 0 has run.
void Run::writeTimeline(const Event &body) {
  static constexpr const char *Names[] = {"task", "wait", "split", "full",
                                          "run"};
  Timeline << "{\"traceEvents\": [";
  const char *comma = "\n";
  const auto write = [&](const char *name, const char *sort, unsigned rank,
                         unsigned worker, auto more) {
    JsonWriter json;
    json.object([&] {
      json.key("name").string(name);
      json.key("ph").string(sort);
      json.key("pid").number(rank);
      json.key("tid").number(worker);
      more(json);
    });
    Timeline << comma << json.take();
    comma = ",\n";
  };
  const auto writeEvent = [&](unsigned rank, unsigned worker,
                              const Event &event) {
    write(Names[event.What], "X", rank, worker, [&](JsonWriter &json) {
      json.key("ts").digits(microseconds(event.Begin));
      json.key("dur").digits(microseconds(event.End - event.Begin));
    });
  };
  // What viewers call the process and the thread.
  const auto writeName = [&](const char *what, unsigned rank, unsigned worker,
                             const std::string &name) {
    write(what, "M", rank, worker, [&](JsonWriter &json) {
      json.key("args").object([&] { json.key("name").string(name); });
    });
  };
  const auto writeRow = [&](unsigned rank, unsigned worker,
                            const std::vector<Event> &events) {
    writeName("process_name", rank, worker, "rank " + std::to_string(rank));
    writeName("thread_name", rank, worker, "worker " + std::to_string(worker));
    for (const Event &event : events)
      writeEvent(rank, worker, event);
  };
  for (auto &core : Cores)
    writeRow(0, core->Number, core->Timeline);
  writeEvent(0, 0, body);
  for (const TimelineRow &row : OtherRows)
    writeRow(row.Rank, row.Worker, row.Events);
  Timeline << "\n]}\n";
  Timeline.close();
}
