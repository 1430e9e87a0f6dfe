//===- broadcast.cpp - Values that all ranks have, on their way -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/broadcast.hpp>

#include "ranks.h"

#include "../support/back_off.h"

using namespace tussah;
using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;

/// The same on all ranks, and in all jobs of a program. 0 and 0 is no name.
static CopyName nameOf(const packer &message) {
  const std::vector<std::byte> &bytes = message.message();
  constexpr std::uint64_t other = 0x6a09e667f3bcc909;
  return {cps::detail::checksum(1, bytes.data(), bytes.size()),
          cps::detail::checksum(other, bytes.data(), bytes.size()) | 1};
}

namespace {
/// The references on the rank that has sent a value share this.
struct Owner {
  Owner(TaskJob &job, std::uint32_t run, const Broadcast &what)
      : Job(job), Run(run), What(what) {}
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  ~Owner() { Job.giveUp(Run, What.Name); }

  TaskJob &Job;
  const std::uint32_t Run;
  const Broadcast What;
};
} // namespace

bool tussah::backtrack::detail::isPacked(const Point &at) {
  return at.Home->All.Others || at.Home->All.Saved;
}

Broadcast tussah::backtrack::detail::sendToAll(
    worker &w, std::shared_ptr<const void> value, CopyReader *reader,
    const packer &contents) {
  if (!isPacked(w))
    return {{}, std::move(value)};
  packer message;
  writeFunction(message, reader);
  message.append(contents);
  Broadcast what = {nameOf(message), std::move(value)};
  if (w.Home->All.Others)
    what.Value = TaskJob::join()->broadcast(w, what, message);
  return what;
}

std::shared_ptr<const void> TaskJob::broadcast(worker &w, const Broadcast &what,
                                               const packer &contents) {
  auto missing = std::make_shared<Atomic<unsigned>>(0);
  auto here = std::make_shared<Copy>(what.Value);
  std::shared_ptr<Owner> owner;
  orDie([&] {
    Guard guard(Lock);
    owner = std::make_shared<Owner>(*this, RunNumber, what);
    Everywhere.add(what.Name, std::move(here));
    packer to = message(Message::Copy);
    std::vector<bool> wanted(Ranks);
    for (unsigned rank = 0; rank < Ranks; ++rank)
      wanted[rank] = rank != Rank && isPresent(rank);
    to(Everywhere.expect(missing, wanted));
    to(what.Name);
    to.append(contents);
    for (unsigned rank = 0; rank < Ranks; ++rank)
      if (wanted[rank])
        post(rank, to);
    ++Counts.broadcasts;
  });
  support::BackOff pause;
  while (missing->load_relaxed() != 0) {
    poll();
    w.poll();
    pause.again();
  }
  return {owner, what.Value.get()};
}

void TaskJob::handleCopy(unsigned from, unpacker &message) {
  auto number = message.get<std::uint64_t>();
  auto name = message.get<CopyName>();
  Everywhere.add(name, std::make_shared<Copy>(message.rest()));
  packer to = this->message(Message::CopyArrived);
  to(number);
  post(from, to);
}

/// Tells the others that they can forget what this rank has sent; under the
/// lock.
void TaskJob::spreadGivenUp() {
  if (!Active)
    return;
  for (const CopyName &name : Unneeded.take(RunNumber)) {
    Everywhere.remove(name);
    packer to = message(Message::CopyGivenUp);
    to(name);
    for (unsigned rank = 0; rank < Ranks; ++rank)
      if (rank != Rank)
        post(rank, to);
  }
}

std::shared_ptr<const void>
tussah::backtrack::detail::findCopy(const CopyName &name) {
  TaskJob *job = TaskJob::join();
  std::shared_ptr<Copy> copy = job ? job->copyOf(name) : nullptr;
  if (!copy)
    throw error("the value of a broadcast is not here: it was of another run, "
                "or all references on the rank that sent it have ended; a "
                "result cannot have one");
  return copy->value();
}

std::shared_ptr<Copy> TaskJob::copyOf(const CopyName &name) {
  Guard guard(Lock);
  return Everywhere.find(name);
}
