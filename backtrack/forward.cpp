//===- forward.cpp - Requests from group to group ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Requests for any task: whom a rank asks, for itself or for others. The
/// answer comes back by the same ranks. docs/guides/backtrack.md, "Between
/// ranks", has the whole.
///
//===----------------------------------------------------------------------===//

#include "ranks.h"

#include <algorithm>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using tussah::support::nanoseconds;

/// How often the work was divided that a rank finds here; with that of the
/// members of groups, if it is outside of them.
unsigned TaskJob::hintFor(unsigned rank) const {
  unsigned best = Core::NoWork;
  for (const auto &core : Active->Cores)
    best = std::min(best, core->Hint.load_relaxed());
  if (auto level = Tree.levelWith(rank); level && *level != 0)
    for (const RankTree::Member &member : Tree.membersBelow(*level, Known))
      best = std::min(best, Known[member.Rank]);
  return best;
}

/// Refers a request to another rank, if that gives a larger task than this one.
bool TaskJob::refer(const Client &client) {
  const unsigned better = Tree.bestBeside(client.Rank, Known);
  const unsigned here = hintFor(client.Rank);
  if (better == Rank || here == Core::NoWork || Known[better] >= here)
    return false;
  refuse(client, 0, true);
  return true;
}

/// Asks another rank for a task for \p client: one of a group of this rank, or
/// its leader, for those of other groups.
void TaskJob::askOn(std::size_t level, const Client &client) {
  // All others may have died.
  if (present() == 1)
    return refuse(client, 0);
  Group &group = Tree[level];
  // Leaders ask for one member at a time, and not too often. The others have
  // the task sooner from that one.
  if (level != 0 && (group.IsAsking || !group.Wait.isOver(nanoseconds())))
    return refuse(client, 0);
  bool byLeader = false;
  const unsigned to = Tree.choose(level, Known, Random, byLeader);
  if (to == Rank)
    return askOn(level + 1, client);
  group.IsAsking = level != 0;
  sendOn(to, {client, nullptr, level, byLeader});
}

void TaskJob::sendOn(unsigned rank, const Onward &what) {
  Sent.emplace(++LastRequest, what).first->second.To = rank;
  request(rank, 0, LastRequest, what.For.Thief, what.Level, what.ByLeader);
}

/// The answer to a request has come.
TaskJob::Onward TaskJob::takeOnward(std::uint64_t request) {
  const Onward sent = Sent.extract(request).mapped();
  if (!sent.Search)
    Tree[sent.Level].IsAsking = false;
  return sent;
}

void TaskJob::passOn(const Client &client, const Arrival &arrival) {
  packer to = message(Message::Task);
  to(std::uint64_t(0));
  to(client.Request);
  to(arrival.From);
  to(arrival.Number);
  to(arrival.Divided);
  to(hintFor(client.Rank));
  to.bytes(arrival.Bytes.data(), arrival.Bytes.size());
  post(client.Rank, to);
  ++Counts.passed;
  Known[client.Rank] = arrival.Divided;
}
