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
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tussah::graph {

/// What the process must not leave if a signal ends it; null if nothing.
static std::atomic<const char *> Unfinished{nullptr};
static_assert(std::atomic<const char *>::is_always_lock_free);

/// Removes the unfinished file, and lets the signal do what it does otherwise.
extern "C" {
static void removeUnfinished(int Signal) {
  if (const char *Path = Unfinished.exchange(nullptr))
    unlink(Path);
  // Its action is the default one now; it comes when the handler returns.
  raise(Signal);
}
}

static void catchSignals() {
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGXFSZ}) {
    struct sigaction Now;
    // What is ignored, as below nohup, remains so.
    if (sigaction(Signal, nullptr, &Now) != 0 || Now.sa_handler != SIG_DFL)
      continue;
    struct sigaction Mine = {};
    Mine.sa_handler = removeUnfinished;
    Mine.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(Signal, &Mine, nullptr);
  }
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
  struct stat Status;
  bool Exists = stat(Path.c_str(), &Status) == 0;
  if (Exists && !S_ISREG(Status.st_mode)) {
    File = std::fopen(Path.c_str(), "wb");
    if (!File)
      fail();
    return;
  }
  Real = followLinks(Path);
  Temporary = Real + ".part" + std::to_string(getpid());
  catchSignals();
  Unfinished = Temporary.c_str();
  File = std::fopen(Temporary.c_str(), "wb");
  if (!File) {
    Unfinished = nullptr;
    fail();
  }
  // Where there are no modes, this fails, and there is nothing to keep.
  if (Exists)
    (void)!fchmod(fileno(File), Status.st_mode & 07777);
}

Destination::~Destination() {
  if (File && File != stdout)
    std::fclose(File);
  if (!Temporary.empty())
    std::remove(Temporary.c_str());
  Unfinished = nullptr;
}

void Destination::finish() {
  if (std::fflush(File) != 0 || std::ferror(File))
    fail();
  if (Temporary.empty())
    return;
  if (std::fclose(std::exchange(File, nullptr)) != 0 ||
      std::rename(Temporary.c_str(), Real.c_str()) != 0)
    fail();
  Unfinished = nullptr;
  Temporary.clear();
}

void Destination::fail() {
  throw ToolError(Name + ": " + std::strerror(errno));
}

} // namespace tussah::graph
