//===- Progress.h - What runs for long says so ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_PROGRESS_H
#define TUSSAH_COMPILER_DRIVER_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tussah::driver {

/// While it lives, a program is being observed. If stderr is a terminal, it
/// says there how long this takes already: after a minute, and each time that
/// it has taken twice as long, but at least every hour. Says too that who
/// interrupts the program gets what is known by then.
class Progress {
  std::mutex Mutex;
  std::condition_variable HasEnded;
  bool Ended = false;
  std::thread Thread;

  void report();

public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
};

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_PROGRESS_H
