//===- ticks.cpp - Ticks of several machines --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ticks.h"

#include "../support/clock.h"

using namespace tussah::cps;
using namespace tussah::support;

static const Stopwatch SinceBeginning;

std::uint64_t tussah::cps::detail::ticksToNanoseconds(std::uint64_t ticks) {
  if (ticks == 0)
    return 0;
  return static_cast<std::uint64_t>(static_cast<double>(ticks) * 1e9 /
                                    SinceBeginning.ticksPerSecond());
}

std::uint64_t
tussah::cps::detail::nanosecondsToTicks(std::uint64_t nanoseconds) {
  if (nanoseconds == 0)
    return 0;
  return static_cast<std::uint64_t>(static_cast<double>(nanoseconds) * 1e-9 *
                                    SinceBeginning.ticksPerSecond());
}
