//===- Process.cpp - Finding and running programs -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"
#include "Error.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace tussah::driver {

static bool isExecutable(const std::string &Path) {
  struct stat S;
  return stat(Path.c_str(), &S) == 0 && S_ISREG(S.st_mode) &&
         access(Path.c_str(), X_OK) == 0;
}

std::string findProgram(const std::string &Program) {
  if (Program.find('/') != std::string::npos)
    return isExecutable(Program) ? Program : "";
  const char *Env = std::getenv("PATH");
  std::string Path = Env ? Env : "/usr/local/bin:/usr/bin:/bin";
  for (size_t Begin = 0; Begin <= Path.size();) {
    size_t End = std::min(Path.find(':', Begin), Path.size());
    // An empty entry is the current folder.
    std::string Folder = End == Begin ? "." : Path.substr(Begin, End - Begin);
    std::string Candidate = Folder + "/" + Program;
    if (isExecutable(Candidate))
      return Candidate;
    Begin = End + 1;
  }
  return "";
}

static std::vector<char *> toArgv(const std::vector<std::string> &Arguments) {
  std::vector<char *> Argv;
  for (const std::string &A : Arguments)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);
  return Argv;
}

[[noreturn]] static void failToRun(const std::string &Program, int Code) {
  throw Error("cannot run '" + Program + "': " + std::strerror(Code));
}

void replaceProcess(const std::vector<std::string> &Arguments) {
  execv(Arguments[0].c_str(), toArgv(Arguments).data());
  failToRun(Arguments[0], errno);
}

static volatile sig_atomic_t ForwardTo = 0;

extern "C" {
static void forwardSignal(int Signal) {
  if (ForwardTo > 0)
    kill(ForwardTo, Signal);
}

static void leaveToChild(int) {}
}

namespace {

/// Installs the handlers that runProcess promises, for its lifetime. Signals
/// wait until it is known whom to forward them to.
class SignalScope {
  static constexpr int Signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  struct sigaction Old[4];
  sigset_t OldMask;

public:
  SignalScope() {
    sigset_t Mask;
    sigemptyset(&Mask);
    for (int Signal : Signals)
      sigaddset(&Mask, Signal);
    sigprocmask(SIG_BLOCK, &Mask, &OldMask);
    for (int I = 0; I != 4; ++I) {
      // A caught signal, unlike an ignored one, is again the default one in
      // the child. What the caller ignores (nohup) stays ignored in both.
      struct sigaction New = {};
      New.sa_handler = I < 2 ? leaveToChild : forwardSignal;
      New.sa_flags = SA_RESTART;
      sigaction(Signals[I], nullptr, &Old[I]);
      if (Old[I].sa_handler != SIG_IGN)
        sigaction(Signals[I], &New, nullptr);
    }
  }
  ~SignalScope() {
    forwardTo(0);
    for (int I = 0; I != 4; ++I)
      sigaction(Signals[I], &Old[I], nullptr);
  }
  /// The signals that were blocked outside of the scope.
  const sigset_t &mask() const { return OldMask; }
  void forwardTo(pid_t Child) {
    ForwardTo = Child;
    sigprocmask(SIG_SETMASK, &OldMask, nullptr);
  }
  SignalScope(const SignalScope &) = delete;
  SignalScope &operator=(const SignalScope &) = delete;
};

} // namespace

static std::string readAll(int Descriptor) {
  std::string Text;
  char Buffer[4096];
  ssize_t N;
  while ((N = read(Descriptor, Buffer, sizeof Buffer)) > 0 ||
         (N < 0 && errno == EINTR))
    if (N > 0)
      Text.append(Buffer, N);
  return Text;
}

static int waitFor(pid_t Child) {
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      throw Error(std::string("cannot wait for a process: ") +
                  std::strerror(errno));
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

ProcessResult runProcess(const std::vector<std::string> &Arguments,
                         OutputMode Mode) {
  int Pipe[2] = {-1, -1};
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (Mode == OutputMode::Capture) {
    if (pipe2(Pipe, O_CLOEXEC) != 0)
      throw Error(std::string("cannot make a pipe: ") + std::strerror(errno));
    posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDERR_FILENO);
  }

  SignalScope Signals;
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&Attributes, &Signals.mask());
  pid_t Child;
  int Code = posix_spawn(&Child, Arguments[0].c_str(), &Actions, &Attributes,
                         toArgv(Arguments).data(), environ);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Actions);
  if (Pipe[1] >= 0)
    close(Pipe[1]);
  ProcessResult Result;
  if (Code == 0) {
    Signals.forwardTo(Child);
    if (Mode == OutputMode::Capture)
      Result.Output = readAll(Pipe[0]);
    Result.Code = waitFor(Child);
  }
  if (Pipe[0] >= 0)
    close(Pipe[0]);
  if (Code != 0)
    failToRun(Arguments[0], Code);
  return Result;
}

} // namespace tussah::driver
