//===- back_off.h - Waiting for others --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a worker with nothing to do waits, and how long it leaves ranks alone
/// that have nothing for it. C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_BACK_OFF_H
#define TUSSAH_SUPPORT_BACK_OFF_H

#include "clock.h"

#include <tussah/support/spin_lock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

namespace tussah::support {

/// Waits longer the more attempts have failed: some instructions at first, then
/// as long as others take that want the processor, and at last asleep, to leave
/// the processor alone.
class BackOff {
public:
  /// An attempt has failed. It does not sleep unless \p maySleep.
  void again(bool maySleep = true) {
    if (Tries < Relaxes || !HasTime) {
      ++Tries;
      return relax();
    }
    std::uint64_t now = nanoseconds();
    if (AwakeUntil == 0)
      AwakeUntil = now + AwakeTime;
    if (!maySleep)
      Tries = Relaxes;
    if (!maySleep || now < AwakeUntil)
      return std::this_thread::yield();
    unsigned doublings = std::min(Tries++ - Relaxes, 8u);
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::min(1u << doublings, LongestSleep)));
  }

  void reset() { *this = BackOff(); }
  /// Something is on its way, and would be here soon: waits as at first, but
  /// not as long.
  void expect() {
    Tries = 0;
    AwakeUntil = nanoseconds() + AnswerTime;
  }
  /// Whether it sleeps already.
  bool isLong() const { return Tries > Relaxes; }

private:
#ifdef TUSSAH_MODEL
  // The model checker has no time: others go first, however long it takes.
  static constexpr unsigned Relaxes = 0;
  static constexpr bool HasTime = false;
#else
  static constexpr unsigned Relaxes = 32;
  static constexpr bool HasTime = true;
#endif
  /// In nanoseconds. A sleep takes some 50 us more than wanted, because the
  /// system collects timers; most of those that wait find something earlier.
  static constexpr std::uint64_t AwakeTime = 100'000, AnswerTime = 15'000;
  /// In microseconds.
  static constexpr unsigned LongestSleep = 200;

  unsigned Tries = 0;
  /// Not known before it is needed: the clock takes its time.
  std::uint64_t AwakeUntil = 0;
};

/// How long a thief waits, in nanoseconds, after a rank had nothing for it, as
/// \p refusals before had not.
inline std::uint64_t waitAfterRefusal(unsigned refusals) {
  constexpr std::uint64_t first = 10'000, longest = 2'000'000;
  return std::min(first << std::min(refusals, 10u), longest);
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_BACK_OFF_H
