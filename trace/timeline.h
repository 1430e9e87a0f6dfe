//===- timeline.h - A timeline that a process has recorded --------*- C++
//-*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TRACE_TIMELINE_H
#define TUSSAH_TRACE_TIMELINE_H

#include "runtime/timeline/format.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tussah::trace {

struct Timeline {
  std::uint64_t Begin = 0, End = 0;
  /// The process did not end by itself: it was killed, or called _exit.
  bool IsCut = false;
  std::uint64_t Process = 0;
  /// Events that are not there: the rings were too small, or too few.
  std::uint64_t Dropped = 0;
  /// Of each worker, and of each thread that is none, by its number; in the
  /// order of time.
  std::map<std::uint32_t, std::vector<timeline_event>> Workers, Threads;

  std::uint64_t events() const;
};

/// Returns what is wrong with the file, or nothing.
std::string readTimeline(const std::string &Path, Timeline &To);

} // namespace tussah::trace

#endif // TUSSAH_TRACE_TIMELINE_H
