//===- job.cpp - Joining and leaving a job; who is alive --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clock.h"
#include "cluster.h"

#include <tussah/cps/image.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unistd.h>

using namespace tussah::cps;
using namespace tussah::cps::detail;

/// The first number of a hello; changes with what messages have.
static constexpr std::uint32_t Protocol = 2;

static constexpr std::uint64_t Second = 1'000'000'000;
/// After so much silence, in seconds, a rank is taken for dead. All ranks have
/// at least this time to begin and to end.
static constexpr std::uint64_t DefaultTimeout = 15;
/// How often a rank says that it is alive; more often if the time after which
/// it is taken for dead is short, so that it may miss several times.
static constexpr std::uint64_t BeatTime = Second, BeatsInTimeout = 8;
/// How often the watch looks for messages: in a run, and else. The former is
/// how long a thief waits for a rank whose workers are all in long threads.
/// While workers look themselves, the watch takes more and more time, not to
/// disturb them.
static constexpr std::chrono::microseconds RunPeriod(500), RestPeriod(2000),
    LongestRunPeriod(4000);

static std::uint64_t numberFromEnvironment(const char *name,
                                           std::uint64_t otherwise,
                                           std::uint64_t most) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return otherwise;
  std::uint64_t value = 0;
  const char *end = text + std::strlen(text);
  auto [rest, problem] = std::from_chars(text, end, value);
  if (problem != std::errc() || rest != end || value == 0 || value > most)
    throw error(error::wrong_option,
                std::string(name) + " must be a number from 1 to " +
                    std::to_string(most) + ", not '" + text + "'");
  return value;
}

/// The processors that each of some processes on this machine has for itself.
static unsigned processorsFor(unsigned processesHere) {
  // Those that this process may use: launchers can choose some for each.
  unsigned mine = std::max(std::thread::hardware_concurrency(), 1u);
  long all = sysconf(_SC_NPROCESSORS_ONLN);
  if (mine < all)
    return mine;
  return std::max(mine / processesHere, 1u);
}

unsigned tussah::cps::detail::countWorkers(unsigned wanted,
                                           unsigned processesHere) {
  if (wanted > options::max_workers)
    throw error(error::wrong_option,
                "there can be " + std::to_string(options::max_workers) +
                    " workers, not " + std::to_string(wanted));
  if (wanted)
    return wanted;
  unsigned processors = processorsFor(processesHere);
  return numberFromEnvironment("CILK_NWORKERS",
                               std::min(processors, options::max_workers),
                               options::max_workers);
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// The job of this process. It is never destroyed: threads use it to the end.
static std::atomic<Cluster *> Job = nullptr;

Cluster *Cluster::join() {
  static std::mutex lock;
  static bool alone = !transportWanted();
  if (Cluster *job = Job.load(std::memory_order_acquire))
    return job;
  std::lock_guard<std::mutex> guard(lock);
  if (alone)
    return nullptr;
  if (Cluster *job = Job.load(std::memory_order_relaxed))
    return job;
  auto *job = new Cluster();
  job->connect();
  if (job->Ranks == 1) {
    alone = true;
    delete job;
    return nullptr;
  }
  Job.store(job, std::memory_order_release);
  return job;
}

void Cluster::connect() {
  // What comes after this is not the program's.
  std::vector<ImageIdentity> images = identifyImages();
  Network = loadTransport();
  Timeout = Second * numberFromEnvironment("TUSSAH_CPS_TIMEOUT", DefaultTimeout,
                                           1'000'000);
  Watch = threadWithoutSignals([this] { watch(); });

  tussah_cps_job job = {0, 1, 1};
  if (const char *problem = Network->start(&job))
    die(problem);
  if (job.ranks == 1) {
    Network->finish();
    Stopping = true;
    Watch.join();
    return;
  }
  Rank = job.rank;
  Ranks = job.ranks;
  LocalRanks = job.local_ranks;
  OwnRank = Rank;
  Heard = std::vector<std::atomic<std::uint64_t>>(Ranks);
  DefaultWorkers.assign(Ranks, 0);
  DefaultWorkers[Rank] = countWorkers(0, LocalRanks);
  Images = std::move(images);
  greet();
  std::atexit(leaveAtExit);
}

/// Says to rank 0 what runs here. Rank 0 waits for all.
void Cluster::greet() {
  std::unique_lock<SpinLock> guard(Lock);
  Connected = true;
  for (std::atomic<std::uint64_t> &heard : Heard)
    heard = Clock.load();
  if (Rank != 0) {
    packer to = message(Message::Hello);
    to(Protocol);
    to(DefaultWorkers[Rank]);
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
void Cluster::checkHello(unsigned from, unpacker &message) {
  std::string who = "rank " + std::to_string(from);
  if (message.get<std::uint32_t>() != Protocol)
    die(who + " has another version of libtussah-cps than rank 0");
  DefaultWorkers[from] = message.get<unsigned>();
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

void Cluster::leaveAtExit() { Job.load(std::memory_order_acquire)->leave(); }

void Cluster::leave() {
  {
    std::lock_guard<SpinLock> guard(Lock);
    if (Active)
      die("the program has called exit during a run");
    if (Rank == 0)
      sendToOthers(message(Message::Bye));
    else if (!ByeCame)
      send(0, message(Message::Bye));
    // From here on the watch only looks whether this takes too long.
    Leaving = true;
    Network->finish();
  }
  Stopping = true;
  Watch.join();
}

/// Ends the whole job.
void Cluster::die(const std::string &why) {
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
  if (Connected) {
    // A launcher that is told to abort may drop what it has not read yet.
    usleep(200'000);
    Network->abort(1);
  }
  _exit(1);
}

//===----------------------------------------------------------------------===//
// The watch
//===----------------------------------------------------------------------===//

/// Answers for workers that are in long threads, says that this rank is alive,
/// and ends the job if another one is not. Its clock stands still while this
/// process does: being stopped for an hour says nothing about the others.
void Cluster::watch() {
  std::uint64_t last = nanoseconds(), began = 0;
  std::uint64_t polls = 0;
  std::chrono::microseconds period = RunPeriod;
  while (!Stopping) {
    std::this_thread::sleep_for(
        InRun.load(std::memory_order_relaxed) ? period : RestPeriod);
    std::uint64_t now = nanoseconds();
    bool others = Polls.load(std::memory_order_relaxed) != polls;
    period = others ? std::min(2 * period, LongestRunPeriod) : RunPeriod;
    Clock += std::min(now - last, Second / 10);
    last = now;
    if (!Connected || Leaving) {
      if (began == 0)
        began = Clock;
      if (Clock - began > std::max(Timeout, DefaultTimeout * Second))
        die(Leaving ? "other ranks of the job do not end"
                    : "not all ranks of the job have begun");
      continue;
    }
    began = 0;
    poll();
    polls = Polls.load(std::memory_order_relaxed);
    beat();
  }
}

/// Rank 0 watches all, and all watch rank 0.
void Cluster::beat() {
  bool due = Clock - LastBeat >= std::min(BeatTime, Timeout / BeatsInTimeout);
  if (due && Lock.try_lock()) {
    std::lock_guard<SpinLock> guard(Lock, std::adopt_lock);
    if (Leaving)
      return;
    LastBeat = Clock;
    if (Rank == 0)
      sendToOthers(message(Message::Beat));
    else
      send(0, message(Message::Beat));
  }
  for (unsigned rank = 0; rank < Ranks; ++rank) {
    bool watched = rank != Rank && (Rank == 0 || rank == 0);
    if (watched && Clock - Heard[rank] > Timeout)
      die("rank " + std::to_string(rank) + " has not answered for " +
          std::to_string(Timeout / Second) + " s; the job ends");
  }
}
