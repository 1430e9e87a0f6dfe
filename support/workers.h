//===- workers.h - How many workers -----------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many workers a library is to have: what CILK_NWORKERS says, or else one
/// for each processor, as in the native runtime (docs/reference/runtime.md).
/// C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_WORKERS_H
#define TUSSAH_SUPPORT_WORKERS_H

#include "abi/environment.h"
#include "os/processors.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

namespace tussah::support {

/// Where the system says which control group the process is in, and what that
/// may use.
struct GroupFiles {
  const char *Cgroup = "/proc/self/cgroup", *Mount = "/sys/fs/cgroup";
};

/// The processors that each of \p processesHere processes of a job on this
/// machine has for itself, at least 1: those in its affinity mask, or fewer if
/// the quota of its control group says so.
inline unsigned processorsFor(unsigned processesHere,
                              const GroupFiles &files = {}) {
  const auto share = [processesHere](unsigned all) {
    return std::max(all / processesHere, 1u);
  };
  unsigned mine = tussah_affinity_cpus();
  // Launchers can choose some for each.
  if (mine >= tussah_online_cpus())
    mine = share(mine);
  const unsigned quota = tussah_cgroup_cpus(files.Cgroup, files.Mount);
  return quota ? std::min(mine, share(quota)) : mine;
}

/// One line on standard error, whatever other threads write.
__attribute__((format(printf, 1, 2))) inline void warn(const char *format,
                                                       ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "tussah: warning: %s\n", text);
}

/// The number of workers that CILK_NWORKERS asks for, or else the number of
/// processors. Warns if it is no number of workers, and again when it has
/// changed: runs are many, and mistakes few.
inline unsigned defaultWorkers(unsigned processesHere) {
  const char *text = secure_getenv("CILK_NWORKERS");
  if (const auto asked = tussah_asked_workers(text, 0, nullptr))
    return static_cast<unsigned>(asked);
  // Only now: it takes as long as opening some files.
  const unsigned processors =
      std::min<unsigned>(processorsFor(processesHere), TUSSAH_MOST_WORKERS);
  static std::mutex lock;
  static std::string known;
  const std::lock_guard<std::mutex> guard(lock);
  if (text && text != known)
    tussah_asked_workers(text, processors, warn);
  known = text ? text : "";
  return processors;
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_WORKERS_H
