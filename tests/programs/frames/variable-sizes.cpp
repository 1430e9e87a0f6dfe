//===- variable-sizes.cpp - VLAs and alloca around spawns and steals ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 196
// flags: -Wno-vla-cxx-extension
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <cstdint>
#include <initializer_list>

static NOINLINE void fill(long *p, int n, long value) {
  meet();
  for (int i = 0; i < n; ++i)
    p[i] = value + i;
}

static NOINLINE long total(const long *p, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i % 7 + 1) * p[i];
  return sum;
}

/// Alive across spawns and syncs, beside memory of inner blocks that comes and
/// goes: with one before the sync and one behind it, and by turns without.
static NOINLINE long comeAndGo(int n) {
  long outer[n], sum = 0;
  fill(outer, n, 5);
  for (int i = 0; i < n; ++i) {
    long inner[i + 1];
    cilk_spawn fill(inner, i + 1, i);
    long other[2 * i + 1];
    fill(other, 2 * i + 1, i);
    if (i % 3 != 0) {
      cilk_sync;
      long last[i + 3];
      cilk_spawn fill(last, i + 3, -i);
      cilk_sync;
      sum += total(last, i + 3);
    }
    cilk_sync;
    sum += total(inner, i + 1) - total(other, 2 * i + 1);
  }
  return sum + total(outer, n);
}

/// Blocks are left in the middle by break, continue and goto.
static NOINLINE long leave(int n) {
  long sum = 0;
again:
  for (int i = 0; i < 8; ++i) {
    long a[n + i];
    cilk_spawn fill(a, n + i, i);
    {
      long b[n];
      fill(b, n, i);
      cilk_sync;
      sum += total(b, n) + total(a, n + i);
      if (i == 2)
        continue;
      if (i == 5 && --n > 3)
        goto again;
      if (i == 6)
        break;
    }
    sum += a[0];
  }
  return sum;
}

/// What alloca gets in a loop stays until the function returns, also if a block
/// with a VLA is left before.
static NOINLINE long keep(int n) {
  long *all[n];
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    all[i] = (long *)__builtin_alloca((i + 1) * sizeof(long));
    cilk_spawn fill(all[i], i + 1, 7 * i);
  }
  cilk_sync;
  for (int i = 0; i < n; ++i)
    sum += total(all[i], i + 1);
  return sum;
}

/// Small and large memory by turns, and none.
static NOINLINE long sizes(int scale) {
  long sum = 0;
  for (int n : {1, 4096, 4097, 50000, 2, 4090}) {
    long a[n * scale / 4];
    long b[n];
    cilk_spawn fill(a, n * scale / 4, 1);
    fill(b, n, 2);
    auto *nothing = (char *)__builtin_alloca(scale - 4);
    cilk_sync;
    sum += total(a, n * scale / 4) + total(b, n) + (nothing == nullptr);
  }
  return sum;
}

static NOINLINE bool isAligned(const void *p, uintptr_t align) {
  return (uintptr_t)p % align == 0;
}

static NOINLINE long aligned(int n) {
  long odd[n];
  alignas(64) long a[n];
  cilk_spawn fill(a, n, 3);
  alignas(512) long b[n];
  auto *c = (long *)__builtin_alloca_with_align(n * sizeof(long), 8 * 128);
  cilk_spawn fill(b, n, 4);
  fill(c, n, 5);
  fill(odd, n, 6);
  cilk_sync;
  return (total(a, n) + total(b, n) + total(c, n) + total(odd, n)) * 8 +
         isAligned(a, 64) + isAligned(b, 512) + isAligned(c, 128);
}

static NOINLINE void fail(long *p, int n, long value) {
  fill(p, n, value);
  if (value % 2)
    throw value;
}

/// Exceptions of tasks, of calls and of the sync pass memory of some blocks.
static NOINLINE long failures(int n) {
  long sum = 0;
  for (int i = 0; i < 10; ++i) {
    try {
      long outer[n];
      fill(outer, n, i);
      try {
        long inner[2 * n];
        cilk_spawn fail(inner, 2 * n, i);
        long other[n + i];
        fail(other, n + i, i % 4 == 3);
        cilk_sync;
        sum += total(inner, 2 * n) + total(other, n + i);
      } catch (long value) {
        long late[value + 1];
        fill(late, (int)value + 1, n);
        sum += total(late, (int)value + 1);
        if (value == 5)
          throw 1;
      }
      sum += total(outer, n);
    } catch (int value) {
      sum += value;
    }
  }
  return sum;
}

/// Each frame has memory while it is stolen from.
static NOINLINE long tree(int depth, int width) {
  if (depth == 0)
    return 1;
  long part[width];
  for (int i = 0; i < width; ++i)
    part[i] = cilk_spawn tree(depth - 1, width);
  cilk_sync;
  return total(part, width);
}

/// In scopes, whose exceptions wait for their own sync.
static NOINLINE long scopes(int n) {
  long first[n], sum = 0;
  cilk_spawn fill(first, n, 1);
  for (int i = 1; i < 4; ++i) {
    try {
      cilk_scope {
        long second[n * i];
        cilk_spawn fail(second, n * i, i);
        long third[n];
        fill(third, n, i);
        if (total(third, n) == 0)
          sum += 1;
      }
    } catch (long value) {
      sum += value;
    }
  }
  cilk_sync;
  return sum + total(first, n);
}

int main() {
  printf("come and go %ld\n", comeAndGo(9));
  printf("leave %ld\n", leave(6));
  printf("keep %ld\n", keep(20));
  printf("sizes %ld\n", sizes(4));
  printf("aligned %ld\n", aligned(11));
  printf("failures %ld\n", failures(6));
  printf("tree %ld\n", tree(4, 3));
  printf("scopes %ld\n", scopes(5));
}
