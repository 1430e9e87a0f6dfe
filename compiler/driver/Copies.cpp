//===- Copies.cpp - A program that runs beside another --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Error.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tussah::driver {

/// In the child. It ends with its parent, should that be killed.
static void endWith(pid_t Parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1);
}

[[noreturn]] static void runOnce(char *const *Argv, pid_t Parent) {
  endWith(Parent);
  // A descriptor that is shared would share the position in the file.
  int Input = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
  int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Null < 0)
    _exit(1);
  dup2(Input >= 0 ? Input : Null, STDIN_FILENO);
  dup2(Null, STDOUT_FILENO);
  dup2(Null, STDERR_FILENO);
  execv(Argv[0], Argv);
  _exit(1);
}

[[noreturn]] static void runForever(char *const *Argv, pid_t Parent) {
  endWith(Parent);
  pid_t Self = getpid();
  int Status = 0;
  while (Status == 0) {
    pid_t Child = fork();
    if (Child == 0)
      runOnce(Argv, Self);
    if (Child < 0 || waitpid(Child, &Status, 0) != Child)
      break;
  }
  _exit(1);
}

Copies::Copies(const std::vector<std::string> &Run, unsigned Count) {
  std::vector<char *> Argv;
  for (const std::string &Word : Run)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  pid_t Parent = getpid();
  while (Loops.size() != Count) {
    pid_t Loop = fork();
    if (Loop == 0) {
      setpgid(0, 0);
      runForever(Argv.data(), Parent);
    }
    if (Loop < 0)
      throw Error(std::string("cannot make a process: ") +
                  std::strerror(errno));
    // Both do it, as either may be first.
    setpgid(Loop, Loop);
    Loops.push_back(Loop);
  }
}

Copies::~Copies() {
  for (pid_t Loop : Loops) {
    kill(-Loop, SIGKILL);
    waitpid(Loop, nullptr, 0);
  }
}

bool Copies::areRunning() const {
  for (pid_t Loop : Loops) {
    siginfo_t Ended = {};
    waitid(P_PID, static_cast<id_t>(Loop), &Ended, WEXITED | WNOHANG | WNOWAIT);
    if (Ended.si_pid == Loop)
      return false;
  }
  return true;
}

} // namespace tussah::driver
