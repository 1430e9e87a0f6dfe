//===- thread_apart.h - Where new threads begin -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linux often lets a new thread wait for the processor of its maker while
/// others are idle, and sees some milliseconds later that it should not. For
/// backtrack/, too: C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_THREAD_APART_H
#define TUSSAH_CPS_THREAD_APART_H

#include <thread>
#include <utility>

#ifdef __linux__
#include <cerrno>
#include <cstring>
#include <sched.h>
#include <sys/prctl.h>
#endif

namespace tussah::cps::detail {

#ifdef __linux__
/// Whether there is a filter of system calls. Kernels without filters do not
/// know the question; a filter may refuse it.
inline bool isFiltered() {
  int mode = prctl(PR_GET_SECCOMP);
  return mode > 0 || (mode < 0 && errno != EINVAL);
}

/// Moves the calling thread away from a processor, if it is there and may be
/// elsewhere; where it runs later is the system's business, as ever. Does
/// nothing where a filter of system calls may end the process for it, as
/// systemd's "SystemCallFilter=~@resources" does.
inline void leaveProcessor(int processor) {
  cpu_set_t usual, now;
  if (processor < 0 || sched_getcpu() != processor || isFiltered() ||
      sched_getaffinity(0, sizeof(usual), &usual) != 0)
    return;
  now = usual;
  CPU_CLR(static_cast<unsigned>(processor), &now);
  if (CPU_COUNT(&now) == 0 || sched_setaffinity(0, sizeof(now), &now) != 0)
    return;
  // A thread that has asked for certain processors does not get others that
  // its control group allows later. So it asks for all if that is the same.
  std::memset(&now, ~0, sizeof(now));
  if (sched_setaffinity(0, sizeof(now), &now) != 0 ||
      sched_getaffinity(0, sizeof(now), &now) != 0 || !CPU_EQUAL(&now, &usual))
    sched_setaffinity(0, sizeof(usual), &usual);
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

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_THREAD_APART_H
