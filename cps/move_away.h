//===- move_away.h - Where new threads begin --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_MOVE_AWAY_H
#define TUSSAH_CPS_MOVE_AWAY_H

#include <thread>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace tussah::cps::detail {

/// Moves a thread that the caller has just made to another processor, if it may
/// use one; where it runs later is the system's business, as ever. Linux often
/// lets a new thread wait for the processor of its maker while others are idle,
/// and sees some milliseconds later that it should not.
inline void moveAway(std::thread &thread) {
#ifdef __linux__
  cpu_set_t all;
  pthread_t handle = thread.native_handle();
  if (pthread_getaffinity_np(handle, sizeof(all), &all) != 0)
    return;
  cpu_set_t others = all;
  CPU_CLR(static_cast<unsigned>(sched_getcpu()), &others);
  if (CPU_COUNT(&others) != 0 &&
      pthread_setaffinity_np(handle, sizeof(others), &others) == 0)
    pthread_setaffinity_np(handle, sizeof(all), &all);
#else
  static_cast<void>(thread);
#endif
}

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_MOVE_AWAY_H
