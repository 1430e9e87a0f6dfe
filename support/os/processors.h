//===- processors.h - The processors of a process ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The processors that a process may use: its affinity mask, and the quota of
/// its control group. For C and C++, with _GNU_SOURCE. (The C++ library's
/// hardware_concurrency counts those of the machine, and knows neither.)
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_OS_PROCESSORS_H
#define TUSSAH_SUPPORT_OS_PROCESSORS_H

#include "cgroup.h"

#include <sched.h>
#include <sys/prctl.h>

/// The calling thread's affinity mask, of \p size bytes, for CPU_FREE. Null if
/// it cannot be had.
static inline cpu_set_t *tussah_affinity(size_t *size) {
  // The kernel refuses a set that is smaller than its own.
  for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
    cpu_set_t *set = CPU_ALLOC(cpus);
    if (!set)
      return NULL;
    *size = CPU_ALLOC_SIZE(cpus);
    int error = sched_getaffinity(0, *size, set) == 0 ? 0 : errno;
    if (!error && CPU_COUNT_S(*size, set) > 0)
      return set;
    CPU_FREE(set);
    if (error != EINVAL)
      return NULL;
  }
  return NULL;
}

/// The processors that are online, at least 1.
static inline unsigned tussah_online_cpus(void) {
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (unsigned)online : 1;
}

/// The processors in the affinity mask, at least 1.
static inline unsigned tussah_affinity_cpus(void) {
  size_t size;
  cpu_set_t *set = tussah_affinity(&size);
  if (!set)
    return tussah_online_cpus();
  unsigned count = (unsigned)CPU_COUNT_S(size, set);
  CPU_FREE(set);
  return count;
}

/// Whether there is a filter of system calls, or may be. Kernels without
/// filters do not know the question; a filter may refuse it.
static inline bool tussah_calls_are_filtered(void) {
  int mode = prctl(PR_GET_SECCOMP);
  return mode > 0 || (mode < 0 && errno != EINVAL);
}

/// Gives the calling thread, which was given the mask \p first, the mask \p
/// usual, unless somebody has given it another one meanwhile. All have \p size
/// bytes; \p now is to be overwritten.
///
/// There is no way to set a mask only if it is still what it was. What somebody
/// else sets is lost if that is after \p usual was read and before \p first was
/// set, or after the first look here and before the last setting: a few
/// microseconds. If the control group loses processors in that time, the thread
/// has a part of \p first, which may as well be somebody's wish, so it keeps
/// that when the group gets them back. And between the two settings here it may
/// use all of its control group.
static inline void tussah_restore_affinity(size_t size, const cpu_set_t *first,
                                           const cpu_set_t *usual,
                                           cpu_set_t *now) {
  if (sched_getaffinity(0, size, now) != 0 || !CPU_EQUAL_S(size, now, first))
    return;
  // A thread that has asked for certain processors does not get others that its
  // control group allows later. So it asks for all if that is the same.
  memset(now, ~0, size);
  if (sched_setaffinity(0, size, now) != 0 ||
      sched_getaffinity(0, size, now) != 0 || !CPU_EQUAL_S(size, now, usual))
    sched_setaffinity(0, size, usual);
}

#endif // TUSSAH_SUPPORT_OS_PROCESSORS_H
