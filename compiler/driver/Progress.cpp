//===- Progress.cpp - What runs for long says so --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace tussah::driver {

using std::chrono::duration_cast;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::steady_clock;

void Progress::report() {
  auto Begin = steady_clock::now();
  minutes Next(1);
  std::unique_lock<std::mutex> Lock(Mutex);
  while (!HasEnded.wait_for(Lock, seconds(1), [&] { return Ended; })) {
    auto Passed = duration_cast<minutes>(steady_clock::now() - Begin);
    if (Passed < Next)
      continue;
    std::fprintf(stderr,
                 "tussah: %lld min so far; Ctrl-C ends the program and shows "
                 "what is known by then\n",
                 static_cast<long long>(Passed.count()));
    Next = Passed + std::min(Passed, minutes(hours(1)));
  }
}

Progress::Progress() {
  if (!isatty(STDERR_FILENO))
    return;
  // Signals are for the thread that waits for the program.
  sigset_t All, Old;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Old);
  Thread = std::thread(&Progress::report, this);
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);
}

Progress::~Progress() {
  if (!Thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Ended = true;
  }
  HasEnded.notify_one();
  Thread.join();
}

} // namespace tussah::driver
