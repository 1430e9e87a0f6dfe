//===- Job.cpp - tussah job -----------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The supervisor of a job. docs/guides/clusters.md says what it does when.
///
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Error.h"
#include "JobFolder.h"
#include "JobLauncher.h"
#include "JobOptions.h"
#include "Numbers.h"
#include "Process.h"
#include "support/json.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace tussah::driver {

/// How often the supervisor looks at the job.
static constexpr auto LookTime = 20ms;
/// How often it looks whether ranks live, which takes longer.
static constexpr auto LifeTime = 1s;
/// How long a launcher may live after rank 0 is silent, beside the time in
/// which ranks find that out themselves.
static constexpr auto AfterRanks = 5s;
/// The longest pause before a start after several without a checkpoint.
static constexpr std::chrono::milliseconds LongestPause = 30s;

static volatile sig_atomic_t Signals = 0, LastSignal = 0;

extern "C" {
static void noteJobSignal(int Signal) {
  LastSignal = Signal;
  Signals = Signals + 1;
}
}

/// One line on standard error, at once.
__attribute__((format(printf, 1, 2))) static void say(const char *Format, ...) {
  std::string Text = "tussah: job: ";
  char Line[1024];
  va_list Values;
  va_start(Values, Format);
  std::vsnprintf(Line, sizeof Line, Format, Values);
  va_end(Values);
  Text += Line;
  std::fprintf(stderr, "%s\n", Text.c_str());
}

static std::string nameOf(CheckpointName Name) {
  return std::to_string(Name.first) + "." + std::to_string(Name.second);
}

/// The time after which a silent rank is taken for dead, as the ranks read it.
static std::chrono::seconds silence() {
  const char *Text = std::getenv("TUSSAH_CPS_TIMEOUT");
  int Seconds = Text ? numberAtBegin(Text).value_or(0) : 0;
  return std::chrono::seconds(Seconds > 0 ? Seconds : 15);
}

namespace {

/// How one start of the job has ended.
enum class End {
  Complete, ///< The program has ended by itself.
  Stopped,  ///< As it was asked to, after a checkpoint.
  Lost,     ///< Otherwise.
};

class JobSupervisor {
public:
  explicit JobSupervisor(const JobOptions &Wanted);
  int run();

private:
  End runOnce();
  void look(Launched &Processes);
  void lookForRequest();
  void obey(const std::string &Request);
  void lookForSignals(Launched &Processes);
  bool isHung(const Launched &Processes);
  End ended(int LauncherCode);
  void checkIsJob(int LauncherCode) const;
  void afterLoss();
  bool mayTryAgain();
  void pauseBeforeStart();
  int codeAtEnd() const;
  void writeState();

  const JobOptions Options;
  const std::vector<std::string> Launcher;
  JobFolder Folder;
  unsigned Ranks;
  unsigned Starts = 0, Losses = 0, WithoutProgress = 0;
  /// The newest checkpoint at the last start.
  CheckpointName Before;
  int Code = 0;
  /// Whether any start has come to its first run.
  bool WasJob = false;

  // What the present start is asked to do.
  bool Stopping = false;
  /// Not 0: end, with this code.
  int EndCode = 0;
  bool Ending = false, IsLate = false;
  /// Ended by the supervisor; then the code says nothing about the program.
  bool WasHung = false;
  int SeenSignals = 0;
  Clock::time_point Deadline, NextLife;
  /// For how long no rank seems to live; not the time in which this process was
  /// itself stopped.
  Clock::duration DeadFor{};
  std::string LastBeat;
};

} // namespace

JobSupervisor::JobSupervisor(const JobOptions &Wanted)
    : Options(Wanted),
      Launcher(launcherFor(Wanted.Program[0], Wanted.Mpi, Wanted.Launcher)),
      Folder(Wanted.Checkpoints), Ranks(Wanted.Ranks) {
  adoptOrphans();
  setenv("TUSSAH_CHECKPOINT", Folder.checkpoints().c_str(), 1);
  setenv("TUSSAH_CHECKPOINT_EVERY", Options.Every.c_str(), 1);
  for (int Signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction Old, New = {};
    New.sa_handler = noteJobSignal;
    sigaction(Signal, nullptr, &Old);
    // What the caller ignores (nohup) stays ignored.
    if (Old.sa_handler != SIG_IGN)
      sigaction(Signal, &New, nullptr);
  }
}

int JobSupervisor::run() {
  for (;;) {
    pauseBeforeStart();
    if (Ending)
      return codeAtEnd();
    switch (runOnce()) {
    case End::Complete:
      return Code;
    case End::Stopped:
      if (Ending)
        return codeAtEnd();
      WithoutProgress = 0;
      say("goes on from the checkpoint %s with %u rank%s",
          nameOf(Folder.newest()).c_str(), Ranks, Ranks == 1 ? "" : "s");
      break;
    case End::Lost:
      if (Ending)
        return codeAtEnd();
      if (!mayTryAgain())
        return Code;
      afterLoss();
      break;
    }
  }
}

int JobSupervisor::codeAtEnd() const {
  CheckpointName Newest = Folder.newest();
  if (Newest.first == 0)
    say("has ended without a checkpoint, as asked");
  else
    say("has ended, as asked; the same command goes on from the checkpoint %s",
        nameOf(Newest).c_str());
  return EndCode;
}

/// If several starts in a row have come to nothing, what they lack may come
/// back.
void JobSupervisor::pauseBeforeStart() {
  if (WithoutProgress < 2)
    return;
  auto Pause =
      std::min(LongestPause, 500ms * (1 << std::min(WithoutProgress, 8u)));
  auto End = Clock::now() + Pause;
  while (!Ending && Clock::now() < End) {
    std::this_thread::sleep_for(LookTime);
    lookForRequest();
    if (Signals != SeenSignals) {
      SeenSignals = Signals;
      Ending = true;
      EndCode = 128 + LastSignal;
    }
  }
}

End JobSupervisor::runOnce() {
  std::string Token = std::to_string(getpid()) + "-" +
                      std::to_string(Clock::now().time_since_epoch().count()) +
                      "-" + std::to_string(++Starts) + ";";
  setenv("TUSSAH_JOB", Token.c_str(), 1);
  Folder.begin(Token);
  Before = Folder.newest();
  Stopping = IsLate = WasHung = false;
  DeadFor = {};
  NextLife = Clock::now() + LifeTime;
  writeState();
  std::vector<std::string> Command = Launcher;
  Command.insert(Command.end(), {"-n", std::to_string(Ranks)});
  Command.insert(Command.end(), Options.Program.begin(), Options.Program.end());
  Launched Processes(Command);
  std::optional<int> LauncherCode;
  while (!(LauncherCode = Processes.poll())) {
    look(Processes);
    std::this_thread::sleep_for(LookTime);
  }
  Processes.end();
  return ended(*LauncherCode);
}

void JobSupervisor::look(Launched &Processes) {
  lookForSignals(Processes);
  lookForRequest();
  if (Ending && Clock::now() > Deadline && !IsLate) {
    IsLate = true;
    say("has written no checkpoint in %.0f s, and is ended",
        std::chrono::duration<double>(Options.Grace).count());
    Processes.end();
  }
  if (Clock::now() < NextLife)
    return;
  NextLife = Clock::now() + LifeTime;
  if (!isHung(Processes))
    return;
  say("%s, and the launcher does not see it; the job is ended",
      Folder.wasOpened() ? "rank 0 is silent" : "no rank begins");
  WasHung = true;
  Processes.end();
}

/// The first signal asks for a checkpoint, and the second one waits for none.
void JobSupervisor::lookForSignals(Launched &Processes) {
  if (Signals == SeenSignals)
    return;
  bool IsFirst = SeenSignals == 0 && !Ending;
  SeenSignals = Signals;
  EndCode = 128 + LastSignal;
  Ending = Stopping = true;
  // Before its first run, there is nothing to save.
  if (!IsFirst || !Folder.wasOpened())
    return Processes.end();
  Deadline = Clock::now() + Options.Grace;
  Folder.askToStop();
}

void JobSupervisor::lookForRequest() {
  if (std::optional<std::string> Request = Folder.takeRequest())
    obey(*Request);
}

void JobSupervisor::obey(const std::string &Request) {
  static const std::string Resize = "resize ";
  std::optional<int> Number;
  if (Request.compare(0, Resize.size(), Resize) == 0)
    Number = numberAtBegin(Request.c_str() + Resize.size());
  if (Request == "stop") {
    Ending = Stopping = true;
    Deadline = Clock::now() + Options.Grace;
  } else if (Number && *Number > 0 &&
             static_cast<unsigned>(*Number) >= Options.Least &&
             static_cast<unsigned>(*Number) <= JobOptions::MostRanks) {
    if (static_cast<unsigned>(*Number) == Ranks)
      return;
    Ranks = static_cast<unsigned>(*Number);
    Stopping = true;
    writeState();
  }
  if (Stopping)
    Folder.askToStop();
}

/// Whether the launcher does not see that its job is lost: rank 0 was there,
/// and is silent; or it has not begun, and no rank is left on this machine, or
/// all are stopped. A rank that has begun sees itself that others do not.
bool JobSupervisor::isHung(const Launched &Processes) {
  bool IsDead = Processes.isAbandoned();
  if (Folder.wasOpened()) {
    std::string Beat = Folder.beat();
    IsDead = Beat == LastBeat;
    LastBeat = std::move(Beat);
  }
  DeadFor = IsDead ? DeadFor + LifeTime : Clock::duration();
  return DeadFor > silence() + AfterRanks;
}

End JobSupervisor::ended(int LauncherCode) {
  WasJob |= Folder.wasOpened();
  Code = LauncherCode;
  if (std::optional<int> Own = Folder.exitCode()) {
    Code = *Own;
    return End::Complete;
  }
  if (Folder.wasStopped())
    return End::Stopped;
  if (Ending)
    return End::Lost;
  if (WasHung)
    return End::Lost;
  checkIsJob(LauncherCode);
  // mpirun of MPICH 4.2 may return 0 when a rank was killed.
  if (Folder.isRunning())
    return End::Lost;
  // Where nothing tells the exit code of rank 0.
  return LauncherCode == 0 ? End::Complete : End::Lost;
}

/// A program that ends before its first run is no job, or was called in a wrong
/// way: again, it would do the same. Unless a signal has ended it, or ranks
/// have missed another one (codeOfLoss in jobs/job.cpp).
void JobSupervisor::checkIsJob(int LauncherCode) const {
  if (WasJob)
    return;
  const std::string &Name = Options.Program[0];
  if (LauncherCode == 0)
    throw Error("'" + Name +
                "' is no job: it has ended without a run of tussah/cps.hpp or "
                "a run_on_ranks, or with checkpoints elsewhere");
  // MPICH's mpirun returns the numbers of signals. The last one is the ranks'.
  static constexpr int OfLoss[] = {SIGABRT, SIGKILL, SIGSEGV, SIGTERM, 75};
  bool IsLoss = LauncherCode >= 128 ||
                std::find(std::begin(OfLoss), std::end(OfLoss), LauncherCode) !=
                    std::end(OfLoss);
  if (!IsLoss)
    throw Error("'" + Name + "' has ended with code " +
                    std::to_string(LauncherCode) + " before its first run",
                LauncherCode);
}

bool JobSupervisor::mayTryAgain() {
  WithoutProgress = Folder.newest() > Before ? 0 : WithoutProgress + 1;
  if (WithoutProgress <= Options.Restarts)
    return true;
  Code = Code ? Code : 1;
  say("error: %u starts in a row have written no checkpoint; the last one "
      "ended with code %d",
      WithoutProgress, Code);
  return false;
}

void JobSupervisor::afterLoss() {
  ++Losses;
  if (!Stopping && !Options.KeepRanks)
    Ranks = std::max(Options.Least, Ranks - 1);
  CheckpointName Newest = Folder.newest();
  const char *Plural = Ranks == 1 ? "" : "s";
  if (Newest.first == 0)
    say("ranks were lost (code %d); begins again with %u rank%s", Code, Ranks,
        Plural);
  else
    say("ranks were lost (code %d), %.2f s after the checkpoint %s; goes on "
        "from it with %u rank%s",
        Code, Folder.age(Newest), nameOf(Newest).c_str(), Ranks, Plural);
}

void JobSupervisor::writeState() {
  char Host[256] = "";
  gethostname(Host, sizeof Host - 1);
  support::JsonWriter To;
  To.object([&] {
    To.key("supervisor").number(static_cast<uint64_t>(getpid()));
    To.key("host").string(Host);
    To.key("ranks").number(Ranks);
    To.key("least").number(Options.Least);
    To.key("starts").number(Starts);
    To.key("losses").number(Losses);
    // Who asks looks for it: the job writes newer ones.
    To.key("checkpoint").string("");
  });
  Folder.writeState(To.take());
}

//===----------------------------------------------------------------------===//
// Commands for a job that runs
//===----------------------------------------------------------------------===//

/// A number that writeState() has written.
static unsigned numberIn(const std::string &State, const char *Name) {
  const std::string Key = "\"" + std::string(Name) + "\": ";
  size_t At = State.find(Key);
  if (At == State.npos)
    return 0;
  return static_cast<unsigned>(
      numberAtBegin(State.c_str() + At + Key.size()).value_or(0));
}

/// The same with the name of the newest checkpoint.
static std::string withCheckpoint(std::string State,
                                  const std::string &Checkpoints) {
  const std::string Key = "\"checkpoint\": \"";
  size_t At = State.find(Key);
  if (At != State.npos)
    State.insert(At + Key.size(), nameOf(newestWhole(Checkpoints)));
  return State;
}

static int tellJob(const JobOptions &Options) {
  WatchedJob Job(Options.Checkpoints);
  std::string State = Job.state();
  if (Options.What == JobOptions::Status) {
    std::printf("%s\n", withCheckpoint(State, Options.Checkpoints).c_str());
    return 0;
  }
  if (Options.What == JobOptions::Stop) {
    Job.request("stop");
    return 0;
  }
  long Present = numberIn(State, "ranks"), Least = numberIn(State, "least");
  long Wanted = Options.Ranks;
  if (Options.What == JobOptions::Join)
    Wanted = Present + Wanted;
  else if (Options.What == JobOptions::Leave)
    Wanted = Present - Wanted;
  if (Wanted < Least || Wanted > long(JobOptions::MostRanks))
    throw Error("the job has " + std::to_string(Present) +
                " ranks, and must have from " + std::to_string(Least) + " to " +
                std::to_string(JobOptions::MostRanks));
  Job.request("resize " + std::to_string(Wanted));
  return 0;
}

int jobCommand(const Installation &,
               const std::vector<std::string> &Arguments) {
  JobOptions Options = readJobOptions(Arguments);
  if (Options.What != JobOptions::Start)
    return tellJob(Options);
  std::string Program = findProgram(Options.Program[0]);
  if (Program.empty())
    throw Error("no program '" + Options.Program[0] +
                "'; give its path, as in ./program");
  Options.Program[0] = Program;
  return JobSupervisor(Options).run();
}

} // namespace tussah::driver
