//===- destination.cpp - Where tussah graph writes ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "destination.h"
#include "options.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tussah::graph {

/// Where the process has a file that it must not leave if a signal ends it. The
/// handler, which may run in a worker's thread, reads it, so it is never freed.
static char UnfinishedPath[PATH_MAX];
static std::atomic<bool> Unfinished{false};
/// A file is about to be there; meanwhile the signals of its thread wait.
static std::atomic<bool> Opening{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// Those by which others end a process, and limits, and closed pipes.
static constexpr int Signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                                  SIGALRM, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};

/// Removes the unfinished file, and lets the signal do what it does otherwise.
extern "C" {
static void removeUnfinished(int Signal) {
  // In another thread, where this ends soon.
  while (Opening)
    ;
  if (Unfinished)
    unlink(UnfinishedPath);
  std::signal(Signal, SIG_DFL);
  // It comes when the handler returns.
  raise(Signal);
}
}

static void catchSignals() {
  for (int Signal : Signals) {
    struct sigaction Now;
    // What is ignored, as below nohup, remains so.
    if (sigaction(Signal, nullptr, &Now) != 0 || Now.sa_handler != SIG_DFL)
      continue;
    struct sigaction Mine = {};
    Mine.sa_handler = removeUnfinished;
    Mine.sa_flags = SA_RESTART;
    sigaction(Signal, &Mine, nullptr);
  }
}

/// Opens \p Path, which is not left if a signal ends the process. Null if that
/// fails.
static std::FILE *openUnfinished(const std::string &Path) {
  if (Path.size() >= sizeof UnfinishedPath) {
    errno = ENAMETOOLONG;
    return nullptr;
  }
  sigset_t Mine, Before;
  sigemptyset(&Mine);
  for (int Signal : Signals)
    sigaddset(&Mine, Signal);
  pthread_sigmask(SIG_BLOCK, &Mine, &Before);
  Opening = true;
  std::FILE *File = std::fopen(Path.c_str(), "wb");
  int Error = errno;
  std::memcpy(UnfinishedPath, Path.c_str(), Path.size() + 1);
  Unfinished = File != nullptr;
  Opening = false;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  errno = Error;
  return File;
}

/// What \p Name is a symbolic link to, whether that exists or not, or \p Name.
static std::string followLinks(const std::string &Name) {
  std::filesystem::path Path = Name;
  std::error_code Error;
  // As many as the system follows.
  for (int Left = 40; std::filesystem::is_symlink(Path, Error); --Left) {
    if (Left == 0)
      throw ToolError(Name + ": " + std::strerror(ELOOP));
    // A relative one begins in the folder of the link.
    Path = Path.parent_path() / std::filesystem::read_symlink(Path, Error);
  }
  return Path.string();
}

Destination::Destination(const std::string &Path) : Name(Path) {
  if (Path == "-") {
    Name = "standard output";
    return;
  }
  struct stat Status, Output;
  bool Exists = stat(Path.c_str(), &Status) == 0;
  // By /dev/stdout, as a rule. The shell may append to the file, and the
  // summary goes there.
  if (Exists && fstat(STDOUT_FILENO, &Output) == 0 &&
      Status.st_dev == Output.st_dev && Status.st_ino == Output.st_ino)
    return;
  if (Exists && !S_ISREG(Status.st_mode)) {
    File = std::fopen(Path.c_str(), "wb");
    if (!File)
      fail();
    return;
  }
  // Its folder lets it be replaced, but its mode says that it is to stay.
  if (Exists && faccessat(AT_FDCWD, Path.c_str(), W_OK, AT_EACCESS) != 0)
    fail();
  Real = followLinks(Path);
  Temporary = Real + ".part" + std::to_string(getpid());
  catchSignals();
  File = openUnfinished(Temporary);
  if (!File)
    fail();
  // Where there are no modes, this fails, and there is nothing to keep.
  if (Exists)
    (void)!fchmod(fileno(File), Status.st_mode & 07777);
}

void Destination::require(const std::string &Path) {
  struct stat Status;
  // Who reads from a pipe would see it end.
  if (Path == "-" || (stat(Path.c_str(), &Status) == 0 &&
                      !S_ISREG(Status.st_mode) && !S_ISDIR(Status.st_mode)))
    return;
  Destination Tried(Path);
}

Destination::~Destination() {
  if (File && File != stdout)
    std::fclose(File);
  if (!Temporary.empty())
    std::remove(Temporary.c_str());
  Unfinished = false;
}

void Destination::finish() {
  if (std::fflush(File) != 0 || std::ferror(File))
    fail();
  if (Temporary.empty())
    return;
  if (std::fclose(std::exchange(File, nullptr)) != 0 ||
      std::rename(Temporary.c_str(), Real.c_str()) != 0)
    fail();
  Unfinished = false;
  Temporary.clear();
}

void Destination::fail() {
  throw ToolError(Name + ": " + std::strerror(errno));
}

} // namespace tussah::graph
