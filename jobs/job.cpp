//===- job.cpp - A job of several processes ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "job.h"

#include "../support/clock.h"
#include "../support/workers.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <typeinfo>
#include <unistd.h>

using namespace tussah;
using cps::error;
using namespace tussah::jobs;
using namespace tussah::support;

/// The first number of a hello; changes with what messages have.
static constexpr std::uint32_t Protocol = 5;

/// At most so many messages are handled before the caller goes on.
static constexpr unsigned MessagesAtATime = 64;

static constexpr std::uint64_t Second = 1'000'000'000;
/// After so much silence, in seconds, a rank is taken for dead. All ranks have
/// at least this time to begin and to end.
static constexpr std::uint64_t DefaultTimeout = 15;
/// How often a rank says that it is alive; more often if the time after which
/// it is taken for dead is short, so that it may miss several times.
static constexpr std::uint64_t BeatTime = Second, BeatsInTimeout = 8;
/// How often the watch looks for messages: in a run after one has come, and
/// when there is no run. The former is how long a thief waits for a rank whose
/// workers are all in long threads. While none comes, and while workers look
/// themselves, the watch takes more and more time, up to the next three: each
/// time that it wakes takes tens of microseconds from a worker. The last one is
/// for workers that look often, who do not need it.
static constexpr std::chrono::microseconds RunPeriod(500), RestPeriod(2000),
    LongestQuietPeriod(2000), LongestRunPeriod(4000), LongestBusyPeriod(16000);

std::uint64_t tussah::jobs::secondsOfSilence() {
  const char *name = "TUSSAH_CPS_TIMEOUT", *text = std::getenv(name);
  constexpr std::uint64_t most = 1'000'000;
  if (!text || !*text)
    return DefaultTimeout;
  std::uint64_t value = 0;
  if (!tussah_parse_number(text, false, &value) || value == 0 || value > most)
    throw error(error::wrong_option,
                std::string(name) + " must be a number from 1 to " +
                    std::to_string(most) + ", not '" + text + "'");
  return value;
}

unsigned tussah::jobs::countWorkers(unsigned wanted, unsigned processesHere) {
  if (wanted > TUSSAH_MOST_WORKERS)
    throw error(error::wrong_option,
                "there can be " + std::to_string(TUSSAH_MOST_WORKERS) +
                    " workers, not " + std::to_string(wanted));
  if (wanted)
    return wanted;
  return defaultWorkers(processesHere);
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// The job of this process. It is never destroyed: threads use it to the end.
static Atomic<Job *> Joined = nullptr;

Job *Job::join(Job *(*make)()) {
  static std::mutex lock;
  static bool alone = !transportWanted();
  // Acquires the job: pairs with the store below, as in joined() and
  // leaveAtExit().
  if (Job *job = Joined.load_acquire())
    return job;
  std::lock_guard<std::mutex> guard(lock);
  if (alone)
    return nullptr;
  if (Job *job = Joined.load_relaxed())
    return job;
  Job *job = make();
  job->connect();
  if (job->Ranks == 1) {
    alone = true;
    delete job;
    return nullptr;
  }
  // Releases the job: pairs with the loads of Joined without the lock.
  Joined.store_release(job);
  return job;
}

/// Acquires the job: pairs with the store in join().
Job *Job::joined() { return Joined.load_acquire(); }

void Job::refuseType() {
  throw error(error::wrong_context,
              "a job of several processes runs continuation-passing threads or "
              "tasks by backtracking, not both");
}

void Job::connect() {
  // What comes after this is not the program's.
  std::vector<ImageIdentity> images = identifyImages();
  const Transport transport = loadTransport();
  Network = transport.Calls;
  NextLost = transport.Lost;
  Timeout = Second * secondsOfSilence();
  Watch = threadWithoutSignals([this] { watch(); });

  tussah_cps_job job = {0, 1, 1, -1};
  if (const char *problem = Network->start(&job))
    die(problem);
  if (job.ranks == 1) {
    Network->finish();
    Stopping.store_relaxed(true);
    Watch.join();
    return;
  }
  Rank = job.rank;
  Ranks = job.ranks;
  cps::detail::OwnRank = Rank;
  Heard = std::vector<Atomic<std::uint64_t>>(Ranks);
  Pieces.resize(Ranks);
  IsLost = std::vector<Atomic<bool>>(Ranks);
  Present = Ranks;
  DefaultWorkers.assign(Ranks, 0);
  DefaultWorkers[Rank] = countWorkers(0, job.local_ranks);
  Machines.assign(Ranks, 0);
  Machines[Rank] = static_cast<unsigned>(std::max(job.first_local_rank, 0));
  Images = std::move(images);
  greet();
  std::atexit(leaveAtExit);
}

/// Says to rank 0 what runs here. Rank 0 waits for all.
void Job::greet() {
  std::unique_lock<SpinLock> guard(Lock);
  for (Atomic<std::uint64_t> &heard : Heard)
    heard.store_relaxed(Clock.load_relaxed());
  // Releases all that connect() and this have written for the watch: pairs with
  // the loads in watch() and die().
  Connected.store_release(true);
  if (Rank != 0) {
    packer to = message(Hello);
    to(Protocol);
    to(std::string(typeid(*this).name()));
    to(DefaultWorkers[Rank]);
    to(Machines[Rank]);
    to(static_cast<std::uint64_t>(Images.size()));
    for (const ImageIdentity &image : Images) {
      to(image.Name);
      to(image.Contents);
    }
    send(0, to);
    return;
  }
  guard.unlock();
  waitFor([&] { return Greeted + 1 == Ranks; });
}

/// On rank 0. All must be able to name code to each other.
void Job::checkHello(unsigned from, unpacker &message) {
  std::string who = "rank " + std::to_string(from);
  if (message.get<std::uint32_t>() != Protocol)
    die(who + " has another version of libtussah-cps than rank 0");
  if (message.get<std::string>() != typeid(*this).name())
    die(who + " runs the other of continuation-passing threads and tasks by "
              "backtracking than rank 0");
  DefaultWorkers[from] = message.get<unsigned>();
  Machines[from] = message.get<unsigned>();
  auto count = message.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    auto name = message.get<std::string>();
    auto contents = message.get<std::uint64_t>();
    if (i >= Images.size() || Images[i].Name != name)
      die(who + " has other shared libraries than rank 0: " + name);
    if (Images[i].Contents != contents)
      die(who + " has another version of " + name + " than rank 0");
  }
  if (count != Images.size())
    die(who + " has other shared libraries than rank 0: no " +
        Images[count].Name);
  ++Greeted;
}

//===----------------------------------------------------------------------===//
// Leaving
//===----------------------------------------------------------------------===//

/// Acquires the job: pairs with the store in join().
void Job::leaveAtExit() { Joined.load_acquire()->leave(); }

void Job::leave() {
  finishTransport();
  Stopping.store_relaxed(true);
  Watch.join();
}

void Job::finishTransport() {
  std::lock_guard<SpinLock> guard(Lock);
  if (InRun.load_relaxed())
    die("the program has called exit during a run");
  if (Rank == 0)
    sendToOthers(message(Bye));
  else if (!ByeCame)
    send(0, message(Bye));
  // From here on the watch only looks whether this takes too long.
  Leaving.store_relaxed(true);
  Network->finish();
}

/// Ends the whole job.
void Job::die(const std::string &why, int code) {
  // A process that has not joined does not know which it is.
  std::string who = Ranks > 1 ? "rank " + std::to_string(Rank) + ": " : "";
  std::fprintf(stderr, "tussah: %serror: %s\n", who.c_str(), why.c_str());
  std::fflush(stderr);
  // Whatever happens in the transport, this process ends.
  std::signal(SIGALRM, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  alarm(3);
  // Acquires the transport: pairs with the store in greet().
  if (Connected.load_acquire()) {
    // A launcher that is told to abort may drop what it has not read yet.
    usleep(200'000);
    Network->abort(code);
  }
  _exit(code);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

packer Job::message(std::uint8_t kind) const {
  packer to;
  to(kind);
  to(RunNumber);
  return to;
}

void Job::send(unsigned rank, const packer &message) {
  if (!isPresent(rank))
    return;
  const std::vector<std::byte> &bytes = message.message();
  if (bytes.size() > Network->max_size)
    return sendInPieces(rank, bytes);
  Network->send(static_cast<int>(rank), bytes.data(), bytes.size());
}

/// Nothing comes in between: the lock is held, and the order is kept.
void Job::sendInPieces(unsigned rank, const std::vector<std::byte> &bytes) {
  packer head = this->message(Piece);
  head(static_cast<std::uint64_t>(bytes.size()));
  const std::size_t most = Network->max_size - head.message().size();
  for (std::size_t sent = 0; sent < bytes.size();) {
    std::size_t size = std::min(most, bytes.size() - sent);
    packer piece = head;
    piece.bytes(bytes.data() + sent, size);
    Network->send(static_cast<int>(rank), piece.message().data(),
                  piece.message().size());
    sent += size;
  }
}

void Job::handlePiece(unsigned from, unpacker &message) {
  auto size = message.get<std::uint64_t>();
  std::vector<std::byte> &whole = Pieces[from];
  whole.reserve(size);
  std::size_t more = message.left();
  const std::byte *first = message.skip(more);
  whole.insert(whole.end(), first, first + more);
  if (whole.size() != size)
    return;
  std::vector<std::byte> bytes = std::exchange(whole, {});
  handle(from, bytes.data(), bytes.size());
}

void Job::sendToOthers(const packer &message) {
  for (unsigned rank = 0; rank < Ranks; ++rank)
    if (rank != Rank)
      send(rank, message);
}

/// On rank 0: no rank may leave the program before it, if there is a run.
void Job::checkGone() {
  if (InRun.load_relaxed() && Gone != 0)
    die("rank " + std::to_string(Gone) + " has left the program");
}

/// Handles messages until \p ready() is true; it is called under the lock.
void Job::waitFor(const std::function<bool()> &ready) {
  for (unsigned tries = 0;; ++tries) {
    pollIdle();
    {
      std::lock_guard<SpinLock> guard(Lock);
      if (ready())
        return;
    }
    if (tries < 64)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(
          std::chrono::microseconds(tries < 128 ? 100 : 1000));
  }
}

unsigned Job::poll() {
  if (!Lock.try_lock())
    return 0;
  std::lock_guard<SpinLock> guard(Lock, std::adopt_lock);
  // The watch may have looked before the lock was taken to leave.
  if (Leaving.load_relaxed())
    return 0;
  tussah_cps_message message;
  unsigned count = 0;
  for (; count < MessagesAtATime && Network->receive(&message); ++count) {
    auto from = static_cast<unsigned>(message.rank);
    // It may have been on its way.
    if (!isPresent(from))
      continue;
    Heard[from].store_relaxed(Clock.load_relaxed());
    handle(from, message.bytes, message.size);
  }
  if (NextLost)
    lookForLosses();
  look();
  return count;
}

/// Rank 0 tells the others who has died, so that all that it has sent them
/// before comes before. cps/protocols.md and backtrack/protocols.md say why
/// that is enough.
void Job::lookForLosses() {
  for (int rank; (rank = NextLost()) >= 0;) {
    if (rank == 0)
      dieOfLoss("rank 0 has died, which has the results of the program; tussah "
                "job starts such a job again");
    if (Rank == 0)
      lose(static_cast<unsigned>(rank));
  }
}

/// On rank 0: goes on without a rank.
void Job::lose(unsigned rank) {
  if (!isPresent(rank))
    return;
  std::string who = "rank " + std::to_string(rank);
  if (Greeted + 1 != Ranks)
    dieOfLoss(who + " has died before all had joined the job");
  IsLost[rank].store_relaxed(true);
  --Present;
  std::fprintf(stderr, "tussah: %s has died; the job goes on with %u rank%s\n",
               who.c_str(), Present, Present == 1 ? "" : "s");
  packer news, to = message(Lost);
  packLoss(news);
  to(rank);
  to.append(news);
  sendToOthers(to);
  unpacker own(news.message());
  handleLoss(rank, own);
}

void Job::handle(unsigned from, const void *bytes, std::size_t size) {
  unpacker message(bytes, size);
  auto kind = message.get<std::uint8_t>();
  auto run = message.get<std::uint32_t>();
  switch (kind) {
  case Hello:
    return checkHello(from, message);
  case Beat:
    return;
  case Piece:
    return handlePiece(from, message);
  case Blob:
    Blobs.push_back(message.rest());
    return;
  case Begin:
    BeginningRun = run;
    Beginning = message.rest();
    return;
  case Bye:
    ByeCame = true;
    if (Rank == 0) {
      Gone = from;
      checkGone();
    }
    return;
  case Lost: {
    auto lost = message.get<unsigned>();
    IsLost[lost].store_relaxed(true);
    --Present;
    return handleLoss(lost, message);
  }
  default:
    break;
  }
  if (run <= LastOver)
    return;
  if (!InRun.load_relaxed() || run != RunNumber) {
    const auto *first = static_cast<const std::byte *>(bytes);
    Early.push_back({from, {first, first + size}});
    return;
  }
  handleOfRun(kind, from, message);
}

void tussah::jobs::checkRead(const unpacker &from) {
  if (!from.empty())
    throw error(error::malformed_message,
                "unpack has left a part of what pack wrote");
}

void Job::sendBlob(const packer &blob) {
  std::lock_guard<SpinLock> guard(Lock);
  if (RunNumber != 0)
    throw error(error::wrong_context, "broadcast was called after a run");
  packer to = message(Blob);
  to.append(blob);
  sendToOthers(to);
}

std::vector<std::byte> Job::receiveBlob() {
  waitFor([&] { return !Blobs.empty() || !Beginning.empty() || ByeCame; });
  std::lock_guard<SpinLock> guard(Lock);
  if (Blobs.empty())
    throw error(error::wrong_context,
                "rank " + std::to_string(Rank) +
                    " has called broadcast, but rank 0 has not");
  std::vector<std::byte> blob = std::move(Blobs.front());
  Blobs.pop_front();
  return blob;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

void Job::openRun() {
  InRun.store_relaxed(true);
  checkGone();
}

void Job::handleEarly() {
  std::vector<Deferred> early;
  early.swap(Early);
  for (const Deferred &message : early)
    handle(message.From, message.Bytes.data(), message.Bytes.size());
}

void Job::closeRun() {
  InRun.store_relaxed(false);
  LastOver = RunNumber;
}

void Job::serve(
    const std::function<void(const std::vector<std::byte> &)> &work) {
  // One thread serves; others that come here wait for the end of the program.
  static std::mutex serving;
  serving.lock();
  for (;;) {
    waitFor([&] { return !Beginning.empty() || ByeCame; });
    if (ByeCame)
      std::exit(0);
    std::vector<std::byte> beginning;
    {
      std::lock_guard<SpinLock> guard(Lock);
      beginning.swap(Beginning);
      // Not before: after a loss the next run may begin elsewhere while this
      // rank is still in the last one.
      RunNumber = BeginningRun;
    }
    try {
      work(beginning);
    } catch (const std::exception &e) {
      die(e.what());
    } catch (...) {
      die("an exception that is no std::exception");
    }
  }
}

//===----------------------------------------------------------------------===//
// The watch
//===----------------------------------------------------------------------===//

/// The exit code where a rank is lost. `tussah job` knows by it that the
/// program has not ended by itself, also before it has a run.
static int codeOfLoss() { return std::getenv("TUSSAH_JOB") ? 75 : 1; }

void Job::dieOfLoss(const std::string &why) { die(why, codeOfLoss()); }

std::chrono::microseconds Job::longestPeriod(Looks workers) {
  switch (workers) {
  case Looks::Never:
    return LongestQuietPeriod;
  case Looks::Seldom:
    return LongestRunPeriod;
  case Looks::Often:
    return LongestBusyPeriod;
  }
  return RunPeriod;
}

/// Answers for workers that are in long threads, says that this rank is alive,
/// and ends the job if another one is not. Its clock stands still while this
/// process does: being stopped for an hour says nothing about the others.
void Job::watch() {
  std::uint64_t last = nanoseconds(), began = 0;
  // Messages of the last look.
  unsigned came = 0;
  std::chrono::microseconds period = RunPeriod;
  while (!Stopping.load_relaxed()) {
    bool inRun = InRun.load_relaxed();
    std::this_thread::sleep_for(inRun ? period : RestPeriod);
    std::uint64_t now = nanoseconds();
    Looks workers = Looked.load_relaxed();
    if (!inRun || (came != 0 && workers == Looks::Never))
      period = RunPeriod;
    else
      period = std::min(2 * period, longestPeriod(workers));
    std::uint64_t clock =
        Clock.load_relaxed() + std::min(now - last, Second / 10);
    Clock.store_relaxed(clock);
    last = now;
    // Acquires what the watch uses from then on: pairs with the store in
    // greet().
    bool connected = Connected.load_acquire();
    bool leaving = Leaving.load_relaxed();
    if (!connected || leaving) {
      if (began == 0)
        began = clock;
      if (clock - began > std::max(Timeout, DefaultTimeout * Second))
        dieOfLoss(leaving ? "other ranks of the job do not end"
                          : "not all ranks of the job have begun");
      continue;
    }
    began = 0;
    came = poll();
    Looked.store_relaxed(Looks::Never);
    beat();
  }
}

/// Rank 0 watches all, and all watch rank 0.
void Job::beat() {
  std::uint64_t clock = Clock.load_relaxed();
  bool due = clock - LastBeat >= std::min(BeatTime, Timeout / BeatsInTimeout);
  if (due && Lock.try_lock()) {
    std::lock_guard<SpinLock> guard(Lock, std::adopt_lock);
    if (Leaving.load_relaxed())
      return;
    LastBeat = clock;
    if (Rank == 0)
      sendToOthers(message(Beat));
    else
      send(0, message(Beat));
  }
  for (unsigned rank = 0; rank < Ranks; ++rank) {
    bool watched = rank != Rank && (Rank == 0 || rank == 0) && isPresent(rank);
    if (watched && clock - Heard[rank].load_relaxed() > Timeout)
      dieOfLoss("rank " + std::to_string(rank) + " has not answered for " +
                std::to_string(Timeout / Second) + " s; the job ends");
  }
}
