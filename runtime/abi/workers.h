//===- workers.h - How many workers, and how long a leaf --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What runtimes with threads have in common: the number of workers that the
/// user asks for, and the grain of parallel loops that follows from it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_WORKERS_H
#define TUSSAH_RUNTIME_ABI_WORKERS_H

#include "environment.h"

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

__attribute__((format(printf, 1, 2))) inline void warn(const char *Format,
                                                       ...) {
  char Text[256];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Text, sizeof Text, Format, Arguments);
  va_end(Arguments);
  // In one call, so that no other thread's message gets in between.
  std::fprintf(stderr, "tussah: warning: %s\n", Text);
}

/// The number of workers that the environment variable CILK_NWORKERS asks for;
/// 0 if it asks for none. Warns of a value that is no number of workers, and
/// says that there are \p Default workers. So call it once.
inline uint64_t chosenWorkers(uint64_t Default) noexcept {
  return tussah_asked_workers(secure_getenv("CILK_NWORKERS"), Default, warn);
}

/// As in <cilk/cilk_api.h>.
enum SetParam { Success, Unimplemented, OutOfRange, Invalid, Late };

/// What __cilkrts_set_param(\p Name, \p Value) returns if it is not too late;
/// then \p Chosen becomes the number of workers, 0 for what there would be
/// without.
inline SetParam readParam(const char *Name, const char *Value,
                          uint64_t &Chosen) noexcept {
  if (!Name || !Value)
    return Invalid;
  if (std::strcmp(Name, "nworkers") != 0)
    return Unimplemented;
  char *End;
  long Number = std::strtol(Value, &End, 10);
  if (End == Value || *End)
    return Invalid;
  if (Number < 0 || Number > TUSSAH_MOST_WORKERS)
    return OutOfRange;
  Chosen = static_cast<uint64_t>(Number);
  return Success;
}

/// The fewest workers that a runtime may have: with TUSSAH_ABI_COUNT the first
/// sync of the program waits for a second thread.
#ifdef TUSSAH_ABI_COUNT
constexpr uint64_t FewestWorkers = 2;
#else
constexpr uint64_t FewestWorkers = 1;
#endif

/// The number of workers for a runtime that would have \p Default of them.
inline uint64_t wantedWorkers(uint64_t Default) noexcept {
  uint64_t Chosen = chosenWorkers(Default);
  return std::max(Chosen ? Chosen : Default, FewestWorkers);
}

/// What tussah_abi_grain returns on \p Workers workers, at least 1, that share
/// the load by stealing.
inline uint64_t grainFor(uint64_t Iterations, uint64_t Instructions,
                         uint64_t Workers) noexcept {
  if (Workers == 1)
    return std::max(Iterations, UINT64_C(1));
  // Eight leaves for each worker balance the load, also if iterations differ as
  // long as a leaf is not very long.
  constexpr uint64_t Longest = 2048;
  uint64_t Grain = std::min(Iterations / (8 * Workers), Longest);
#ifdef TUSSAH_ABI_COUNT
  Instructions = 0; // tests want tasks also where they do not pay
#endif
  // A leaf shorter than about a microsecond costs less than its spawn.
  constexpr uint64_t Shortest = 32768;
  uint64_t Least = Instructions ? Shortest / Instructions : 1;
  return std::max({Grain, Least, UINT64_C(1)});
}

} // namespace

#endif // TUSSAH_RUNTIME_ABI_WORKERS_H
