//===- timeline.cpp - What the workers did, and when ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/worker.hpp>

#include "../support/json.h"

#include <string_view>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using tussah::support::JsonWriter;

/// The beginning of a page that shows the events in any browser.
static constexpr char PageBegins[] = R"page(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Timeline</title>
<style>
:root { color-scheme: light dark; font: 15px system-ui, sans-serif }
body { margin: 1em }
h1 { font-size: 1.3em }
p { margin: 0.2em 0 }
i { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.3em 0 1em }
canvas { display: block; width: 100%; height: 28px; margin-bottom: 0.7em }
</style></head><body>
<h1>Timeline</h1>
<p id="legend"></p>
<p id="place"></p>
<div id="rows"></div>
<script>
const trace = )page";

/// The end of the page. An entry inside another one is drawn thinner.
static constexpr char PageEnds[] = R"page(;
const kinds = {
  run: ["#57a05a", "the run itself"], task: ["#3f7fc4", "a task"],
  wait: ["#e0a231", "waits for a task"], split: ["#c8392f", "makes a task"],
  full: ["#a05ac0", "no more was noted"]
};
for (const [colour, text] of [...Object.values(kinds), ["#8885", "looks for work"]]) {
  const mark = document.createElement("i");
  mark.style.background = colour;
  legend.append(mark, text);
}

const byKey = new Map();
let end = 0.1;
for (const e of trace.traceEvents) {
  const key = e.pid + "/" + e.tid;
  if (!byKey.has(key)) byKey.set(key, {names: {}, bars: []});
  const row = byKey.get(key);
  if (e.ph == "M") {
    row.names[e.name] = e.args.name;
  } else {
    row.bars.push(e);
    end = Math.max(end, e.ts + e.dur);
  }
}
let from = 0, to = end;
const time = us => (us / 1000).toFixed(us < 1e6 ? 3 : 1) + " ms";

for (const row of byKey.values()) {
  row.bars.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const open = [];
  for (const bar of row.bars) {
    while (open.length && open[open.length - 1] <= bar.ts) open.pop();
    bar.depth = open.length;
    open.push(bar.ts + bar.dur);
  }
  const count = kind => row.bars.filter(bar => bar.name == kind).length;
  const label = document.createElement("p");
  label.textContent = `${row.names.process_name}, ${row.names.thread_name}: ` +
    `tasks ${count("task")}, waits ${count("wait")}, splits ${count("split")}`;
  row.canvas = document.createElement("canvas");
  row.canvas.onpointermove = e => {
    const scale = (to - from) / e.target.clientWidth;
    if (e.buttons) {
      const by = Math.max(-from, Math.min(end - to, -e.movementX * scale));
      from += by;
      to += by;
      return draw();
    }
    const at = from + e.offsetX * scale;
    const bar = row.bars.findLast(bar => bar.ts <= at && at <= bar.ts + bar.dur);
    e.target.title = bar ? `${kinds[bar.name][1]}: ${time(bar.dur)} from ${time(bar.ts)}` : "";
  };
  rows.append(label, row.canvas);
}

function draw() {
  for (const {bars, canvas} of byKey.values()) {
    const width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = width * devicePixelRatio;
    canvas.height = height * devicePixelRatio;
    const g = canvas.getContext("2d"), scale = width / (to - from);
    g.scale(devicePixelRatio, devicePixelRatio);
    g.fillStyle = "#8885";
    g.fillRect(0, 0, width, height);
    for (const bar of bars) {
      const x = (bar.ts - from) * scale, length = Math.max(bar.dur * scale, 1);
      if (x > width || x + length < 0) continue;
      const inset = Math.min(3 * bar.depth, 12);
      g.fillStyle = kinds[bar.name][0];
      g.fillRect(x, inset, length, height - 2 * inset);
    }
  }
  place.textContent = `From ${time(from)} to ${time(to)}. Turn the wheel over a row to zoom, drag it to move.`;
}
rows.addEventListener("wheel", e => {
  if (e.target.tagName != "CANVAS") return;
  e.preventDefault();
  const at = from + (to - from) * e.offsetX / e.target.clientWidth, factor = Math.exp(e.deltaY / 400);
  from = Math.max(0, at - (at - from) * factor);
  to = Math.max(from + 0.1, Math.min(end, at + (to - at) * factor));
  draw();
}, {passive: false});
addEventListener("resize", draw);
draw();
</script></body></html>
)page";

static bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         text.substr(text.size() - end.size()) == end;
}

/// With one digit behind the point.
static std::string microseconds(std::uint64_t nanoseconds) {
  return std::to_string(nanoseconds / 1000) + "." +
         std::to_string(nanoseconds / 100 % 10);
}

/// One row for each worker of each rank; times from the beginning, in
/// microseconds. The format is in "Trace Event Format" of the Chromium project;
/// a page has it inside.
/// \p body is the function of the program that worker 0 has run.
void Run::writeTimeline(const Event &body) {
  static constexpr const char *Names[] = {"task", "wait", "split", "full",
                                          "run"};
  const bool isPage = endsWith(Options.trace, ".html");
  if (isPage)
    Timeline << PageBegins;
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
  if (isPage)
    Timeline << PageEnds;
  Timeline.close();
}
