//===- timeline.cpp - What workers do, and when -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "timeline.h"

#include "../support/clock.h"
#include "../support/trace_writer.h"
#include "ticks.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::support;

std::uint64_t Recorder::ticksOfLong() {
  return TickRate().ticks(LongNanoseconds);
}

void Recorder::note(TimelineEvent::Sort what, std::uint64_t begin,
                    std::uint64_t end, std::uint32_t other) noexcept {
  if (Events.size() >= Most)
    return;
  try {
    if (Events.size() + 1 == Most)
      what = TimelineEvent::Full;
    Events.push_back({what, other, begin, end});
  } catch (const std::bad_alloc &) {
    // There is room for the last one only if nothing has to be allocated.
    return;
  }
}

void Recorder::stole(std::uint32_t from) noexcept {
  const std::uint64_t now = ticks();
  note(TimelineEvent::Stolen, now, now, from);
}

void Recorder::ran(const std::string &name, std::uint64_t begin,
                   std::uint64_t end) noexcept {
  try {
    auto [found, isNew] =
        Numbers.try_emplace(name, static_cast<std::uint32_t>(Names.size()));
    if (isNew)
      Names.push_back(name);
    note(TimelineEvent::Thread, begin, end, found->second);
  } catch (const std::bad_alloc &) {
    // The timeline lacks it.
    return;
  }
}

TimelineRow Recorder::row(std::uint64_t began, std::uint64_t ended) const {
  const TickRate rate;
  const auto since = [&](std::uint64_t ticks) {
    return ticks <= began ? 0 : rate.nanoseconds(ticks - began);
  };
  TimelineRow row;
  row.End = since(ended);
  row.Names = Names;
  for (const TimelineEvent &event : Events) {
    // A processor that the worker came to in between may be a little behind.
    const std::uint64_t end = std::max(event.Begin, event.End);
    row.Events.push_back(
        {event.What, event.Other, since(event.Begin), since(end)});
  }
  return row;
}

Timeline::Timeline(const std::string &path) : Path(path) {
  if (path.empty())
    return;
  File.open(path);
  if (!File)
    throw error(error::wrong_option, "cannot write the timeline to '" + path +
                                         "': " + std::strerror(errno));
}

void Timeline::begin() {
  Began = ticks();
  Rows.clear();
}

void Timeline::add(const Recorder &what, unsigned rank, unsigned worker) {
  TimelineRow row = what.row(Began, ticks());
  row.Rank = rank;
  row.Worker = worker;
  Rows.push_back(std::move(row));
}

/// A worker works where it is not idle: its long threads lie in that.
static void writeRow(TraceWriter &to, const TimelineRow &row) {
  to.row(row.Rank, row.Worker);
  std::uint64_t from = 0;
  const TimelineEvent *steal = nullptr;
  const auto work = [&](std::uint64_t until) {
    if (until > from)
      to.slice("work", row.Rank, row.Worker, from, until);
  };
  for (const TimelineEvent &event : row.Events) {
    const auto slice = [&](const char *name) {
      to.slice(name, row.Rank, row.Worker, event.Begin, event.End);
    };
    switch (event.What) {
    case TimelineEvent::Thread:
      to.slice(row.Names[event.Other], row.Rank, row.Worker, event.Begin,
               event.End);
      break;
    case TimelineEvent::Idle:
      work(event.Begin);
      from = event.End;
      // Where the thief's work begins.
      if (steal)
        to.arrow("steal", row.Rank, steal->Other, row.Worker, from);
      steal = nullptr;
      break;
    case TimelineEvent::Stolen:
      if (event.Other == TimelineEvent::Elsewhere)
        slice("from another rank");
      else
        steal = &event;
      break;
    case TimelineEvent::Parked:
      slice("checkpoint");
      break;
    case TimelineEvent::Full:
      slice("full");
      return;
    }
  }
  work(row.End);
}

void Timeline::write() {
  TraceWriter to(File);
  for (const TimelineRow &row : Rows)
    writeRow(to, row);
  to.finish();
  File.close();
  if (!File)
    throw error(error::wrong_option,
                "cannot write the timeline to '" + Path + "'");
}
