//===- cgroup.c - The processors that a control group allows --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// /proc/self/cgroup has a line for each hierarchy, `id:controllers:path`. In
/// version 2 there is one, `0::path`, whose quota is in cpu.max; in version 1
/// the one with the controller `cpu` counts. The quota of each ancestor binds
/// too. Inside a container the path may not exist below the mount; then what
/// is there, the container's own group, is read.
///
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Reads at most \p size - 1 bytes of a file as a string. Returns false if it
/// cannot be read.
static bool read_file(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  size_t length = 0;
  while (length < size - 1) {
    ssize_t n = read(file, buffer + length, size - 1 - length);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    length += (size_t)n;
  }
  close(file);
  buffer[length] = 0;
  return length > 0;
}

static bool read_from(const char *dir, const char *name, char *buffer,
                      size_t size) {
  static char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/%s", dir, name);
  return length > 0 && (size_t)length < sizeof path &&
         read_file(path, buffer, size);
}

/// quota / period rounded up; 0 if they say no limit.
static unsigned divide_up(long long quota, long long period) {
  if (quota <= 0 || period <= 0)
    return 0;
  long long cpus = (quota - 1) / period + 1;
  return cpus > INT_MAX ? 0 : (unsigned)cpus;
}

static unsigned quota_v2(const char *dir) {
  char text[128];
  long long quota, period;
  // "max 100000" has no number first.
  if (!read_from(dir, "cpu.max", text, sizeof text) ||
      sscanf(text, "%lld %lld", &quota, &period) != 2)
    return 0;
  return divide_up(quota, period);
}

static unsigned quota_v1(const char *dir) {
  char quota[64], period[64];
  if (!read_from(dir, "cpu.cfs_quota_us", quota, sizeof quota) ||
      !read_from(dir, "cpu.cfs_period_us", period, sizeof period))
    return 0;
  return divide_up(atoll(quota), atoll(period));
}

/// The least quota of the group \p mount/path and its ancestors.
static unsigned least_quota(const char *mount, const char *path,
                            unsigned (*quota_of)(const char *dir)) {
  static char dir[PATH_MAX];
  int length = snprintf(dir, sizeof dir, "%s%s", mount, path);
  if (length < 0 || (size_t)length >= sizeof dir)
    return 0;
  unsigned least = 0;
  for (;;) {
    unsigned quota = quota_of(dir);
    if (quota && (!least || quota < least))
      least = quota;
    char *slash = strrchr(dir, '/');
    if (!slash || strlen(dir) <= strlen(mount))
      return least;
    *slash = 0;
  }
}

static bool has_controller(const char *controllers, const char *wanted) {
  size_t length = strlen(wanted);
  for (const char *p = controllers; *p;) {
    size_t n = strcspn(p, ",");
    if (n == length && strncmp(p, wanted, n) == 0)
      return true;
    p += n + (p[n] == ',');
  }
  return false;
}

// Long buffers are not on the stack, which may be a small one of the program's.
unsigned tussah_os_cgroup_cpus(const char *cgroup_file, const char *mount_dir) {
  static char text[8192];
  if (!read_file(cgroup_file, text, sizeof text))
    return 0;
  unsigned least = 0;
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));) {
    strsep(&line, ":");
    char *controllers = strsep(&line, ":");
    if (!controllers || !line)
      continue;
    unsigned quota = 0;
    if (!*controllers) {
      quota = least_quota(mount_dir, line, quota_v2);
    } else if (has_controller(controllers, "cpu")) {
      static char mount[PATH_MAX];
      int length = snprintf(mount, sizeof mount, "%s/cpu", mount_dir);
      if (length > 0 && (size_t)length < sizeof mount)
        quota = least_quota(mount, line, quota_v1);
    }
    if (quota && (!least || quota < least))
      least = quota;
  }
  return least;
}
