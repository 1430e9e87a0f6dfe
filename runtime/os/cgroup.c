//===- cgroup.c - The processors that a control group allows --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The quota of version 2 is in cpu.max, that of version 1 in two files.
///
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cgroup_limits.h"
#include "os.h"

#include <stdlib.h>

/// quota / period rounded up; 0 if they say no limit.
static unsigned long long divide_up(long long quota, long long period) {
  if (quota <= 0 || period <= 0)
    return 0;
  long long cpus = (quota - 1) / period + 1;
  return cpus > INT_MAX ? 0 : (unsigned long long)cpus;
}

static unsigned long long quota_v2(const char *dir) {
  char text[128];
  long long quota, period;
  // "max 100000" has no number first.
  if (!tussah_cgroup_read(dir, "cpu.max", text, sizeof text) ||
      sscanf(text, "%lld %lld", &quota, &period) != 2)
    return 0;
  return divide_up(quota, period);
}

static unsigned long long quota_v1(const char *dir) {
  char quota[64], period[64];
  if (!tussah_cgroup_read(dir, "cpu.cfs_quota_us", quota, sizeof quota) ||
      !tussah_cgroup_read(dir, "cpu.cfs_period_us", period, sizeof period))
    return 0;
  return divide_up(atoll(quota), atoll(period));
}

unsigned tussah_os_cgroup_cpus(const char *cgroup_file, const char *mount_dir) {
  return (unsigned)tussah_cgroup_least(cgroup_file, mount_dir, "cpu", quota_v2,
                                       quota_v1);
}
