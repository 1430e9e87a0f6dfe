//===- elements.c - Elements of vectors, whose numbers are not known ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// extra: debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>
#include <stdint.h>

typedef int64_t longs __attribute__((vector_size(64)));
typedef int16_t shorts __attribute__((vector_size(32)));
typedef float floats __attribute__((vector_size(16)));
typedef signed char bytes __attribute__((vector_size(64)));

static longs Longs[8];
static shorts Shorts[8];
static floats Floats[8];
static bytes Bytes[8];

static NOINLINE int64_t work(int n) {
  meet();
  return n * INT64_C(7919);
}

/// LLVM keeps vectors in memory to get at such elements, here many at once.
static NOINLINE int64_t visit(int n) {
  longs l = Longs[n & 7];
  shorts s = Shorts[n & 7];
  floats f = Floats[n & 7];
  bytes b = Bytes[n & 7];
  int64_t x = cilk_spawn work(n);
  for (int i = 0; i < n; ++i) {
    l[i & 7] += Longs[(i + 1) & 7][n & 7] + Longs[(i + 2) & 7][(n + 1) & 7];
    s[i & 15] = Shorts[i & 7][n & 15] - Shorts[(i + 3) & 7][(n + i) & 15];
    f[i & 3] += Floats[(i + 1) & 7][n & 3];
    b[i & 63] ^= Bytes[(i + 1) & 7][(n + i) & 63];
  }
  int64_t y = cilk_spawn work(n + 1);
  l[(n + 1) & 7] -=
      Longs[(n + 2) & 7][(n + 3) & 7] * Longs[(n + 4) & 7][(n + 5) & 7];
  s[(n + 7) & 15] += Shorts[(n + 1) & 7][(n + 2) & 15];
  cilk_sync;
  int64_t z = cilk_spawn work(n + 2);
  int64_t mine =
      l[n & 7] + s[(n + 7) & 15] + (int64_t)f[n & 3] + b[n & 63] + x - y;
  cilk_sync;
  return mine + z;
}

int main(void) {
  uint64_t sum = 0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 64; ++j) {
      Longs[i][j & 7] = 1000 * i + j;
      Shorts[i][j & 15] = (int16_t)(300 * i - j);
      Floats[i][j & 3] = 0.5f * (float)(i + j);
      Bytes[i][j] = (signed char)(i * j);
    }
  for (int n = 0; n < 40; ++n)
    sum = 31 * sum + (uint64_t)visit(n);
  printf("sum %llx\n", (unsigned long long)sum);
  return 0;
}
