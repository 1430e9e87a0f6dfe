//===- tree.cpp - Groups of ranks -------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tree.h"

#include "../support/random.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace tussah::backtrack::detail;

using Members = std::vector<unsigned>;

/// So many machines are a group: more levels would take more time than they
/// spare messages.
static constexpr std::size_t MachinesInGroup = 16;

static std::vector<Members> inGroupsOf(std::size_t size, const Members &all) {
  std::vector<Members> groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % size == 0)
      groups.emplace_back();
    groups.back().push_back(all[i]);
  }
  return groups;
}

/// One for each machine; a single one if there is one machine, or if each has
/// one rank only.
static std::vector<Members> byMachine(const std::vector<unsigned> &machines) {
  std::map<unsigned, Members> groups;
  Members all;
  for (unsigned rank = 0; rank < machines.size(); ++rank) {
    groups[machines[rank]].push_back(rank);
    all.push_back(rank);
  }
  if (groups.size() == all.size())
    return {all};
  std::vector<Members> result;
  for (auto &[machine, group] : groups)
    result.push_back(std::move(group));
  return result;
}

RankTree::RankTree(unsigned rank, const std::vector<unsigned> &machines,
                   unsigned wanted)
    : Rank(rank), Levels(machines.size()) {
  Members all(machines.size());
  for (unsigned i = 0; i < all.size(); ++i)
    all[i] = i;
  std::vector<Members> groups = wanted == 0   ? byMachine(machines)
                                : wanted == 1 ? std::vector<Members>{all}
                                              : inGroupsOf(wanted, all);
  const std::size_t width = wanted == 0 ? MachinesInGroup : wanted;
  for (;;) {
    auto own =
        std::find_if(groups.begin(), groups.end(), [&](const Members &m) {
          return std::find(m.begin(), m.end(), rank) != m.end();
        });
    for (unsigned member : *own)
      if (!Levels[member])
        Levels[member] = Groups.size();
    Groups.push_back({*own});
    IsTop = groups.size() == 1;
    if (IsTop || own->front() != rank)
      return;
    Members leaders;
    for (const Members &group : groups)
      leaders.push_back(group.front());
    groups = inGroupsOf(width, leaders);
  }
}

void RankTree::remove(unsigned rank) {
  Members &all = Groups.front().Members;
  all.erase(std::remove(all.begin(), all.end(), rank), all.end());
  Levels[rank].reset();
}

unsigned RankTree::choose(std::size_t level, const Hints &hints,
                          std::uint64_t &random, bool &byLeader) {
  Group &group = Groups[level];
  Members best;
  for (unsigned rank : group.Members) {
    if (rank == Rank)
      continue;
    if (!best.empty() && hints[rank] < hints[best.front()])
      best.clear();
    if (best.empty() || hints[rank] == hints[best.front()])
      best.push_back(rank);
  }
  const bool isKnown = !best.empty() && hints[best.front()] != Core::NoWork;
  byLeader =
      hasOthers(level) && (best.empty() || (!isKnown && !group.AskedLeader));
  group.AskedLeader = byLeader;
  return byLeader ? group.Members.front()
                  : best[support::randomBelow(best.size(), random)];
}

unsigned RankTree::bestBeside(unsigned other, const Hints &hints) const {
  unsigned best = Rank;
  if (auto level = levelWith(other))
    for (unsigned rank : Groups[*level].Members)
      if (rank != Rank && rank != other &&
          (best == Rank || hints[rank] < hints[best]))
        best = rank;
  return best;
}

std::vector<RankTree::Member> RankTree::membersBelow(std::size_t level,
                                                     const Hints &hints) const {
  std::vector<Member> members;
  for (std::size_t below = 0; below < level; ++below)
    for (unsigned rank : Groups[below].Members)
      if (rank != Rank)
        members.push_back({rank, below});
  std::sort(members.begin(), members.end(),
            [&](const Member &a, const Member &b) {
              return std::pair(hints[b.Rank], a.Rank) <
                     std::pair(hints[a.Rank], b.Rank);
            });
  return members;
}
