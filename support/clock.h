//===- clock.h - Timestamps -------------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_CLOCK_H
#define TUSSAH_SUPPORT_CLOCK_H

#include <chrono>
#include <cstdint>

namespace tussah::support {

inline std::uint64_t nanoseconds() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// The time, in units that a Stopwatch measures: on x86-64 those of the time
/// stamp counter, which all processors of a machine share.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return nanoseconds();
#endif
}

/// Relates ticks to seconds, over the time from its making.
class Stopwatch {
public:
  double seconds() const { return 1e-9 * (nanoseconds() - BeginTime); }
  /// Never 0.
  double ticksPerSecond() const {
    std::uint64_t time = nanoseconds() - BeginTime;
    return time == 0 ? 1e9 : (ticks() - BeginTicks) * 1e9 / time;
  }

private:
  std::uint64_t BeginTime = nanoseconds(), BeginTicks = ticks();
};

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_CLOCK_H
