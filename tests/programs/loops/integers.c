//===- integers.c - Loops over every integer type, up and down ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 300
// extra: sanitize
// standards: c11 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <wchar.h>

static uint64_t hashes, count;

/// Called by each iteration with the value of its variable.
static NOINLINE void see(uint64_t value) {
  meet();
  __atomic_fetch_add(&hashes, mix(value), __ATOMIC_RELAXED);
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
}

static void report(const char *what) {
  printf("%-36s %4" PRIu64 " %016" PRIx64 "\n", what, count, hashes);
  hashes = count = 0;
}

#define LOOP(T, ...)                                                           \
  do {                                                                         \
    cilk_for (__VA_ARGS__)                                                     \
      see((uint64_t)i);                                                        \
    report(#T ": " #__VA_ARGS__);                                              \
  } while (0)

/// For a type with values from \p low to \p high.
#define LOOPS(T, low, high)                                                    \
  do {                                                                         \
    T first = (high) - 20, last = (high), step = 3, zero = 0, ten = 10;        \
    LOOP(T, T i = zero; i < ten; ++i);                                         \
    LOOP(T, T i = zero; i < ten; i++);                                         \
    LOOP(T, T i = zero; i <= ten; i += 4);                                     \
    LOOP(T, T i = zero; i < ten; i += step);                                   \
    LOOP(T, T i = zero; ten > i; i++);                                         \
    LOOP(T, T i = zero; ten >= i; i += 5);                                     \
    LOOP(T, T i = ten; i > zero; --i);                                         \
    LOOP(T, T i = ten; i > zero; i--);                                         \
    LOOP(T, T i = ten; i >= 5; i -= 4);                                        \
    LOOP(T, T i = 9; i > zero; i -= step);                                     \
    LOOP(T, T i = ten; zero < i; --i);                                         \
    LOOP(T, T i = zero; i != ten; ++i);                                        \
    LOOP(T, T i = ten; i != zero; --i);                                        \
    LOOP(T, T i = zero; ten != i; i += 5);                                     \
    LOOP(T, T i = ten; i != zero; i -= 2);                                     \
    LOOP(T, T i = ten; i < zero; ++i);                                         \
    LOOP(T, T i = zero; i < zero; ++i);                                        \
    LOOP(T, T i = ten; i != ten; ++i);                                         \
    LOOP(T, T i = zero; i > ten; --i);                                         \
    LOOP(T, T i = first; i < last; ++i);                                       \
    LOOP(T, T i = first; i < last; i += 5);                                    \
    LOOP(T, T i = last; i > first; i -= 4);                                    \
    first = (low);                                                             \
    last = (low) + 20;                                                         \
    LOOP(T, T i = first; i < last; ++i);                                       \
    LOOP(T, T i = last; i > first; --i);                                       \
    LOOP(T, T i = last; i != first; i -= 5);                                   \
    /* The whole range of the type. */                                         \
    T stride = (T)((high) / 5);                                                \
    last = (T)((high) - stride);                                               \
    LOOP(T, T i = first; i < last; i += stride);                               \
    LOOP(T, T i = first; i <= last; i += stride);                              \
    first = (T)((low) + stride);                                               \
    last = (high);                                                             \
    LOOP(T, T i = last; i > first; i -= stride);                               \
  } while (0)

enum colour { RED, GREEN, BLUE, COLOURS };

int main(void) {
  LOOPS(signed char, SCHAR_MIN, SCHAR_MAX);
  LOOPS(unsigned char, 0, UCHAR_MAX);
  LOOPS(char, CHAR_MIN, CHAR_MAX);
  LOOPS(short, SHRT_MIN, SHRT_MAX);
  LOOPS(unsigned short, 0, USHRT_MAX);
  LOOPS(int, INT_MIN, INT_MAX);
  LOOPS(unsigned, 0u, UINT_MAX);
  LOOPS(long, LONG_MIN, LONG_MAX);
  LOOPS(unsigned long, 0ul, ULONG_MAX);
  LOOPS(long long, LLONG_MIN, LLONG_MAX);
  LOOPS(unsigned long long, 0ull, ULLONG_MAX);
  LOOPS(wchar_t, WCHAR_MIN, WCHAR_MAX);

  // Around the end of an unsigned type.
  LOOP(uint8_t, uint8_t i = 250; i != 3; ++i);
  LOOP(uint8_t, uint8_t i = 3; i != 250; --i);
  LOOP(uint16_t, uint16_t i = 65530; i != 4; i += 2);
  LOOP(uint32_t, uint32_t i = UINT32_MAX - 3; i != 4; ++i);
  LOOP(uint64_t, uint64_t i = UINT64_MAX - 3; i != 4; i += 4);
  LOOP(uint64_t, uint64_t i = 2; i != UINT64_MAX - 3; i -= 3);
  LOOP(uint64_t, uint64_t i = ~0ul; i > ~0ul - 5; i--);
  LOOP(uint64_t, uint64_t i = 0; i < UINT64_MAX; i += UINT64_MAX / 5);
  LOOP(int64_t, int64_t i = INT64_MIN; i < INT64_MAX - (1l << 60);
       i += 1l << 60);
  LOOP(int64_t, int64_t i = INT64_MAX; i > INT64_MIN + (1l << 61);
       i -= 1l << 61);

  // Bounds, strides and variables of different types.
  short s = 7;
  long l = 9;
  unsigned char c = 200;
  uint32_t big = 4000000000u;
  LOOP(short, short i = 0; i < l; i += s);
  LOOP(long, long i = -3; i < s; ++i);
  LOOP(char, unsigned char i = 0; i < 5000 / s - 600; i += 10);
  LOOP(int, int i = 100; i < c; i += s);
  LOOP(int64_t, int64_t i = 3999999990; i < big; ++i);
  LOOP(uint64_t, uint64_t i = c; i > s + 180u; i -= s);
  LOOP(int, int i = -10; i < (int)sizeof(int); i += 2);
  LOOP(int, int i = 0; i < 10 - s; i += s - 5);

  // A negative stride that is added, and one that is subtracted.
  int down = -2;
  LOOP(int, int i = 10; i > 0; i += down);
  LOOP(int, int i = 10; i > 0; i += -3);
  LOOP(int, int i = 0; i < 10; i -= down);
  LOOP(int, int i = 10; i != 0; i += down);
  LOOP(enum, enum colour i = RED; i < COLOURS; ++i);
}
