//===- thread_apart.h - Where new threads begin -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linux often lets a new thread wait for the processor of its maker while
/// others are idle, and sees some milliseconds later that it should not.
/// C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_THREAD_APART_H
#define TUSSAH_SUPPORT_THREAD_APART_H

#include <thread>
#include <utility>

#ifdef __linux__
#include "os/processors.h"
#endif

namespace tussah::support {

#ifdef __linux__
/// Moves the calling thread away from a processor, if it is there and may be
/// elsewhere; where it runs later is the system's business, as ever. Does
/// nothing where a filter of system calls may end the process for it, as
/// systemd's "SystemCallFilter=~@resources" does.
inline void leaveProcessor(int processor) {
  cpu_set_t usual, now;
  if (processor < 0 || sched_getcpu() != processor ||
      tussah_calls_are_filtered() ||
      sched_getaffinity(0, sizeof(usual), &usual) != 0)
    return;
  now = usual;
  CPU_CLR(static_cast<unsigned>(processor), &now);
  if (CPU_COUNT(&now) == 0 || sched_setaffinity(0, sizeof(now), &now) != 0)
    return;
  const cpu_set_t first = now;
  tussah_restore_affinity(sizeof(now), &first, &usual, &now);
}
#endif

/// A thread that calls \p f, and does not begin on the processor of its maker
/// if there is another one for it.
template <class F> std::thread threadApart(F f) {
#ifdef __linux__
  std::thread thread([maker = sched_getcpu(), f = std::move(f)]() mutable {
    leaveProcessor(maker);
    f();
  });
  // So that a thread that waits for this processor gets it, and leaves.
  std::this_thread::yield();
  return thread;
#else
  return std::thread(std::move(f));
#endif
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_THREAD_APART_H
