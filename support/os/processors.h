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

#endif // TUSSAH_SUPPORT_OS_PROCESSORS_H
