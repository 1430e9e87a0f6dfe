//===- random.h - Whom to ask -----------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The random numbers of workers, whose state is in headers for programs.
/// C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_RANDOM_H
#define TUSSAH_SUPPORT_RANDOM_H

#include <cstdint>

namespace tussah::support {

/// The first state of a worker; never zero, and different for each.
inline std::uint64_t randomState(std::uint64_t seed, std::uint64_t worker) {
  return (seed + worker) * 0x9e3779b97f4a7c15 | 1;
}

/// A random number below \p limit, which has at most 32 bits.
inline std::uint64_t randomBelow(std::uint64_t limit, std::uint64_t &state) {
  // xorshift64* of Vigna, "An experimental exploration of Marsaglia's xorshift
  // generators, scrambled" (2016); the upper half, scaled to the range.
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  const std::uint64_t upper = (state * 0x2545f4914f6cdd1d) >> 32;
  return (upper * limit) >> 32;
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_RANDOM_H
