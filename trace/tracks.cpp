//===- tracks.cpp - What workers did, and when
//--------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tracks.h"

#include <algorithm>
#include <unordered_map>

namespace tussah::trace {

namespace {

/// Numbers of threads that are no workers come after those of all workers.
constexpr std::uint32_t FirstThread = 1000000;

/// What a worker does from an event on; null if that does not change it.
const char *stateAfter(std::uint32_t kind) {
  switch (kind) {
  case TIMELINE_ENTER:
  case TIMELINE_STOLEN:
  case TIMELINE_RESUME:
  case TIMELINE_HOME:
    return "running";
  case TIMELINE_SEARCH:
    return "stealing";
  case TIMELINE_SLEEP:
    return "sleeping";
  case TIMELINE_REST:
    return "resting";
  default:
    return nullptr;
  }
}

const char *howItRuns(std::uint32_t kind) {
  switch (kind) {
  case TIMELINE_ENTER:
    return "entered parallel code";
  case TIMELINE_STOLEN:
    return "stole a continuation";
  case TIMELINE_RESUME:
    return "went on behind a sync";
  case TIMELINE_HOME:
    return "came back to its thread";
  default:
    return "";
  }
}

bool isBefore(const Slice &a, const Slice &b) {
  return a.Begin != b.Begin ? a.Begin < b.Begin : a.End > b.End;
}

class Painter {
  const Timeline &Of;
  Picture To;
  std::unordered_map<std::uint32_t, std::size_t> Indices; ///< of workers
  struct Arrival {
    std::size_t Track;
    std::uint64_t Time;
  };
  struct Opening {
    std::string Name;
    std::size_t Track;
    std::uint64_t Time;
  };

  /// What a worker did. Of a ring that has lost its oldest events, the first
  /// slice begins with the first change that is known.
  void drawWorker(Track &track, const std::vector<timeline_event> &events) {
    Slice now = {0, 0, "", ""};
    auto change = [&](std::uint64_t time, const char *name, const char *how) {
      // In a damaged file times may go back.
      now.End = std::max(time, now.Begin);
      if (!now.Name.empty())
        track.Slices.push_back(now);
      now = {time, 0, name, how};
    };
    for (const timeline_event &event : events) {
      if (const char *state = stateAfter(event.kind)) {
        // A strand that arrives last at a join goes on without a break.
        if (now.Name != state || event.kind != TIMELINE_SEARCH)
          change(event.time, state, howItRuns(event.kind));
      } else if (event.kind == TIMELINE_LEAVE) {
        change(event.time, "", "");
      } else if (event.kind == TIMELINE_PROMOTE) {
        track.Instants.push_back({event.time, "offers a continuation"});
      } else if (event.kind == TIMELINE_ARRIVE) {
        track.Instants.push_back({event.time, "arrives at a sync"});
      }
    }
    change(Of.End, "", "");
  }

  /// The slice of a track at a time that is about what the worker does.
  const Slice *sliceAt(const Track &track, std::uint64_t time) const {
    auto after = std::upper_bound(
        track.Slices.begin(), track.Slices.end(), time,
        [](std::uint64_t t, const Slice &s) { return t < s.Begin; });
    if (after == track.Slices.begin())
      return nullptr;
    --after;
    return time <= after->End ? &*after : nullptr;
  }

  /// Only if both ends are there: a ring may have lost one.
  void addArrow(Arrow arrow) {
    if (sliceAt(To.Tracks[arrow.From], arrow.Begin) &&
        sliceAt(To.Tracks[arrow.To], arrow.End))
      To.Arrows.push_back(arrow);
  }

  void drawThefts() {
    for (const auto &[number, events] : Of.Workers) {
      const timeline_event *theft = nullptr;
      for (const timeline_event &event : events) {
        if (event.kind == TIMELINE_STEAL)
          theft = &event;
        if (event.kind != TIMELINE_STOLEN || !theft)
          continue;
        auto victim = Indices.find(static_cast<std::uint32_t>(theft->value));
        if (victim != Indices.end())
          addArrow({"steal", victim->second, Indices[number], theft->time,
                    event.time});
        theft = nullptr;
      }
    }
  }

  void drawJoins() {
    std::vector<const timeline_event *> events;
    for (const auto &[number, all] : Of.Workers)
      for (const timeline_event &event : all)
        if (event.kind == TIMELINE_ARRIVE || event.kind == TIMELINE_RESUME)
          events.push_back(&event);
    std::sort(events.begin(), events.end(), [](auto *a, auto *b) {
      return a->time != b->time ? a->time < b->time : a->kind < b->kind;
    });
    std::unordered_map<std::uint64_t, std::vector<Arrival>> joins;
    for (const timeline_event *event : events) {
      std::vector<Arrival> &arrivals = joins[event->value];
      std::size_t track = Indices[event->worker];
      if (event->kind == TIMELINE_ARRIVE) {
        arrivals.push_back({track, event->time});
        continue;
      }
      for (const Arrival &arrival : arrivals)
        if (arrival.Track != track)
          addArrow({"join", arrival.Track, track, arrival.Time, event->time});
      joins.erase(event->value);
    }
  }

  /// Where a region lies in one slice, and in the regions in it, it is a slice
  /// too.
  void addRegion(const Opening &from, std::size_t track, std::uint64_t end,
                 std::uint64_t id, std::vector<Slice> &inner) {
    end = std::max(end, from.Time);
    const Track &on = To.Tracks[track];
    bool isThread = on.Number >= FirstThread;
    const Slice *a = sliceAt(on, from.Time), *b = sliceAt(on, end);
    if (from.Track == track && (isThread || (a && a == b)))
      inner.push_back({from.Time, end, from.Name, ""});
    else
      To.Regions.push_back({from.Name, from.Track, from.Time, end, id, false});
  }

  void drawRegions() {
    std::unordered_map<std::uint64_t, Opening> open;
    std::vector<std::vector<Slice>> inner(To.Tracks.size());
    auto each = [&](std::uint32_t kind, auto what) {
      std::size_t track = 0;
      for (const auto *all : {&Of.Workers, &Of.Threads})
        for (const auto &[number, events] : *all) {
          for (const timeline_event &event : events)
            if (event.kind == kind)
              what(event, track);
          ++track;
        }
    };
    each(TIMELINE_BEGIN, [&](const timeline_event &event, std::size_t track) {
      open[event.value] = {event.name, track, event.time};
    });
    each(TIMELINE_END, [&](const timeline_event &event, std::size_t track) {
      auto found = open.find(event.value);
      if (found == open.end())
        return;
      addRegion(found->second, track, event.time, event.value, inner[track]);
      open.erase(found);
    });
    for (const auto &[id, from] : open)
      To.Regions.push_back({from.Name, from.Track, from.Time,
                            std::max(Of.End, from.Time), id, true});
    for (std::size_t track = 0; track != inner.size(); ++track)
      nest(track, inner[track]);
    std::sort(To.Regions.begin(), To.Regions.end(),
              [](const Region &a, const Region &b) {
                return a.Begin != b.Begin ? a.Begin < b.Begin : a.Id < b.Id;
              });
  }

  /// Adds regions of a track to its slices. What would cross another one stays
  /// a region, because slices only nest.
  void nest(std::size_t track, std::vector<Slice> &regions) {
    std::sort(regions.begin(), regions.end(), isBefore);
    std::vector<Slice> &slices = To.Tracks[track].Slices;
    std::vector<std::uint64_t> ends;
    std::uint64_t crossing = std::uint64_t(track + 1) << 40;
    std::vector<Slice> nested;
    for (Slice &region : regions) {
      while (!ends.empty() && ends.back() <= region.Begin)
        ends.pop_back();
      if (!ends.empty() && ends.back() < region.End) {
        To.Regions.push_back(
            {region.Name, track, region.Begin, region.End, ++crossing, false});
        continue;
      }
      ends.push_back(region.End);
      nested.push_back(region);
    }
    slices.insert(slices.end(), nested.begin(), nested.end());
    std::sort(slices.begin(), slices.end(), isBefore);
  }

public:
  explicit Painter(const Timeline &of) : Of(of) {}

  Picture paint() {
    for (const auto &[number, events] : Of.Workers) {
      Indices[number] = To.Tracks.size();
      To.Tracks.push_back({"worker " + std::to_string(number), number, {}, {}});
      drawWorker(To.Tracks.back(), events);
    }
    for (const auto &[number, events] : Of.Threads)
      To.Tracks.push_back(
          {"thread " + std::to_string(number) + ", outside of parallel code",
           FirstThread + number,
           {},
           {}});
    drawThefts();
    drawJoins();
    drawRegions();
    return std::move(To);
  }
};

} // namespace

Picture draw(const Timeline &of) { return Painter(of).paint(); }

} // namespace tussah::trace
