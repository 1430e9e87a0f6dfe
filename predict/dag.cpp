//===- dag.cpp - Series-parallel dags, as simulators walk them ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dag.h"

#include <algorithm>
#include <cstring>

namespace tussah::predict {

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void Loop::add(std::uint64_t count, double time) {
  if (!count)
    return;
  Runs.push_back({Iterations, Total, time / static_cast<double>(count)});
  Iterations += count;
  Total += time;
}

double Loop::timeBefore(std::uint64_t index) const {
  if (index >= Iterations)
    return Total;
  auto behind = std::upper_bound(
      Runs.begin(), Runs.end(), index,
      [](std::uint64_t i, const Run &r) { return i < r.First; });
  const Run &run = behind[-1];
  return run.Start + static_cast<double>(index - run.First) * run.Each;
}

void Loop::scale(double factor) {
  for (Run &run : Runs) {
    run.Start *= factor;
    run.Each *= factor;
  }
  Total *= factor;
}

double Loop::longest() const {
  double longest = 0;
  for (const Run &run : Runs)
    longest = std::max(longest, run.Each);
  return longest;
}

std::uint64_t Loop::grain(unsigned workers) const {
  // As runtime/scheduler/api.c, which has the reasons.
  constexpr std::uint64_t LeavesPerWorker = 32, Few = 8, Most = 2048,
                          LeastInstructions = 16384;
  if (Grain)
    return Grain;
  if (workers == 1)
    return std::max<std::uint64_t>(Iterations, 1);
  std::uint64_t leaves = LeavesPerWorker * workers;
  std::uint64_t grain = Iterations / leaves;
  grain += grain >= Few && Iterations % leaves != 0;
  if (!Instructions)
    grain = std::min(grain, Most);
  return std::max({grain, Instructions ? LeastInstructions / Instructions : 1,
                   std::uint64_t(1)});
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static std::size_t hash(const std::vector<Step> &body) {
  std::size_t sum = body.size();
  for (const Step &step : body) {
    std::uint64_t bits;
    std::memcpy(&bits, &step.Before, sizeof bits);
    bits ^=
        (std::uint64_t(step.What) << 32 | step.Target) * 0x9e3779b97f4a7c15u;
    sum = (sum ^ bits) * 0xff51afd7ed558ccdu;
    sum ^= sum >> 29;
  }
  return sum;
}

static bool isEqual(const Step &a, const Step &b) {
  return a.Before == b.Before && a.What == b.What && a.Target == b.Target;
}

// Step 0 is an end, for what has nothing more to do.
Dag::Dag() : Steps{{0, Step::End, 0}} {}

std::uint32_t Dag::add(const std::vector<Step> &body) {
  std::size_t key = hash(body);
  auto [first, last] = Known.equal_range(key);
  for (auto it = first; it != last; ++it)
    if (it->second.second == body.size() &&
        std::equal(body.begin(), body.end(), Steps.begin() + it->second.first,
                   isEqual))
      return it->second.first;
  auto start = static_cast<std::uint32_t>(Steps.size());
  Steps.insert(Steps.end(), body.begin(), body.end());
  Known.emplace(key, std::pair(start, static_cast<std::uint32_t>(body.size())));
  return start;
}

/// Work and span of a body. Bodies are added behind those that they spawn, so
/// the depth of calls is that of the dag; measured ones are not visited again.
Dag::Sum Dag::measure(std::uint32_t body,
                      std::unordered_map<std::uint32_t, Sum> &measured) const {
  if (auto known = measured.find(body); known != measured.end())
    return known->second;
  Sum sum = {0, 0, 0, 1};
  std::vector<double> ends; // of the open scopes: when the last task ends
  for (const Step *step = &Steps[body];; ++step) {
    sum.Work += step->Before;
    sum.Span += step->Before;
    switch (step->What) {
    case Step::End:
      measured[body] = sum;
      return sum;
    case Step::Open:
      ends.push_back(0);
      break;
    case Step::Spawn: {
      Sum child = measure(step->Target, measured);
      sum.Work += child.Work;
      sum.Tasks += child.Tasks + 1;
      sum.Threads += child.Threads;
      ends.back() = std::max(ends.back(), sum.Span + child.Span);
      break;
    }
    case Step::Sync:
      sum.Span = std::max(sum.Span, ends.back());
      ends.pop_back();
      ++sum.Threads;
      break;
    case Step::Loop:
      sum.Work += Loops[step->Target].time();
      sum.Span += Loops[step->Target].longest();
      break;
    }
  }
}

void Dag::finish(std::uint32_t root) {
  Root = root;
  Known.clear();
  // Bodies come behind those that they spawn: in this order, no call is deeper
  // than one.
  std::unordered_map<std::uint32_t, Sum> measured;
  bool begins = true;
  for (std::uint32_t at = 0; at != Steps.size(); ++at) {
    if (begins)
      measure(at, measured);
    begins = Steps[at].What == Step::End;
  }
  Sum sum = measure(root, measured);
  Work = sum.Work;
  Span = sum.Span;
  Tasks = sum.Tasks;
  Threads = sum.Threads;
}

void Dag::scale(double factor) {
  for (Step &step : Steps)
    step.Before *= factor;
  for (Loop &loop : Loops)
    loop.scale(factor);
  Work *= factor;
  Span *= factor;
}

} // namespace tussah::predict
