//===- report.cpp - What predictions look like ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report.h"

#include "support/json.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace tussah::predict {

namespace {

struct Scheduler {
  const char *Name;
  Outcome (*Simulate)(const Dag &, const Costs &, const Machine &);
  /// What Outcome::Space is.
  const char *Space;
};

constexpr Scheduler Schedulers[] = {
    {"native", simulateNative, "spawns on a stack"},
    {"cps", simulateCps, "closures of a worker"},
    {"backtrack", simulateBacktrack, "choices of a worker"}};

/// Medians over the seeds, and the extremes of the time.
struct Row {
  unsigned Workers;
  double Time, Fastest, Slowest, Idle, Steals, Requests, Space;
};

template <class Get>
double median(const std::vector<Outcome> &of, const Get &get) {
  std::vector<double> values;
  for (const Outcome &outcome : of)
    values.push_back(static_cast<double>(get(outcome)));
  std::sort(values.begin(), values.end());
  std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
}

Row simulate(const Scheduler &scheduler, const Dag &d, const Plan &what,
             unsigned workers) {
  std::vector<Outcome> runs;
  // With one worker, nothing is random.
  unsigned seeds = workers == 1 ? 1 : what.Seeds;
  for (unsigned i = 0; i != seeds; ++i)
    runs.push_back(scheduler.Simulate(
        d, what.Prices,
        {workers, std::min(what.Nodes, workers), what.Seed + i, what.Shared}));
  auto time = [](const Outcome &o) { return o.Time; };
  auto [fastest, slowest] = std::minmax_element(
      runs.begin(), runs.end(),
      [](const Outcome &a, const Outcome &b) { return a.Time < b.Time; });
  return {workers,
          median(runs, time),
          fastest->Time,
          slowest->Time,
          median(runs, [](const Outcome &o) { return o.Idle; }),
          median(runs, [](const Outcome &o) { return o.Steals; }),
          median(runs, [](const Outcome &o) { return o.Requests; }),
          median(runs, [](const Outcome &o) { return o.Space; })};
}

bool isChosen(const Scheduler &scheduler, const Plan &what) {
  return what.Scheduler == "all" || what.Scheduler == scheduler.Name;
}

__attribute__((format(printf, 1, 2))) std::string format(const char *how, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, how);
  std::vsnprintf(text, sizeof text, how, arguments);
  va_end(arguments);
  return text;
}

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

/// What workers do to each other.
std::string sharing(const Contention &contention) {
  if (!contention.isKnown())
    return "memory: each worker as fast as one alone; --contention=measure "
           "runs copies of the program at once\n";
  std::string text = "memory: strands take";
  for (auto [workers, factor] : contention.points())
    if (workers > 1)
      text += format("%s %.3g times as long on %u workers",
                     text.back() == 'e' ? "" : ",", factor, workers);
  return text + "\n";
}

std::string warnings(const Dag &d, const Recording &about) {
  std::string text;
  if (!d.Tasks && d.Loops.empty())
    text += "note: nothing is spawned, so more workers make nothing faster\n";
  if (about.IsCut)
    text += "note: the program ended in a task or loop; what would have "
            "followed is not there\n";
  if (about.HasOtherThreads)
    text += "note: tasks of threads that the program made itself are not "
            "there\n";
  return text;
}

} // namespace

std::string reportText(const Dag &d, const Recording &about, const Plan &what) {
  std::string text = format(
      "work %.4g s, span %.4g s, parallelism %.1f; %.0f tasks, %zu loops\n",
      1e-9 * d.Work, 1e-9 * d.Span, ratio(d.Work, d.Span),
      static_cast<double>(d.Tasks), d.Loops.size());
  if (about.Threshold > 0)
    text +=
        format("recorded %llu tasks and %llu loops in %.1f MB; those with "
               "less than %.3g s of work are strands\n",
               static_cast<unsigned long long>(about.Tasks),
               static_cast<unsigned long long>(about.Loops),
               1e-6 * static_cast<double>(about.Bytes), 1e-9 * about.Threshold);
  text += what.CostsFrom.empty() ? "costs: estimates; --calibrate measures those of steals\n"
                                 : "costs: " + what.CostsFrom + "\n";
  text += sharing(what.Shared);
  text += warnings(d, about);
  for (const Scheduler &scheduler : Schedulers) {
    if (!isChosen(scheduler, what))
      continue;
    text +=
        format("\n%s; space: %s; %u seed%s%s\n", scheduler.Name,
               scheduler.Space, what.Seeds, what.Seeds == 1 ? "" : "s",
               what.Nodes > 1 ? format(", %u nodes", what.Nodes).c_str() : "");
    text += "workers     time s   spread s   speed-up efficiency     steals   "
            "requests    idle      space\n";
    for (unsigned workers : what.Workers) {
      Row row = simulate(scheduler, d, what, workers);
      double speedup = ratio(d.Work, row.Time);
      text +=
          format("%7u %10.4g %10.2g %10.2f %9.1f%% %10.0f %10.0f %6.1f%% "
                 "%10.0f\n",
                 workers, 1e-9 * row.Time, 1e-9 * (row.Slowest - row.Fastest),
                 speedup, 100 * speedup / workers, row.Steals, row.Requests,
                 100 * ratio(row.Idle, row.Time * workers), row.Space);
    }
  }
  return text;
}

namespace {

/// A number of JSON.
std::string digits(double value) { return format("%.9g", value); }

void writeRow(support::JsonWriter &json, const Dag &d, const Row &row) {
  json.object([&] {
    json.key("workers").number(row.Workers);
    json.key("seconds").digits(digits(1e-9 * row.Time));
    json.key("fastest").digits(digits(1e-9 * row.Fastest));
    json.key("slowest").digits(digits(1e-9 * row.Slowest));
    json.key("speedup").digits(digits(ratio(d.Work, row.Time)));
    json.key("steals").digits(digits(row.Steals));
    json.key("requests").digits(digits(row.Requests));
    json.key("idle").digits(digits(ratio(row.Idle, row.Time * row.Workers)));
    json.key("space").digits(digits(row.Space));
  });
}

} // namespace

std::string reportJson(const Dag &d, const Recording &about, const Plan &what) {
  support::JsonWriter json;
  json.object([&] {
    json.key("version").number(1);
    json.key("work").digits(digits(1e-9 * d.Work));
    json.key("span").digits(digits(1e-9 * d.Span));
    json.key("tasks").number(d.Tasks);
    json.key("threads").number(d.Threads);
    json.key("loops").number(d.Loops.size());
    json.key("recorded").object([&] {
      json.key("tasks").number(about.Tasks);
      json.key("loops").number(about.Loops);
      json.key("bytes").number(about.Bytes);
      json.key("threshold").digits(digits(1e-9 * about.Threshold));
      json.key("looks").number(about.Looks);
      json.key("seconds_per_look").digits(digits(1e-9 * about.Look));
      json.key("is_cut").number(about.IsCut);
      json.key("has_other_threads").number(about.HasOtherThreads);
    });
    json.key("costs").object([&] {
      for (const CostName &cost : costNames())
        json.key(cost.Name).digits(digits(what.Prices.*cost.Member));
    });
    json.key("contention").array([&] {
      for (auto [workers, factor] : what.Shared.points())
        json.object([&, workers = workers, factor = factor] {
          json.key("workers").number(workers);
          json.key("factor").digits(digits(factor));
        });
    });
    json.key("nodes").number(what.Nodes);
    json.key("seeds").number(what.Seeds);
    json.key("predictions").array([&] {
      for (const Scheduler &scheduler : Schedulers) {
        if (!isChosen(scheduler, what))
          continue;
        json.object([&] {
          json.key("scheduler").string(scheduler.Name);
          json.key("rows").array([&] {
            for (unsigned workers : what.Workers)
              writeRow(json, d, simulate(scheduler, d, what, workers));
          });
        });
      }
    });
  });
  return json.take() + "\n";
}

} // namespace tussah::predict
