//===- path.cpp - The longest path to a thread ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/path.hpp>

#include "ticks.h"

#include <algorithm>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::support;

void PathLength::raise(const PathLength &other) {
  Time.Usual = std::max(Time.Usual, other.Time.Usual);
  Time.Least = std::max(Time.Least, other.Time.Least);
  Time.Most = std::max(Time.Most, other.Time.Most);
  Threads = std::max(Threads, other.Threads);
}

/// Nothing has to be measured for times that are 0, as all are without spans.
static void convert(Length &time,
                    std::uint64_t (TickRate::*how)(std::uint64_t) const) {
  if ((time.Usual | time.Least | time.Most) == 0)
    return;
  const TickRate rate;
  for (std::uint64_t *one : {&time.Usual, &time.Least, &time.Most})
    *one = (rate.*how)(*one);
}

void PathLength::pack(packer &to) const {
  Length time = Time;
  convert(time, &TickRate::nanoseconds);
  for (std::uint64_t one : {time.Usual, time.Least, time.Most})
    to(one);
  to(Threads);
}

PathLength PathLength::unpack(unpacker &from) {
  PathLength result;
  for (std::uint64_t *time :
       {&result.Time.Usual, &result.Time.Least, &result.Time.Most})
    *time = from.get<std::uint64_t>();
  convert(result.Time, &TickRate::ticks);
  result.Threads = from.get<std::uint64_t>();
  return result;
}

void SharedPath::set(const PathLength &path) {
  Usual.store_relaxed(path.Time.Usual);
  Least.store_relaxed(path.Time.Least);
  Most.store_relaxed(path.Time.Most);
  Threads.store_relaxed(path.Threads);
}

void SharedPath::raiseOwn(const PathLength &path) {
  PathLength longest = get();
  longest.raise(path);
  set(longest);
}

static void raiseTo(Atomic<std::uint64_t> &most, std::uint64_t value) {
  std::uint64_t old = most.load_relaxed();
  while (old < value && !most.cas_relaxed(old, value))
    ;
}

void SharedPath::raise(const PathLength &path) {
  raiseTo(Usual, path.Time.Usual);
  raiseTo(Least, path.Time.Least);
  raiseTo(Most, path.Time.Most);
  raiseTo(Threads, path.Threads);
}

PathLength SharedPath::get() const {
  return {{Usual.load_relaxed(), Least.load_relaxed(), Most.load_relaxed()},
          Threads.load_relaxed()};
}
