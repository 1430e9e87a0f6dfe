//===- ticks.h - Ticks of several machines ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_TICKS_H
#define TUSSAH_CPS_TICKS_H

#include <cstdint>

namespace tussah::cps::detail {

/// Ticks in the unit of messages, and back: time stamp counters of machines
/// need not run at the same rate. The rate is measured from the beginning of
/// the process on.
std::uint64_t ticksToNanoseconds(std::uint64_t ticks);
std::uint64_t nanosecondsToTicks(std::uint64_t nanoseconds);

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_TICKS_H
