//===- JobLauncher.cpp - The processes of a job ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobLauncher.h"
#include "Error.h"
#include "JobFolder.h"
#include "Numbers.h"
#include "Process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

namespace tussah::driver {

//===----------------------------------------------------------------------===//
// Which MPI
//===----------------------------------------------------------------------===//

/// The MPI that a program is linked with; empty if it is none, or none is seen.
static std::string mpiOf(const std::string &Program) {
  std::ifstream File(Program, std::ios::binary);
  std::string Text(std::istreambuf_iterator<char>(File), {});
  if (Text.compare(0, 4, "\177ELF") != 0)
    return "";
  if (Text.find("libmpich.so") != Text.npos)
    return "mpich";
  return Text.find("libmpi.so") != Text.npos ? "openmpi" : "";
}

/// The MPI that a command mpirun is of.
static std::string mpiOfLauncher(const std::string &Command) {
  std::string Text =
      runProcess({Command, "--version"}, OutputMode::Capture).Output;
  if (Text.find("HYDRA") != Text.npos)
    return "mpich";
  bool IsOpen = Text.find("Open MPI") != Text.npos ||
                Text.find("OpenRTE") != Text.npos ||
                Text.find("PRRTE") != Text.npos;
  return IsOpen ? "openmpi" : "";
}

/// mpirun of the MPI \p Wanted, or of any: its path and its MPI; or nothing.
static std::pair<std::string, std::string>
findMpirun(const std::string &Wanted) {
  std::string Plain = findProgram("mpirun");
  std::string Mpi = Plain.empty() ? "" : mpiOfLauncher(Plain);
  if (!Mpi.empty() && (Wanted.empty() || Mpi == Wanted))
    return {Plain, Mpi};
  // Debian has several side by side.
  for (const char *Name : {"openmpi", "mpich"})
    if (Wanted.empty() || Wanted == Name)
      if (std::string Path = findProgram(std::string("mpirun.") + Name);
          !Path.empty())
        return {Path, Name};
  return {};
}

std::vector<std::string> launcherFor(const std::string &Program,
                                     const std::string &Mpi,
                                     const std::string &Launcher) {
  if (!Launcher.empty()) {
    std::istringstream Words(Launcher);
    std::vector<std::string> Command;
    for (std::string Word; Words >> Word;)
      Command.push_back(Word);
    if (Command.empty() || findProgram(Command[0]).empty())
      throw Error("no launcher '" + Launcher + "'");
    Command[0] = findProgram(Command[0]);
    return Command;
  }
  std::string Wanted = Mpi.empty() ? mpiOf(Program) : Mpi;
  auto [Path, Found] = findMpirun(Wanted);
  if (Path.empty())
    throw Error("no mpirun of " + (Wanted.empty() ? "any MPI" : Wanted) +
                "; install " + (Wanted == "openmpi" ? "openmpi-bin" : "mpich") +
                ", or give --launcher");
  if (Found == "mpich")
    return {Path};
  // Ranks may be more than processors, in versions 4 and 5. Variables, as the
  // flags differ.
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
  std::vector<std::string> Command = {Path};
  // Other machines get only the variables that are named.
  for (const char *Name :
       {"TUSSAH_JOB", "TUSSAH_CHECKPOINT", "TUSSAH_CHECKPOINT_EVERY"})
    Command.insert(Command.end(), {"-x", Name});
  return Command;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

void adoptOrphans() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// The process between the supervisor and the launcher, for `ps`.
static constexpr char GuardName[] = "tussah-guard";

namespace {
struct ProcessEntry {
  pid_t Parent;
  std::string Name;
  /// By a signal. One that a debugger holds runs as far as others know.
  bool IsStopped;
};
} // namespace

/// All processes that live, by their numbers.
static std::map<pid_t, ProcessEntry> allProcesses() {
  std::map<pid_t, ProcessEntry> All;
  DIR *Folder = opendir("/proc");
  if (!Folder)
    return All;
  while (const dirent *Entry = readdir(Folder)) {
    pid_t Number = numberAtBegin(Entry->d_name).value_or(0);
    std::optional<std::string> Text;
    if (Number > 0)
      Text = readSmallFile("/proc/" + std::to_string(Number) + "/stat");
    if (!Text)
      continue;
    // "4711 (name) S 1 ...": the name may have anything.
    size_t Begin = Text->find('('), End = Text->rfind(')');
    if (End == Text->npos || End + 4 >= Text->size())
      continue;
    const char State = (*Text)[End + 2];
    std::optional<int> Parent = numberAtBegin(Text->c_str() + End + 4);
    if (!Parent || State == 'Z')
      continue;
    All[Number] = {*Parent, Text->substr(Begin + 1, End - Begin - 1),
                   State == 'T'};
  }
  closedir(Folder);
  return All;
}

/// The processes that this one has started, and those that they have.
static std::map<pid_t, ProcessEntry> descendants() {
  const std::map<pid_t, ProcessEntry> All = allProcesses();
  std::map<pid_t, ProcessEntry> Found;
  for (size_t Before = ~size_t(0); Before != Found.size();) {
    Before = Found.size();
    for (const auto &[Number, Entry] : All)
      if (Entry.Parent == getpid() || Found.count(Entry.Parent))
        Found.insert({Number, Entry});
  }
  return Found;
}

/// Collects children that have ended, and returns the status of \p Wanted.
static std::optional<int> reap(pid_t Wanted) {
  std::optional<int> Code;
  int Status = 0;
  for (pid_t Child; (Child = waitpid(-1, &Status, WNOHANG)) > 0;)
    if (Child == Wanted)
      Code = WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
  return Code;
}

/// Kills all that this process has started, and what they have. Returns the
/// status of \p Wanted, if it is one of them.
static std::optional<int> killDescendants(pid_t Wanted) {
  std::optional<int> Code = reap(Wanted);
  for (auto Left = descendants(); !Left.empty(); Left = descendants()) {
    for (const auto &[Number, Entry] : Left)
      kill(Number, SIGKILL);
    std::this_thread::sleep_for(5ms);
    if (std::optional<int> Now = reap(Wanted))
      Code = Now;
  }
  if (std::optional<int> Now = reap(Wanted))
    Code = Now;
  return Code;
}

/// In the child of the guard: becomes the launcher, or ends.
[[noreturn]] static void becomeLauncher(std::vector<char *> &Argv,
                                        pid_t Parent) {
  signal(SIGTERM, SIG_DFL);
  // The guard may be killed, too.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != Parent)
    _exit(127);
  int Null = open("/dev/null", O_RDONLY);
  if (Null >= 0)
    dup2(Null, STDIN_FILENO);
  sigset_t None;
  sigemptyset(&None);
  sigprocmask(SIG_SETMASK, &None, nullptr);
  execv(Argv[0], Argv.data());
  std::fprintf(stderr, "tussah: error: cannot run '%s': %s\n", Argv[0],
               std::strerror(errno));
  _exit(127);
}

/// In the child: starts the launcher, and returns its exit code as its own. If
/// the supervisor is killed, kills all: ranks that are stopped hear nothing
/// else.
[[noreturn]] static void guard(std::vector<char *> &Argv, pid_t Parent) {
  setpgid(0, 0);
  prctl(PR_SET_NAME, GuardName);
  adoptOrphans();
  // For the group of the launcher, in which it is.
  signal(SIGTERM, SIG_IGN);
  pid_t Own = getpid();
  pid_t Launcher = fork();
  if (Launcher == 0)
    becomeLauncher(Argv, Own);
  std::optional<int> Code;
  if (Launcher < 0)
    Code = 127;
  while (!Code) {
    if (getppid() != Parent) {
      killDescendants(Launcher);
      _exit(127);
    }
    std::this_thread::sleep_for(20ms);
    Code = reap(Launcher);
  }
  _exit(*Code);
}

Launched::Launched(const std::vector<std::string> &Command) {
  std::vector<char *> Argv;
  for (const std::string &Word : Command)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  std::fflush(nullptr);
  pid_t Parent = getpid();
  Process = fork();
  if (Process < 0)
    throw Error("cannot start a process: " + std::string(std::strerror(errno)));
  if (Process == 0)
    guard(Argv, Parent);
}

std::optional<int> Launched::poll() {
  if (!Code)
    Code = reap(Process);
  return Code;
}

bool Launched::isAbandoned() const {
  // Of 15 characters at most, as the system keeps them.
  static const char *const Launchers[] = {
      GuardName, "mpirun", "mpiexec", "hydra_pmi_proxy",
      "orterun", "orted",  "prterun", "prted"};
  for (const auto &[Number, Entry] : descendants()) {
    const std::string &Name = Entry.Name;
    bool IsLauncher = std::any_of(
        std::begin(Launchers), std::end(Launchers), [&](const char *Begin) {
          return Name.compare(0, std::strlen(Begin), Begin) == 0;
        });
    if (!IsLauncher && !Entry.IsStopped)
      return false;
  }
  return true;
}

void Launched::end() {
  if (!poll())
    kill(-Process, SIGTERM);
  for (int Tries = 0; Tries < 100 && !poll(); ++Tries)
    std::this_thread::sleep_for(20ms);
  // Whoever is left, stopped ranks as well.
  std::optional<int> Now = killDescendants(Process);
  if (!Code)
    Code = Now;
}

Launched::~Launched() { end(); }

} // namespace tussah::driver
