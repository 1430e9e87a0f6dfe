//===- cluster.cpp - A job of several processes -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cluster.h"

#include "timeline.h"

#include <tussah/cps/cluster.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::jobs;

/// Each rank sends its part of a checkpoint in messages of this size.
static constexpr std::size_t PieceBytes = std::size_t(16) << 20;

/// The handler that on_notice() has set.
static Atomic<void (*)(std::uint64_t)> NoticeHandler = nullptr;

unsigned Cluster::rankOf(std::uint32_t worker) const {
  return std::upper_bound(FirstWorkers.begin(), FirstWorkers.end(), worker) -
         FirstWorkers.begin() - 1;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

unsigned Cluster::number(Run &run, const options &wanted) {
  std::lock_guard<SpinLock> guard(Lock);
  if (Entered && Entered != &run)
    throw error(error::wrong_context,
                "a job of several processes has one run at a time");
  if (Rank == 0) {
    FirstWorkers.assign(1, 0);
    for (unsigned rank = 0; rank < Ranks; ++rank) {
      unsigned count = wanted.workers ? wanted.workers : DefaultWorkers[rank];
      FirstWorkers.push_back(FirstWorkers.back() +
                             (isPresent(rank) ? count : 0));
    }
  }
  if (FirstWorkers.back() >= Closure::Anywhere)
    throw error(error::wrong_option,
                "a job can have " + std::to_string(Closure::Anywhere - 1) +
                    " workers, not " + std::to_string(FirstWorkers.back()));
  run.FirstWorker = FirstWorkers[Rank];
  run.AllWorkers = FirstWorkers.back();
  Entered = &run;
  return FirstWorkers[Rank + 1] - FirstWorkers[Rank];
}

void Cluster::forget(Run &run) {
  std::lock_guard<SpinLock> guard(Lock);
  if (Entered == &run)
    Entered = nullptr;
}

void Cluster::begin(Run &run) {
  std::lock_guard<SpinLock> guard(Lock);
  if (Rank == 0) {
    ++RunNumber;
    packer to = message(Message::Begin);
    for (unsigned first : FirstWorkers)
      to(first);
    to(run.Options.measure);
    to(run.Options.post);
    to(run.Options.migration);
    to(run.Options.seed);
    to(run.Options.allow_waiting);
    to(run.Options.check_sends);
    to(run.Options.trace);
    sendToOthers(to);
  }
  Active = &run;
  openRun();
  Own = {};
  WaveRuns = HadWave = WaveVoid = Probed = false;
  FailureSent = OverSent = OverCame = Abandoned = false;
  EndedRanks = 0;
  Parts.clear();
  Gathered = statistics();
  GatheredWaiting = Waiting();
  if (Rank == 0)
    for (unsigned rank = 0; rank < Ranks; ++rank)
      if (!isPresent(rank) && FirstWorkers[rank] != FirstWorkers[rank + 1])
        // It has died since workers got their numbers.
        return loseRun(rank);
  handleEarly();
}

static void write(packer &to, const worker_statistics &worker) {
  to(worker.threads);
  to(worker.requests);
  to(worker.steals);
  to(worker.migrated);
  to(worker.space);
  for (double time :
       {worker.work, worker.work_least, worker.work_most, worker.unknown})
    to(time);
  to(worker.replaced);
  to(worker.remote_waits);
}

static worker_statistics readWorker(unpacker &from) {
  worker_statistics worker;
  worker.threads = from.get<std::uint64_t>();
  worker.requests = from.get<std::uint64_t>();
  worker.steals = from.get<std::uint64_t>();
  worker.migrated = from.get<std::uint64_t>();
  worker.space = from.get<std::uint64_t>();
  for (double *time :
       {&worker.work, &worker.work_least, &worker.work_most, &worker.unknown})
    *time = from.get<double>();
  worker.replaced = from.get<std::uint64_t>();
  worker.remote_waits = from.get<std::vector<double>>();
  return worker;
}

/// The critical path of several ranks is the longest one.
static void raisePath(statistics &of, const statistics &other) {
  const auto raise = [](auto &to, auto from) { to = std::max(to, from); };
  raise(of.critical_path, other.critical_path);
  raise(of.critical_path_least, other.critical_path_least);
  raise(of.critical_path_most, other.critical_path_most);
  raise(of.critical_path_threads, other.critical_path_threads);
}

bool Cluster::end(Run &run, statistics &result, Waiting &waiting) {
  if (Rank != 0) {
    waitFor([&] { return OverCame || Abandoned; });
    std::lock_guard<SpinLock> guard(Lock);
    if (Abandoned) {
      close();
      return false;
    }
    packer to = message(Message::Ended);
    for (double time : {result.critical_path, result.critical_path_least,
                        result.critical_path_most})
      to(time);
    to(result.critical_path_threads);
    to(result.space);
    to(static_cast<std::uint64_t>(result.workers.size()));
    for (const worker_statistics &worker : result.workers)
      write(to, worker);
    to(waiting.Count);
    to(waiting.Lines);
    if (run.Recorded)
      to(run.Recorded->Rows);
    send(0, to);
    close();
    return true;
  }
  waitFor([&] { return EndedRanks + 1 == present() || Abandoned; });
  std::lock_guard<SpinLock> guard(Lock);
  if (Abandoned) {
    close();
    return false;
  }
  result.ranks = present();
  raisePath(result, Gathered);
  result.space += Gathered.space;
  result.workers.resize(run.AllWorkers);
  for (unsigned i = run.Workers.size(); i < run.AllWorkers; ++i)
    result.workers[i] = std::move(Gathered.workers[i]);
  waiting.Count += GatheredWaiting.Count;
  waiting.Lines.insert(waiting.Lines.end(), GatheredWaiting.Lines.begin(),
                       GatheredWaiting.Lines.end());
  close();
  return true;
}

/// The run is over on this rank; under the lock.
void Cluster::close() {
  Active = nullptr;
  closeRun();
}

void Cluster::handleEnded(unsigned from, unpacker &message) {
  statistics paths;
  for (double *time : {&paths.critical_path, &paths.critical_path_least,
                       &paths.critical_path_most})
    *time = message.get<double>();
  paths.critical_path_threads = message.get<std::uint64_t>();
  raisePath(Gathered, paths);
  Gathered.space += message.get<std::uint64_t>();
  Gathered.workers.resize(FirstWorkers.back());
  auto count = message.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i)
    Gathered.workers[FirstWorkers[from] + i] = readWorker(message);
  GatheredWaiting.Count += message.get<std::uint64_t>();
  for (std::string &line : message.get<std::vector<std::string>>())
    GatheredWaiting.Lines.push_back(line + " (rank " + std::to_string(from) +
                                    ")");
  if (Active->Recorded)
    for (TimelineRow &row : message.get<std::vector<TimelineRow>>())
      Active->Recorded->Rows.push_back(std::move(row));
  ++EndedRanks;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Cluster::handleOfRun(std::uint8_t kind, unsigned from, unpacker &message) {
  try {
    dispatch(static_cast<Message>(kind), from, message);
  } catch (...) {
    Active->fail(std::current_exception());
  }
}

void Cluster::dispatch(Message kind, unsigned from, unpacker &message) {
  if (kind == Message::Ended && !Abandoned)
    return handleEnded(from, message);
  // Messages that are on their way when a run fails are dropped.
  if (isOver())
    return;
  switch (kind) {
  case Message::Request:
    return handleRequest(from, message);
  case Message::Nothing:
    return Active->worker(message.get<std::uint32_t>()).refused();
  case Message::Closure: {
    ++Own.Received;
    auto worker = message.get<std::uint32_t>();
    bool stolen = message.get<bool>();
    return Active->deliver(worker, stolen, message.rest());
  }
  case Message::Argument:
    return handleArgument(message);
  case Message::Notice:
    // A notice makes no work, so it is not counted. Acquires what the handler
    // needs: pairs with the store in on_notice().
    if (auto *handler = NoticeHandler.load_acquire())
      handler(message.get<std::uint64_t>());
    return;
  case Message::Probe:
    Probed = true;
    return;
  case Message::Report:
    Wave.Sent += message.get<std::uint64_t>();
    Wave.Received += message.get<std::uint64_t>();
    if (--Unreported == 0)
      finishWave();
    return;
  case Message::Pause:
    return Active->pause();
  case Message::Save:
    return savePart();
  case Message::Part:
    return handlePart(from, message);
  case Message::Resume:
    return Active->resume();
  case Message::Failed: {
    auto why = message.get<error::kind>();
    throw error(why, message.get<std::string>());
  }
  case Message::End:
    OverCame = true;
    return Active->stop();
  case Message::Abandon:
    Abandoned = true;
    return Active->stop();
  default:
    return;
  }
}

void Cluster::request(std::uint32_t victim, std::uint32_t thief) {
  std::lock_guard<SpinLock> guard(Lock);
  packer to = message(Message::Request);
  to(victim);
  to(thief);
  send(rankOf(victim), to);
}

void Cluster::handleRequest(unsigned from, unpacker &request) {
  auto victim = request.get<std::uint32_t>();
  auto thief = request.get<std::uint32_t>();
  // Closures must not move while they are saved.
  if (!Active->paused())
    if (detail::Closure *closure = Active->takeForRank(victim))
      return passClosure(*Active, thief, true, closure);
  packer to = message(Message::Nothing);
  to(thief);
  send(from, to);
}

/// Sends a closure away; under the lock.
void Cluster::passClosure(Run &run, std::uint32_t worker, bool stolen,
                          detail::Closure *closure) {
  packer to = message(Message::Closure);
  to(worker);
  to(stolen);
  run.packAway(closure, to);
  send(rankOf(worker), to);
  ++Own.Sent;
}

void Cluster::sendClosure(Run &run, std::uint32_t worker,
                          detail::Closure *closure) {
  std::lock_guard<SpinLock> guard(Lock);
  passClosure(run, worker, false, closure);
}

void Cluster::sendArgument(unsigned rank, const packer &argument) {
  std::lock_guard<SpinLock> guard(Lock);
  packer to = message(Message::Argument);
  to.append(argument);
  send(rank, to);
  // Not counted if sending has thrown: a thread may catch that, and the run
  // must end.
  ++Own.Sent;
}

void Cluster::notify(std::uint64_t word) {
  std::lock_guard<SpinLock> guard(Lock);
  if (!Active || isOver())
    return;
  packer to = message(Message::Notice);
  to(word);
  sendToOthers(to);
}

void tussah::cps::notify_ranks(std::uint64_t word) {
  if (Cluster *job = Cluster::joined())
    job->notify(word);
}

void tussah::cps::on_notice(void (*handler)(std::uint64_t)) noexcept {
  // Releases what the program has prepared for it: pairs with the load in
  // dispatch().
  NoticeHandler.store_release(handler);
}

void Cluster::handleArgument(unpacker &argument) {
  ++Own.Received;
  std::uint32_t worker = 0;
  if (auto *closure = Active->receiveArgument(argument, worker))
    passClosure(*Active, worker, false, closure);
}

//===----------------------------------------------------------------------===//
// The end of a run
//===----------------------------------------------------------------------===//

/// Acts on the state of this rank: rank 0 asks for reports or ends the run,
/// others report.
void Cluster::look() {
  if (!Active || isOver())
    return;
  bool quiet = isQuiet();
  if (Rank == 0) {
    if (Active->failed())
      endRun();
    else if (quiet && !WaveRuns && Parts.empty())
      probe();
    return;
  }
  if (!FailureSent && Active->failed()) {
    FailureSent = true;
    sendFailure();
  }
  if (Probed && quiet) {
    Probed = false;
    packer to = message(Message::Report);
    to(Own.Sent);
    to(Own.Received);
    send(0, to);
  }
}

void Cluster::sendFailure() {
  std::string where = "rank " + std::to_string(Rank) + ": ";
  packer to = message(Message::Failed);
  try {
    std::rethrow_exception(Active->Failure);
  } catch (const error &e) {
    to(e.why());
    to(where + e.what());
  } catch (const std::exception &e) {
    to(error::remote_exception);
    to(where + e.what());
  } catch (...) {
    to(error::remote_exception);
    to(where + "an exception that is no std::exception");
  }
  send(0, to);
}

/// Whether no thread runs on this rank, and none will before a message comes.
/// Acquires, with 0, all that the workers did before they were idle: pairs with
/// the subtraction in Worker::findWork().
bool Cluster::isQuiet() const {
  return Active->paused() ? Active->allParked()
                          : Active->Busy.load_acquire() == 0;
}

/// Begins to ask all ranks for the numbers of their messages. They answer when
/// they are quiet.
void Cluster::probe() {
  WaveRuns = true;
  Wave = Own;
  Unreported = present() - 1;
  sendToOthers(message(Message::Probe));
  // The last rank that is left asks nobody.
  if (Unreported == 0)
    finishWave();
}

/// Mattern, "Algorithms for distributed termination detection" (1987), the
/// method of four counters: if two waves, one after the other, find the same
/// sums, and as many messages received as sent, then nothing was on its way in
/// between, and nothing ran. So the run ends, or pauses.
void Cluster::finishWave() {
  WaveRuns = false;
  bool quiet = Wave.Sent == Wave.Received && !WaveVoid;
  WaveVoid = false;
  if (quiet && HadWave && Wave == LastWave) {
    HadWave = false;
    return Active->paused() ? gather() : endRun();
  }
  HadWave = quiet;
  LastWave = Wave;
}

/// On rank 0.
void Cluster::endRun() {
  OverSent = true;
  sendToOthers(message(Message::End));
  Active->stop();
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// Others wait for what rank 0 says: Abandon, and then Begin. protocols.md
/// proves that this is enough.
void Cluster::handleLoss(unsigned lost, unpacker &) {
  if (Rank == 0 && Active && !Abandoned)
    loseRun(lost);
}

/// On rank 0: closures were lost with a rank, so the run begins again, from its
/// last checkpoint.
void Cluster::loseRun(unsigned lost) {
  if (!Active->canBeginAgain())
    dieOfLoss("the run has no checkpoint, so it cannot go on without rank " +
              std::to_string(lost) + "; see --checkpoint");
  Abandoned = true;
  sendToOthers(message(Message::Abandon));
  Active->stop();
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

bool Cluster::snapshot(Run &run, std::vector<std::vector<std::byte>> &parts) {
  {
    std::lock_guard<SpinLock> guard(Lock);
    if (Active != &run || isOver() || run.failed())
      return false;
    run.pause();
    sendToOthers(message(Message::Pause));
    WaveVoid = WaveRuns;
    HadWave = false;
    Parts.clear();
  }
  waitFor([&] { return isOver() || (!Parts.empty() && Unsaved == 0); });
  std::lock_guard<SpinLock> guard(Lock);
  if (isOver())
    return false;
  parts.swap(Parts);
  for (unsigned rank = Ranks; rank-- > 0;)
    if (!isPresent(rank))
      parts.erase(parts.begin() + rank);
  return true;
}

void Cluster::stopAll(Run &run) {
  std::lock_guard<SpinLock> guard(Lock);
  if (Active == &run && !isOver())
    endRun();
}

/// On rank 0: all ranks have paused.
void Cluster::gather() {
  packer own;
  Active->save(own);
  Parts.assign(Ranks, {});
  Parts[0] = own.message();
  Unsaved = present() - 1;
  sendToOthers(message(Message::Save));
  if (Unsaved == 0)
    goOn();
}

/// Sends all closures of this rank, in pieces that any transport can send.
void Cluster::savePart() {
  packer all;
  Active->save(all);
  const std::vector<std::byte> &bytes = all.message();
  std::size_t begin = 0;
  do {
    std::size_t size = std::min(bytes.size() - begin, PieceBytes);
    packer to = message(Message::Part);
    to(begin + size == bytes.size());
    to.bytes(bytes.data() + begin, size);
    send(0, to);
    begin += size;
  } while (begin < bytes.size());
}

void Cluster::handlePart(unsigned from, unpacker &piece) {
  bool last = piece.get<bool>();
  std::vector<std::byte> bytes = piece.rest();
  Parts[from].insert(Parts[from].end(), bytes.begin(), bytes.end());
  if (last && --Unsaved == 0)
    goOn();
}

/// On rank 0: the parts of all ranks are there.
void Cluster::goOn() {
  sendToOthers(message(Message::Resume));
  Active->resume();
}

//===----------------------------------------------------------------------===//
// Data for all ranks
//===----------------------------------------------------------------------===//

void tussah::cps::detail::sendToAll(const packer &message) {
  Cluster::join()->sendBlob(message);
}

std::vector<std::byte> tussah::cps::detail::receiveFromFirst() {
  return Cluster::join()->receiveBlob();
}

unsigned tussah::cps::rank() {
  Cluster *job = Cluster::join();
  return job ? job->rank() : 0;
}

unsigned tussah::cps::ranks() {
  Cluster *job = Cluster::join();
  return job ? job->ranks() : 1;
}

Network *tussah::cps::detail::enterJob() {
  // A run within a thread is an error; Run reports it.
  Cluster *job = Worker::Current ? nullptr : Cluster::join();
  if (job && job->rank() != 0)
    job->serve();
  return job;
}

void Cluster::serve() {
  Job::serve([this](const std::vector<std::byte> &beginning) {
    options wanted;
    {
      std::lock_guard<SpinLock> guard(Lock);
      unpacker from(beginning);
      FirstWorkers.clear();
      for (unsigned i = 0; i <= Ranks; ++i)
        FirstWorkers.push_back(from.get<unsigned>());
      wanted.measure = from.get<bool>();
      wanted.post = from.get<post_to>();
      wanted.migration = from.get<migrate_by>();
      wanted.seed = from.get<std::uint64_t>();
      wanted.allow_waiting = from.get<bool>();
      wanted.check_sends = from.get<bool>();
      wanted.trace = from.get<std::string>();
    }
    Run(wanted, this).execute();
  });
}
