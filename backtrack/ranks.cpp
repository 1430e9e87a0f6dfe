//===- ranks.cpp - Workers in several processes -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ranks.h"

#include "journal.h"

#include "../support/random.h"

#include <algorithm>
#include <utility>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using tussah::support::nanoseconds;

/// After so many nanoseconds a worker that does not poll is asked no more, and
/// the thief may try another rank.
static constexpr std::uint64_t LongestRequest = 5'000'000;

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// Whether this thread has been an idle worker of a run.
static thread_local bool IsWorker = false;

TaskJob *TaskJob::join() {
  try {
    return joinAs<TaskJob>();
  } catch (const cps::error &e) {
    throw error(e.what());
  }
}

Network *tussah::backtrack::detail::enterJob() {
  if (IsWorker)
    throw error("run_on_ranks was called in a task");
  TaskJob *job = TaskJob::join();
  if (job && job->rank() != 0)
    job->serve();
  return job;
}

unsigned tussah::backtrack::rank() {
  TaskJob *job = TaskJob::join();
  return job ? job->rank() : 0;
}

unsigned tussah::backtrack::ranks() {
  TaskJob *job = TaskJob::join();
  return job ? job->ranks() : 1;
}

unsigned TaskJob::defaultWorkers() const { return DefaultWorkers[Rank]; }

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

void TaskJob::serve() {
  Job::serve([this](const std::vector<std::byte> &beginning) {
    unpacker from(beginning);
    options how;
    how.workers = from.get<unsigned>();
    how.force_splits = from.get<unsigned>();
    // Other random numbers than on the other ranks.
    how.seed = from.get<std::uint64_t>() +
               static_cast<std::uint64_t>(Rank) * options::max_workers;
    how.tree = from.get<unsigned>();
    {
      Guard guard(Lock);
      Machines = from.get<std::vector<unsigned>>();
    }
    Run run(how, this, from.get<bool>());
    if (auto prepare = readFunction<void (*)(Run &, void (*)())>(from))
      prepare(run, readFunction<void (*)()>(from));
    if (from.get<bool>())
      run.Saved = SentJournal::read(run, from);
    // Caught here, before the run is destroyed: requests of other ranks use it
    // as long as the process lives.
    try {
      run.serve();
    } catch (const std::exception &e) {
      die(e.what());
    } catch (...) {
      die("an exception that is no std::exception");
    }
  });
}

void TaskJob::begin(Run &run) {
  Guard guard(Lock);
  if (Active)
    throw error("a job of several processes has one run at a time");
  if (Rank == 0) {
    ++RunNumber;
    packer to = message(Message::Begin);
    to(run.Options.workers);
    to(run.Options.force_splits);
    to(run.Options.seed);
    to(run.Options.tree);
    to(Machines);
    to(run.Tracing);
    writeFunction(to, run.Prepare);
    if (run.Prepare)
      writeFunction(to, run.Make);
    to(run.Saved != nullptr);
    if (run.Saved)
      static_cast<Journal &>(*run.Saved).packFor(to);
    sendToOthers(to);
  }
  Active = &run;
  openRun();
  Asked.store_relaxed(false);
  IsAnswered.store_relaxed(false);
  Wait = Patience();
  // A leader could die with a task that it passes on. One group has none.
  Tree = RankTree(Rank, Machines, survivesLosses() ? 1 : run.Options.tree);
  // All begin knowing that rank 0 has the run.
  Known.assign(Ranks, Core::NoWork);
  Known[0] = 0;
  for (unsigned rank = 0; rank < Ranks; ++rank)
    if (!isPresent(rank))
      Tree.remove(rank);
  Random = support::randomState(run.Options.seed, options::max_workers - 1);
  Counts = rank_statistics();
  HasEnded.assign(Ranks, false);
  RankCounts.assign(Ranks, {});
  WorkerCounts.assign(Ranks, {});
  handleEarly();
}

void TaskJob::stop(Run &run) {
  orDie([&] {
    Guard guard(Lock);
    if (Active == &run && Rank == 0)
      sendToOthers(message(Message::End));
  });
}

void TaskJob::end(Run &run, statistics &result) {
  orDie([&] { gather(run, result); });
}

void TaskJob::gather(Run &run, statistics &result) {
  {
    Guard guard(Lock);
    // The run has not begun, because there was another one.
    if (Active != &run)
      return;
    if (Rank != 0) {
      packer to = message(Message::Ended);
      to(Counts);
      to(result.workers);
      for (auto &core : run.Cores)
        to(core->Timeline);
      send(0, to);
      return close();
    }
  }
  waitFor([&] { return haveAllEnded(); });
  Guard guard(Lock);
  RankCounts[0] = Counts;
  result.ranks = std::move(RankCounts);
  for (const std::vector<worker_statistics> &workers : WorkerCounts)
    result.workers.insert(result.workers.end(), workers.begin(), workers.end());
  close();
}

bool TaskJob::haveAllEnded() const {
  for (unsigned rank = 1; rank < Ranks; ++rank)
    if (isPresent(rank) && !HasEnded[rank])
      return false;
  return true;
}

void TaskJob::handleEnded(unsigned from, unpacker &message) {
  RankCounts[from] = message.get<rank_statistics>();
  WorkerCounts[from] = message.get<std::vector<worker_statistics>>();
  for (unsigned i = 0; i < WorkerCounts[from].size(); ++i)
    Active->OtherRows.push_back({from, i, message.get<std::vector<Event>>()});
  HasEnded[from] = true;
}

/// The run is over on this rank; under the lock. No worker runs any more.
void TaskJob::close() {
  Active = nullptr;
  Everywhere.clear();
  Sent.clear();
  CancelledBefore.clear();
  Proxies.clear();
  closeRun();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void TaskJob::post(unsigned rank, const packer &message) {
  send(rank, message);
  ++Counts.messages;
  Counts.outside += Tree.isOutside(rank);
  Counts.bytes += message.message().size();
}

void TaskJob::handleOfRun(std::uint8_t kind, unsigned from, unpacker &message) {
  orDie([&] { dispatch(static_cast<Message>(kind), from, message); });
}

void TaskJob::dispatch(Message kind, unsigned from, unpacker &message) {
  switch (kind) {
  case Message::Request:
    return handleRequest(from, message);
  case Message::Nothing:
    return handleNothing(from, message);
  case Message::Task:
    return handleTask(from, message);
  case Message::Result:
    return handleResult(message);
  case Message::Cancel:
    return handleCancel(from, message.get<std::uint64_t>());
  case Message::End:
    return Active->Over.store_relaxed(true);
  case Message::Ended:
    return handleEnded(from, message);
  case Message::Record:
    return static_cast<SavedJournal &>(*Active->Saved).receive(message);
  case Message::Copy:
    return handleCopy(from, message);
  case Message::CopyArrived:
    return Everywhere.arrived(message.get<std::uint64_t>(), from);
  case Message::CopyGivenUp:
    return Everywhere.remove(message.get<CopyName>());
  case Message::Begin:
    return;
  }
}

/// Takes requests back from workers that do not poll.
void TaskJob::look() {
  for (Proxy &proxy : Proxies) {
    if (!proxy.Victim && !proxy.Waits)
      continue;
    if (nanoseconds() - proxy.Since <= LongestRequest)
      orDie([&] {
        if (proxy.Waits)
          findVictim(proxy);
      });
    else if (proxy.Waits || proxy.retract(*proxy.Victim))
      orDie([&] { decline(proxy); });
  }
  orDie([&] { spreadGivenUp(); });
}

//===----------------------------------------------------------------------===//
// The victim's rank
//===----------------------------------------------------------------------===//

TaskJob::Proxy &TaskJob::freeProxy() {
  for (Proxy &proxy : Proxies)
    if (proxy.IsFree)
      return proxy;
  return Proxies.emplace_back(*Active);
}

void TaskJob::handleRequest(unsigned from, unpacker &message) {
  auto part = message.get<std::uint64_t>();
  auto number = message.get<std::uint64_t>();
  const Client client = {from, number, message.get<unsigned>()};
  auto level = message.get<std::uint64_t>();
  auto byLeader = message.get<bool>();
  Known[from] = message.get<unsigned>();
  if (byLeader)
    return askOn(level + 1, client);
  if (part == 0 && refer(client))
    return;
  Proxy &proxy = freeProxy();
  proxy.IsFree = false;
  proxy.For = client;
  proxy.Part = part;
  proxy.Since = nanoseconds();
  if (part == 0) {
    listVictims(proxy);
    proxy.Members = Tree.membersBelow(level, Known);
    return findVictim(proxy);
  }
  // Only the worker that has the task can give a part of it.
  auto found = Here.find({from, part});
  Task *task = found == Here.end() ? nullptr : found->second.What;
  if (!task || !proxy.ask(*task->Thief, task))
    return decline(proxy);
  proxy.Victim = task->Thief;
}

/// Those that have work; the one whose task was divided least often comes
/// first, that is last in the list. Among equals they take turns.
void TaskJob::listVictims(Proxy &proxy) {
  proxy.Victims.clear();
  const std::size_t count = Active->Cores.size(), first = LastVictim++;
  for (std::size_t i = 0; i < count; ++i) {
    Core *core = Active->Cores[(first + i) % count].get();
    const unsigned hint = core->Hint.load_relaxed();
    if (hint != Core::NoWork)
      proxy.Victims.push_back({hint, count - i, core});
  }
  std::sort(proxy.Victims.begin(), proxy.Victims.end(),
            [](const Candidate &a, const Candidate &b) {
              return std::pair(b.Divided, a.Turn) <
                     std::pair(a.Divided, b.Turn);
            });
}

/// Asks the next worker of this rank that has a task. It answers after this
/// thread has released the lock. One that others ask gets the request later:
/// many ranks may have heard that there is a large task.
void TaskJob::findVictim(Proxy &proxy) {
  std::vector<Candidate> &left = proxy.Victims;
  for (std::size_t i = left.size(); i-- != 0;) {
    Core &victim = *left[i].Who;
    const bool isAsked = proxy.ask(victim, nullptr);
    if (isAsked || !victim.mayGive())
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    if (isAsked) {
      proxy.Victim = &victim;
      proxy.Waits = false;
      return;
    }
  }
  proxy.Waits = !left.empty();
  if (!proxy.Waits)
    decline(proxy);
}

/// A worker has answered. Others may want something of it.
void TaskJob::serveWaiting() {
  for (Proxy &proxy : Proxies)
    if (proxy.Waits)
      findVictim(proxy);
}

/// No worker of this rank gives a task; perhaps a member of its groups does.
void TaskJob::decline(Proxy &proxy) {
  proxy.Victim = nullptr;
  proxy.Victims.clear();
  proxy.Waits = false;
  proxy.Ended.reset();
  if (!proxy.Members.empty()) {
    const RankTree::Member next = proxy.Members.back();
    proxy.Members.pop_back();
    return sendOn(next.Rank, {proxy.For, &proxy, next.Level, false});
  }
  refuse(proxy.For, proxy.Part);
  release(proxy);
}

void TaskJob::release(Proxy &proxy) {
  proxy.Victim = nullptr;
  proxy.Victims.clear();
  proxy.Waits = false;
  proxy.Members.clear();
  proxy.Ended.reset();
  proxy.IsFree = true;
}

void TaskJob::refuse(const Client &client, std::uint64_t part,
                     bool isReferred) {
  if (client.Rank == Rank) {
    Wait.refused(nanoseconds());
    IsAnswered.store_relaxed(true);
    return;
  }
  packer to = message(Message::Nothing);
  to(part);
  to(client.Request);
  to(hintFor(client.Rank));
  // Tells whom to ask instead, and counts on it: the next one is told another.
  const unsigned better = Tree.bestBeside(client.Rank, Known);
  to(better);
  to(Known[better]);
  to(isReferred);
  if (Known[better] != Core::NoWork)
    ++Known[better];
  post(client.Rank, to);
  ++Counts.declined;
}

bool TaskJob::answer(Core &thief, Task *task) {
  auto &proxy = static_cast<Proxy &>(thief);
  packer body;
  bool good = task && packTask(*task, body);
  Guard guard(Lock);
  orDie([&] {
    const bool isThere = isPresent(proxy.For.Rank);
    good = good && isThere && give(*task, body, proxy);
    if (good)
      // The scope may have been cancelled before the task was in the list.
      spreadCancellation();
    else if (isThere)
      findVictim(proxy);
    else
      decline(proxy);
    serveWaiting();
  });
  return good;
}

/// Writes what a task needs to begin elsewhere. If that fails, returns false,
/// as if a put handler had thrown.
bool TaskJob::packTask(Task &task, packer &to) noexcept {
  Parcel &parcel = *task.parcel();
  try {
    // Of a run with checkpoints.
    to(task.Cancel.Task);
    to(parcel.Parent);
    if (!parcel.Inputs.empty()) {
      to.bytes(parcel.Inputs.data(), parcel.Inputs.size());
      return true;
    }
    writeFunction(to, parcel.reader());
    parcel.packInputs(to);
    return true;
  } catch (...) {
    return false;
  }
}

/// Sends a task; under the lock. Returns false if that fails, for instance
/// for want of memory. Then no other rank has the task.
bool TaskJob::give(Task &task, const packer &body, Proxy &proxy) noexcept {
  const std::uint64_t number = ++LastNumber;
  task.parcel()->Maker = Rank;
  task.parcel()->Number = number;
  try {
    packer to = message(Message::Task);
    to(proxy.Part);
    to(proxy.For.Request);
    to(Rank);
    to(number);
    to(task.Cancel.Divided);
    to(hintFor(proxy.For.Rank));
    to.append(body);
    Away.emplace(number, Given{&task, proxy.For.Thief});
    post(proxy.For.Rank, to);
  } catch (...) {
    Away.erase(number);
    return false;
  }
  ++Counts.given;
  Known[proxy.For.Rank] = task.Cancel.Divided;
  release(proxy);
  return true;
}

void TaskJob::handleResult(unpacker &message) {
  auto given = Away.extract(message.get<std::uint64_t>());
  Task &task = *given.mapped().What;
  task.parcel()->Arrived = message.rest();
  // Releases that: pairs with the loads in await(), helpUntilDone() and
  // abandon(). The maker may destroy the task from now on.
  task.Done.store_release(true);
}

bool TaskJob::open(Task &task) {
  if (task.parcel()->IsLost)
    return false;
  try {
    unpacker from(task.parcel()->Arrived);
    task.Failure = readFailure(from);
    if (!task.Failure)
      task.parcel()->unpackResults(from);
    jobs::checkRead(from);
  } catch (...) {
    task.Failure = std::current_exception();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The thief's rank
//===----------------------------------------------------------------------===//

void TaskJob::request(unsigned rank, std::uint64_t part, std::uint64_t number,
                      unsigned thief, std::size_t level, bool byLeader) {
  packer to = message(Message::Request);
  to(part);
  to(number);
  to(thief);
  to(static_cast<std::uint64_t>(level));
  to(byLeader);
  to(hintFor(rank));
  post(rank, to);
  ++Counts.requests;
}

std::unique_ptr<Task> TaskJob::next(Core &idle, bool mayAsk) {
  IsWorker = true;
  poll();
  if (!idle.AsksElsewhere) {
    if (mayAsk && !Asked.load_relaxed())
      ask(idle);
    return nullptr;
  }
  if (!IsAnswered.load_relaxed())
    return nullptr;
  Arrival arrival;
  {
    Guard guard(Lock);
    IsAnswered.store_relaxed(false);
    Asked.store_relaxed(false);
    idle.AsksElsewhere = false;
    if (!Arrived)
      return nullptr;
    arrival = std::move(*Arrived);
    Arrived.reset();
    Wait.reset();
  }
  return read(arrival, idle, nullptr);
}

/// Asks another rank for a task, if it is time to, for the worker \p idle.
void TaskJob::ask(Core &idle) {
  Guard guard(Lock);
  if (Asked.load_relaxed() || !Wait.isOver(nanoseconds()) || present() == 1)
    return;
  Asked.store_relaxed(true);
  idle.AsksElsewhere = true;
  orDie([&] { askOn(0, {Rank, 0, Rank}); });
}

std::unique_ptr<Task> TaskJob::partOf(Task &task, Core &waiting, bool mayAsk) {
  poll();
  Arrival arrival;
  {
    Guard guard(Lock);
    auto found = Away.find(task.parcel()->Number);
    if (found == Away.end())
      return nullptr;
    Given &given = found->second;
    if (!given.HasPart) {
      if (mayAsk && !given.Asked && given.Wait.isOver(nanoseconds())) {
        request(given.To, found->first, 0, Rank, 0, false);
        ++Counts.requests_back;
        given.Asked = true;
      }
      return nullptr;
    }
    arrival = std::move(given.Part);
    given.HasPart = given.Asked = false;
    given.Wait.reset();
  }
  return read(arrival, waiting, &task.Cancel);
}

void TaskJob::handleNothing(unsigned from, unpacker &message) {
  auto part = message.get<std::uint64_t>();
  auto number = message.get<std::uint64_t>();
  Known[from] = message.get<unsigned>();
  auto better = message.get<unsigned>();
  auto hint = message.get<unsigned>();
  auto isReferred = message.get<bool>();
  if (part == 0) {
    const Onward sent = takeOnward(number);
    if (!sent.ByLeader && !isReferred)
      Known[from] = Core::NoWork;
    if (better != Rank && better != from && Tree.levelWith(better))
      Known[better] = std::min(Known[better], hint);
    if (sent.Search)
      return decline(*sent.Search);
    if (isReferred)
      return askOn(sent.Level, sent.For);
    if (sent.Level != 0)
      Tree[sent.Level].Wait.refused(nanoseconds());
    return refuse(sent.For, 0);
  }
  // The task may have ended meanwhile.
  auto found = Away.find(part);
  if (found == Away.end())
    return;
  found->second.Wait.refused(nanoseconds());
  found->second.Asked = false;
}

void TaskJob::handleTask(unsigned from, unpacker &message) {
  auto part = message.get<std::uint64_t>();
  auto request = message.get<std::uint64_t>();
  Arrival arrival;
  arrival.From = message.get<unsigned>();
  arrival.Number = message.get<std::uint64_t>();
  arrival.Divided = message.get<unsigned>();
  Known[from] = message.get<unsigned>();
  arrival.Bytes = message.rest();
  if (part != 0) {
    arrive({arrival.From, arrival.Number});
    // The task that contains this part ends after it.
    Given &given = Away.at(part);
    given.Part = std::move(arrival);
    given.HasPart = true;
    return;
  }
  const Onward sent = takeOnward(request);
  if (sent.Search)
    release(*sent.Search);
  else if (sent.Level != 0)
    Tree[sent.Level].Wait.reset();
  if (sent.For.Rank != Rank)
    return passOn(sent.For, arrival);
  arrive({arrival.From, arrival.Number});
  Arrived = std::move(arrival);
  IsAnswered.store_relaxed(true);
}

void TaskJob::arrive(const Name &task) {
  Here[task] = {nullptr, CancelledBefore.erase(task) != 0};
}

/// Makes a task of a message, for the worker \p core, whose thread calls this.
/// If that fails, tells the task's maker, and returns null.
std::unique_ptr<Task> TaskJob::read(const Arrival &arrival, Core &core,
                                    Scope *outer) {
  const Name name = {arrival.From, arrival.Number};
  std::unique_ptr<Task> task;
  // Of a run with checkpoints.
  std::uint64_t number = 0, parent = 0;
  std::vector<std::byte> inputs;
  try {
    unpacker from(arrival.Bytes);
    number = from.get<std::uint64_t>();
    parent = from.get<std::uint64_t>();
    if (number != 0)
      inputs = from.rest();
    auto *reader = readFunction<Parcel::Reader *>(from);
    task = reader(from, core);
    jobs::checkRead(from);
  } catch (...) {
    orDie([&] {
      packer body;
      writeFailure(body, std::current_exception(), Rank);
      Guard guard(Lock);
      sendResult(name, body);
    });
    return nullptr;
  }
  task->Thief = &core;
  task->Cancel.Outer = outer;
  task->Cancel.Divided = arrival.Divided;
  task->parcel()->Maker = arrival.From;
  task->parcel()->Number = arrival.Number;
  task->parcel()->Inputs = std::move(inputs);
  task->parcel()->Parent = parent;
  task->Cancel.Task = number;
  Guard guard(Lock);
  Foreign &here = Here.at(name);
  here.What = task.get();
  task->Cancel.Cancelled.store_relaxed(here.IsCancelled);
  return task;
}

void TaskJob::finish(std::unique_ptr<Task> task) {
  packer body;
  orDie([&] { packEnd(*task, body); });
  Guard guard(Lock);
  orDie([&] {
    sendResult({task->parcel()->Maker, task->parcel()->Number}, body);
  });
  // A proxy may still want a part of this task, so no other task may get its
  // address yet.
  const std::shared_ptr<Task> ended = std::move(task);
  for (Proxy &proxy : Proxies)
    if (proxy.Victim && proxy.Wanted == ended.get())
      proxy.Ended = ended;
}

/// Writes how a task of another rank has ended, and its results.
void TaskJob::packEnd(Task &task, packer &to) {
  try {
    writeFailure(to, task.Failure, Rank);
    if (!task.Failure)
      task.parcel()->packResults(to);
  } catch (...) {
    to = packer();
    writeFailure(to, std::current_exception(), Rank);
  }
}

/// Under the lock.
void TaskJob::sendResult(const Name &task, const packer &body) {
  Here.erase(task);
  const auto post = [&](const packer &contents) {
    packer to = message(Message::Result);
    to(task.second);
    to.append(contents);
    this->post(task.first, to);
  };
  try {
    post(body);
  } catch (...) {
    // The result is too large for the memory.
    packer failure;
    writeFailure(failure, std::current_exception(), Rank);
    post(failure);
  }
}

//===----------------------------------------------------------------------===//
// Cancellation
//===----------------------------------------------------------------------===//

void TaskJob::cancel() {
  Guard guard(Lock);
  orDie([&] { spreadCancellation(); });
}

/// Tells other ranks which of their tasks are cancelled; under the lock.
void TaskJob::spreadCancellation() {
  for (auto &[number, given] : Away) {
    if (given.CancelSent || !given.What->Cancel.isCancelled())
      continue;
    given.CancelSent = true;
    packer to = message(Message::Cancel);
    to(number);
    post(given.To, to);
  }
}

void TaskJob::sendRecord(const std::vector<std::byte> &record) {
  Guard guard(Lock);
  packer to = message(Message::Record);
  to.bytes(record.data(), record.size());
  send(0, to);
}

void TaskJob::handleCancel(unsigned from, std::uint64_t number) {
  auto found = Here.find({from, number});
  if (found == Here.end()) {
    // It has ended, or leaders have not passed it on yet.
    if (Tree.hasOthers(0))
      CancelledBefore.insert({from, number});
    return;
  }
  found->second.IsCancelled = true;
  Task *task = found->second.What;
  if (!task)
    return;
  task->Cancel.Cancelled.store_relaxed(true);
  Active->interruptHere();
  spreadCancellation();
}
