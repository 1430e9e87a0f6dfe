//===- keeper.cpp - The thread that writes checkpoints ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "keeper.h"

#include "job.h"

#include <tussah/jobs/error.hpp>

#include <algorithm>

using namespace tussah::jobs;
using tussah::cps::error;

/// How often it looks for what the supervisor wants.
static constexpr std::chrono::milliseconds LookTime(100);

void Keeper::begin() {
  if (Command)
    Command->runBegins();
  Ended = false;
  Thread = threadWithoutSignals([this] { keep(); });
}

void Keeper::end() {
  if (!Thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> guard(Lock);
    Ended = true;
  }
  Wake.notify_all();
  Thread.join();
  if (Command)
    Command->runEnds();
}

void Keeper::keep() {
  Next = Clock::now() + Every;
  std::unique_lock<std::mutex> guard(Lock);
  for (;;) {
    auto until = Command ? std::min(Next, Clock::now() + LookTime) : Next;
    if (Wake.wait_until(guard, until, [&] { return Ended; }))
      return;
    guard.unlock();
    try {
      if (!look())
        return;
    } catch (...) {
      Kept.fail(std::current_exception());
    }
    guard.lock();
  }
}

/// Saves the run, if it is time to. Returns whether there may be a next time.
bool Keeper::look() {
  if (Command && Command->hasEnded()) {
    Kept.fail(std::make_exception_ptr(
        error(error::wrong_context, "tussah job, which has started this job, "
                                    "has ended; the checkpoint is kept")));
    return false;
  }
  bool stop = Command && !Failed && Command->wantsStop();
  auto now = Clock::now();
  if (!stop && now < Next)
    return true;
  Next = now + Every;
  bool saved = Kept.save();
  Failed = stop && !saved;
  if (stop && saved)
    Kept.leave();
  return !(stop && saved);
}
