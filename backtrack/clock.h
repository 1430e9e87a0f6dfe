//===- clock.h - Timestamps -------------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BACKTRACK_CLOCK_H
#define TUSSAH_BACKTRACK_CLOCK_H

#include <chrono>
#include <cstdint>

namespace tussah::backtrack::detail {

inline std::uint64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

} // namespace tussah::backtrack::detail

#endif // TUSSAH_BACKTRACK_CLOCK_H
