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

/// How many ticks are a nanosecond, measured from the beginning of the process
/// to the making of this. Another one may differ a little: times that are
/// compared are converted by the same.
class TickRate {
public:
  TickRate();
  /// Ticks in the unit of messages, and back: time stamp counters of machines
  /// need not run at the same rate. Both keep the order, and 0.
  std::uint64_t nanoseconds(std::uint64_t ticks) const {
    return static_cast<std::uint64_t>(static_cast<double>(ticks) /
                                      PerNanosecond);
  }
  std::uint64_t ticks(std::uint64_t nanoseconds) const {
    return static_cast<std::uint64_t>(static_cast<double>(nanoseconds) *
                                      PerNanosecond);
  }

  double perNanosecond() const { return PerNanosecond; }

private:
  double PerNanosecond;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_TICKS_H
