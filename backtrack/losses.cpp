//===- losses.cpp - What follows from the death of a rank -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each rank repairs what it had with the one that has died. protocols.md,
/// "Losses of ranks", has the argument.
///
//===----------------------------------------------------------------------===//

#include "journal.h"
#include "ranks.h"

#include <iterator>
#include <vector>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;

void TaskJob::packLoss(packer &to) {
  if (Active && Active->Saved)
    orDie([&] { static_cast<SavedJournal &>(*Active->Saved).packRecords(to); });
}

void TaskJob::handleLoss(unsigned lost, unpacker &news) {
  if (!Active)
    return;
  orDie([&] {
    if (Active->Saved && !news.empty())
      static_cast<Journal &>(*Active->Saved).learn(news);
    takeBack(lost);
    orphan(lost);
    Tree.remove(lost);
    Known[lost] = Core::NoWork;
    Everywhere.lose(lost);
    forgetRequests(lost);
  });
}

/// The tasks that the rank had from here are run here.
void TaskJob::takeBack(unsigned lost) {
  for (auto at = Away.begin(); at != Away.end();) {
    Given &given = at->second;
    if (given.To != lost) {
      ++at;
      continue;
    }
    if (given.HasPart)
      Here.erase({lost, given.Part.Number});
    given.What->parcel()->IsLost = true;
    // Releases that: pairs with the loads in await(), helpUntilDone() and
    // abandon(), as in handleResult().
    given.What->Done.store_release(true);
    at = Away.erase(at);
  }
}

/// Nobody needs the results of tasks that are from the rank.
void TaskJob::orphan(unsigned lost) {
  if (Arrived && Arrived->From == lost) {
    Here.erase({lost, Arrived->Number});
    Arrived.reset();
  }
  for (auto &[name, here] : Here) {
    if (name.first != lost)
      continue;
    here.IsCancelled = true;
    if (here.What)
      here.What->Cancel.Cancelled.store_relaxed(true);
  }
  Active->interruptHere();
  spreadCancellation();
}

/// No answer comes from the rank, and none can get there.
void TaskJob::forgetRequests(unsigned lost) {
  std::vector<Client> declined;
  for (auto at = Sent.begin(); at != Sent.end();) {
    auto next = std::next(at);
    if (at->second.To == lost)
      declined.push_back(takeOnward(at->first).For);
    at = next;
  }
  for (const Client &client : declined)
    refuse(client, 0);
  for (Proxy &proxy : Proxies)
    // Otherwise it is being answered.
    if (proxy.For.Rank == lost &&
        (proxy.Waits || (proxy.Victim && proxy.retract(*proxy.Victim))))
      decline(proxy);
}
