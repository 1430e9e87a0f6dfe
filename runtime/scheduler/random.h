//===- random.h - Random numbers of workers -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_RANDOM_H
#define TUSSAH_RUNTIME_SCHEDULER_RANDOM_H

#include <stdint.h>

/// The next number from \p state, which is not 0: xorshift64 of Marsaglia,
/// "Xorshift RNGs" (2003).
static inline uint32_t random_number(uint64_t *state) {
  uint64_t x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  *state = x;
  return (uint32_t)(x >> 32);
}

/// The next one below \p n.
static inline unsigned random_below(uint64_t *state, unsigned n) {
  return (unsigned)(((uint64_t)random_number(state) * n) >> 32);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_RANDOM_H
