//===- supervisor.cpp - What tussah job and its job say ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "supervisor.h"

#include "job.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <sys/file.h>
#include <unistd.h>

using namespace tussah::jobs;

Supervisor *Supervisor::of(const std::string &checkpoints) {
  // Never destroyed: used to the end of the process.
  static auto &all = *new std::map<std::string, std::unique_ptr<Supervisor>>;
  static std::mutex lock;
  const char *token = std::getenv("TUSSAH_JOB");
  std::string folder = checkpoints + "/job";
  // A folder of the program's own, in which nobody listens.
  if (!token || !*token || access((folder + "/lock").c_str(), F_OK) != 0)
    return nullptr;
  std::lock_guard<std::mutex> guard(lock);
  auto &known = all[folder];
  if (!known)
    known.reset(new Supervisor(folder, token));
  return known.get();
}

Supervisor::Supervisor(std::string folder, std::string token)
    : Folder(std::move(folder)), Token(std::move(token)) {
  write("opened", Token);
  // Works to the end of the process, whatever its other threads wait for.
  threadWithoutSignals([this] { beat(); }).detach();
#ifdef __GLIBC__
  // Only this tells the exit code.
  on_exit(atExit, this);
#endif
}

/// Complete, or not at all: the other side may read at any time. A failure is
/// no harm: a job that says nothing is started again.
void Supervisor::write(const char *name, const std::string &text) const {
  std::string path = Folder + "/" + name, unfinished = path + ".unfinished";
  {
    std::ofstream to(unfinished);
    to << text << '\n';
    to.close();
    if (!to)
      return;
  }
  std::rename(unfinished.c_str(), path.c_str());
}

void Supervisor::beat() const {
  for (unsigned count = 0;; ++count) {
    std::ofstream(Folder + "/beat") << count << '\n' << std::flush;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

bool Supervisor::hasEnded() const {
  int lock = ::open((Folder + "/lock").c_str(), O_RDWR | O_CLOEXEC);
  if (lock < 0)
    return errno == ENOENT;
  bool isFree = flock(lock, LOCK_EX | LOCK_NB) == 0;
  ::close(lock);
  return isFree;
}

bool Supervisor::wantsStop() const {
  std::ifstream from(Folder + "/stop");
  std::string token;
  return std::getline(from, token) && token == Token;
}

void Supervisor::runBegins() {
  if (Active.fetch_add_relaxed(1) == 0)
    write("running", Token);
}

void Supervisor::runEnds() {
  // Another run may begin meanwhile, and say that it is complete: then a
  // launcher that returns 0 is believed.
  if (Active.fetch_sub_relaxed(1) == 1)
    std::remove((Folder + "/running").c_str());
}

/// Called before the files of complete runs are removed, and before the job is
/// left: if a rank dies after this, the program must not run again.
void Supervisor::atExit(int code, void *data) {
  auto *supervisor = static_cast<Supervisor *>(data);
  if (supervisor->Active.load_relaxed() != 0)
    return;
  // Others read the result, when they read that it is there.
  std::fflush(nullptr);
  supervisor->write("ended", supervisor->Token + " " + std::to_string(code));
}

void Supervisor::leaveProgram(Job *job) const {
  std::fflush(nullptr);
  if (job)
    job->leave();
  write("stopped", Token);
  _exit(0);
}
