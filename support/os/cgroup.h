//===- cgroup.h - Limits of control groups ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// /proc/self/cgroup has a line for each hierarchy, `id:controllers:path`. In
/// version 2 there is one, `0::path`; in version 1 the one with the wanted
/// controller counts. The limit of each ancestor binds too. Inside a container
/// the path may not exist below the mount; then what is there, the container's
/// own group, is read. For C and C++.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_OS_CGROUP_H
#define TUSSAH_SUPPORT_OS_CGROUP_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Returns what the files of a group say, in the folder \p dir; 0 if that is no
/// limit.
typedef unsigned long long tussah_cgroup_limit(const char *dir);

/// Reads at most \p size - 1 bytes of \p file, as open has returned it, as a
/// string, and closes it. Returns false if it cannot be read.
static inline bool tussah_cgroup_read_open(int file, char *buffer,
                                           size_t size) {
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

/// The same for the file \p name in \p dir.
static inline bool tussah_cgroup_read(const char *dir, const char *name,
                                      char *buffer, size_t size) {
  int folder = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return false;
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  close(folder);
  return tussah_cgroup_read_open(file, buffer, size);
}

/// Long texts. On the heap: the stack may be a small one of the program's.
struct tussah_cgroup_texts {
  char file[8192], mount[PATH_MAX], dir[PATH_MAX];
};

/// The least limit of the group \p mount/path and its ancestors.
static inline unsigned long long
tussah_cgroup_least_above(const char *mount, const char *path,
                          tussah_cgroup_limit *limit_of,
                          struct tussah_cgroup_texts *texts) {
  char *dir = texts->dir;
  int length = snprintf(dir, sizeof texts->dir, "%s%s", mount, path);
  if (length < 0 || (size_t)length >= sizeof texts->dir)
    return 0;
  unsigned long long least = 0;
  for (;;) {
    unsigned long long limit = limit_of(dir);
    if (limit && (!least || limit < least))
      least = limit;
    char *slash = strrchr(dir, '/');
    if (!slash || strlen(dir) <= strlen(mount))
      return least;
    *slash = 0;
  }
}

static inline bool tussah_cgroup_has(const char *controllers,
                                     const char *wanted) {
  size_t length = strlen(wanted);
  for (const char *p = controllers; *p;) {
    size_t n = strcspn(p, ",");
    if (n == length && strncmp(p, wanted, n) == 0)
      return true;
    p += n + (p[n] == ',');
  }
  return false;
}

/// As tussah_cgroup_least; \p texts->file has the lines of the file.
static inline unsigned long long
tussah_cgroup_least_in(const char *mount_dir, const char *controller,
                       tussah_cgroup_limit *of_v2, tussah_cgroup_limit *of_v1,
                       struct tussah_cgroup_texts *texts) {
  unsigned long long least = 0;
  char *rest = texts->file;
  for (char *line; (line = strsep(&rest, "\n"));) {
    strsep(&line, ":");
    char *controllers = strsep(&line, ":");
    if (!controllers || !line)
      continue;
    unsigned long long limit = 0;
    if (!*controllers) {
      limit = tussah_cgroup_least_above(mount_dir, line, of_v2, texts);
    } else if (tussah_cgroup_has(controllers, controller)) {
      char *mount = texts->mount;
      int length =
          snprintf(mount, sizeof texts->mount, "%s/%s", mount_dir, controller);
      if (length > 0 && (size_t)length < sizeof texts->mount)
        limit = tussah_cgroup_least_above(mount, line, of_v1, texts);
    }
    if (limit && (!least || limit < least))
      least = limit;
  }
  return least;
}

/// The least limit of \p controller, "cpu" or "memory", which \p of_v2 and \p
/// of_v1 read in the two versions; 0 if there is none, or no memory. \p
/// cgroup_file has the format of /proc/self/cgroup, and \p mount_dir stands for
/// /sys/fs/cgroup.
static inline unsigned long long
tussah_cgroup_least(const char *cgroup_file, const char *mount_dir,
                    const char *controller, tussah_cgroup_limit *of_v2,
                    tussah_cgroup_limit *of_v1) {
  struct tussah_cgroup_texts *texts =
      (struct tussah_cgroup_texts *)malloc(sizeof *texts);
  if (!texts)
    return 0;
  unsigned long long least = 0;
  int file = open(cgroup_file, O_RDONLY | O_CLOEXEC);
  if (tussah_cgroup_read_open(file, texts->file, sizeof texts->file))
    least = tussah_cgroup_least_in(mount_dir, controller, of_v2, of_v1, texts);
  free(texts);
  return least;
}

/// quota / period rounded up; 0 if they say no limit.
static inline unsigned long long tussah_cgroup_divide(long long quota,
                                                      long long period) {
  if (quota <= 0 || period <= 0)
    return 0;
  long long cpus = (quota - 1) / period + 1;
  return cpus > INT_MAX ? 0 : (unsigned long long)cpus;
}

/// The quota of version 2 is in cpu.max, that of version 1 in two files.
static inline unsigned long long tussah_cgroup_quota_v2(const char *dir) {
  char text[128];
  if (!tussah_cgroup_read(dir, "cpu.max", text, sizeof text))
    return 0;
  // "max 100000" has no number first: no limit.
  char *rest;
  long long quota = strtoll(text, &rest, 10);
  return tussah_cgroup_divide(quota, strtoll(rest, NULL, 10));
}

static inline unsigned long long tussah_cgroup_quota_v1(const char *dir) {
  char quota[64], period[64];
  if (!tussah_cgroup_read(dir, "cpu.cfs_quota_us", quota, sizeof quota) ||
      !tussah_cgroup_read(dir, "cpu.cfs_period_us", period, sizeof period))
    return 0;
  return tussah_cgroup_divide(strtoll(quota, NULL, 10),
                              strtoll(period, NULL, 10));
}

/// The processors that a control group's quota allows, rounded up; 0 if it sets
/// none. The arguments are as above.
static inline unsigned tussah_cgroup_cpus(const char *cgroup_file,
                                          const char *mount_dir) {
  return (unsigned)tussah_cgroup_least(cgroup_file, mount_dir, "cpu",
                                       tussah_cgroup_quota_v2,
                                       tussah_cgroup_quota_v1);
}

#endif // TUSSAH_SUPPORT_OS_CGROUP_H
