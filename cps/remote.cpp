//===- remote.cpp - What workers and ranks do with each other ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../support/back_off.h"
#include "messages.h"
#include "network.h"
#include "span_clock.h"
#include "timeline.h"
#include "worker.h"

#include <tussah/cps/image.hpp>
#include <tussah/cps/worker.hpp>

#include <algorithm>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::jobs;
using namespace tussah::support;

/// A sleep lasts some 50 us longer than asked for, because the system coalesces
/// timers. So a thief does not sleep in the first 100 us after a request, nor
/// in the last 100 us before the next one. After many refusals in a row it does
/// sleep: others are in long threads then, and need the processor.
static constexpr std::uint64_t AwakeTime = 100'000;
static constexpr unsigned AwakeRefusals = 5;

/// How many times of remote steals are kept.
static constexpr std::size_t MostWaits = 10'000;

//===----------------------------------------------------------------------===//
// Closures in messages
//===----------------------------------------------------------------------===//

void Run::packAway(Closure *closure, packer &to) {
  packReady(closure, to);
  closure->Thread->Destroy(closure, 0);
  closure->nextGeneration();
  closure->Where.store_relaxed(Closure::ownedBy(closure->Home));
  if (!Noted)
    Workers[closure->Home]->takeFreed(closure);
}

void Run::deliver(std::uint32_t number, bool stolen,
                  std::vector<std::byte> mail) {
  Worker &to = worker(number);
  Busy.fetch_add_relaxed(1);
  {
    std::lock_guard<SpinLock> guard(to.Lock);
    to.Mailbox.push_back({stolen, std::move(mail)});
  }
  // Releases the message: pairs with fetch_and in Worker::takeInbox().
  to.Attention.fetch_or_release(Worker::Delivered);
}

/// Takes closures out of the messages that have come for this worker. Returns
/// how many there were.
std::uint64_t Worker::takeMail() {
  std::vector<Mail> mail;
  {
    std::lock_guard<SpinLock> guard(Lock);
    mail.swap(Mailbox);
  }
  if (!mail.empty())
    Polls.mailCame(ticks());
  // The exception must not reach the thread of the program that runs just now.
  try {
    open(mail);
  } catch (...) {
    Shared.fail(std::current_exception());
  }
  return mail.size();
}

void Worker::open(const std::vector<Mail> &mail) {
  for (const Mail &one : mail) {
    if (one.Stolen) {
      ++Steals;
      if (Record)
        Record->stole(TimelineEvent::Elsewhere);
      if (Measuring && Waits.size() < MostWaits)
        Waits.push_back(1e-9 * static_cast<double>(nanoseconds() - AskedAt));
      Refusals.store_relaxed(0);
      Asked.store_relaxed(false);
    }
    unpacker from(one.Bytes);
    Closure *closure = unpackReady(*this, from);
    if (closure->place() != Closure::Anywhere) {
      putPlaced(closure);
      continue;
    }
    // It was enabled by a value that this rank has sent.
    if (!one.Stolen)
      ++Migrated;
    insert(closure);
  }
}

//===----------------------------------------------------------------------===//
// Steals
//===----------------------------------------------------------------------===//

Closure *Run::takeForRank(std::uint32_t victim) {
  std::size_t count = Workers.size(), first = victim - FirstWorker;
  for (std::size_t i = 0; i < count; ++i) {
    Worker &from = *Workers[(first + i) % count];
    if (Closure *closure = from.popForThief(false)) {
      from.countLeft();
      return closure;
    }
  }
  // The thread that looks for messages may be a worker with closures.
  Worker *self = Worker::Current;
  if (!self)
    return nullptr;
  self->share();
  Closure *closure = self->popForThief(false);
  if (closure)
    self->countLeft();
  return closure;
}

/// Looks for messages, at the beginning of a thread or within it.
void Worker::pollNetwork() {
  Still still(Clock.get());
  std::uint64_t now = ticks();
  Polls.reach(now, Threads);
  if (!Polls.isTooEarly(now)) {
    std::uint64_t began = now;
    unsigned messages = 0;
    if (Shared.Others->isMailPending(Polls.isOften(now))) {
      messages = Shared.Others->poll();
      now = ticks();
    }
    Polls.looked(began, now, messages != 0);
  }
  pollAfter(Polls.threads(now));
}

/// The next look for messages is before the thread that begins \p threads after
/// the present one.
void Worker::pollAfter(std::uint64_t threads) {
  PollAt = Threads + threads - 1;
  if (!Measuring)
    PlainUntil = PollAt;
}

/// The same while this worker is idle.
void Worker::pollIdle() {
  if (Shared.Others->pollIdle() != 0)
    Polls.mailCame(ticks());
}

/// This worker is not idle any more.
void Worker::resumePolls() {
  std::uint64_t now = ticks();
  Polls.resume(now, Threads + 1);
  // The length of the first thread is known only at its end.
  pollAfter(2);
}

/// Asks the rank of \p victim for a closure, unless it still waits for an
/// answer or it is too early. Returns whether it has asked.
bool Worker::ask(std::uint32_t victim) {
  if (Asked.load_relaxed())
    return false;
  std::uint64_t now = nanoseconds();
  if (now < AskAfter.load_relaxed())
    return false;
  ++Requests;
  AskedAt = now;
  Asked.store_relaxed(true);
  Shared.Others->request(victim, number());
  return true;
}

/// Whether the answer to a request, or the next request, is too near for a
/// sleep.
bool Worker::isAnswerNear() const {
  if (Refusals.load_relaxed() > AwakeRefusals)
    return false;
  std::uint64_t now = nanoseconds();
  if (Asked.load_relaxed())
    return now - AskedAt < AwakeTime;
  return AskAfter.load_relaxed() < now + AwakeTime;
}

void Worker::refused() {
  unsigned refusals = Refusals.fetch_add_relaxed(1);
  AskAfter.store_relaxed(nanoseconds() + waitAfterRefusal(refusals));
  Asked.store_relaxed(false);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void Worker::sendRemote(Reference to, Receive *receive, const packer &value,
                        std::vector<Reference> &found,
                        const std::source_location &where) {
  Still still(Clock.get());
  exposeAll(found);
  packer message;
  message(number());
  message(Clock ? Clock->path() : PathLength());
  message.continuation(to);
  message(packSite(where));
  message(codeReference(reinterpret_cast<const void *>(receive)));
  message.append(value);
  Shared.Others->sendArgument(to.rank(), message);
}

Closure *Run::receiveArgument(unpacker &from, std::uint32_t &worker) {
  worker = from.get<std::uint32_t>();
  auto path = from.get<PathLength>();
  Reference to = from.continuation();
  Arrival arrival(*this, to, unpackSite(from.get<std::uint64_t>()));
  auto *receive = reinterpret_cast<Receive *>(
      const_cast<void *>(codeAddress(from.get<std::uint64_t>())));
  receive(from, arrival);
  checkRead(from);

  Closure *closure = arrival.To.closure();
  if (closure->Path)
    closure->Path->raise(path);
  if (!wasLast(arrival.To, arrival.Remaining))
    return nullptr;
  std::uint32_t place = closure->place();
  Worker &home = *Workers[closure->Home];
  if (place == Closure::Anywhere && Options.post == post_to::owner)
    place = home.number();
  if (place != Closure::Anywhere)
    worker = place;
  if (isHere(worker)) {
    home.countMoved(this->worker(worker));
    this->worker(worker).putInbox(closure);
    return nullptr;
  }
  home.countLeft();
  return closure;
}
