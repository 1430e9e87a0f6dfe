//===- memory.cpp - Local memory of functions that go on elsewhere --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 69
// flags: -Wno-vla-cxx-extension
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <cstdint>
#include <initializer_list>

static NOINLINE void fill(long *p, int n, long value) {
  for (int i = 0; i < n; ++i)
    p[i] = value + i;
  meet();
}

static NOINLINE long total(const long *p, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += p[i];
  return sum;
}

template <unsigned Align> struct alignas(Align) Block {
  long values[Align / sizeof(long)];
  static constexpr int Size = Align / sizeof(long);
};

static NOINLINE bool isAligned(const void *p, uintptr_t align) {
  return (uintptr_t)p % align == 0;
}

/// Variables on addresses that the frame pointer does not imply.
template <unsigned Align> static NOINLINE void overAligned(int n) {
  Block<Align> a, b;
  long before = n;
  cilk_spawn fill(a.values, a.Size, n);
  Block<Align> c;
  fill(c.values, c.Size, 3 * n);
  cilk_spawn fill(b.values, b.Size, 2 * n);
  before += total(c.values, c.Size);
  cilk_sync;
  printf("aligned %u: %d %d %d %ld %ld %ld\n", Align,
              isAligned(&a, Align), isAligned(&b, Align), isAligned(&c, Align),
              total(a.values, a.Size), total(b.values, b.Size), before);
}

/// Memory of a size that is not known, allocated before and after spawns, in
/// loops, and freed at the end of blocks.
static NOINLINE void dynamic(int n) {
  long before[n];
  cilk_spawn fill(before, n, 1);
  long after[2 * n];
  auto *more = (long *)__builtin_alloca(n * sizeof(long));
  cilk_spawn fill(after, 2 * n, 2);
  cilk_spawn fill(more, n, 3);
  long blocks = 0;
  for (int i = 1; i < n; ++i) {
    long inner[i];
    long other[i];
    cilk_scope {
      cilk_spawn fill(inner, i, i);
      fill(other, i, 2 * i);
    }
    blocks += total(inner, i) + total(other, i);
  }
  long last[n];
  cilk_spawn fill(last, n, 4);
  cilk_sync;
  printf("dynamic %d: %ld %ld %ld %ld %ld\n", n, total(before, n),
              total(after, 2 * n), total(more, n), blocks, total(last, n));
}

/// More than a page, more than the room that a thief leaves.
static NOINLINE void large(int depth) {
  long big[3000];
  cilk_spawn fill(big, 3000, depth);
  if (depth > 0)
    large(depth - 1);
  cilk_sync;
  if (total(big, 3000) != 3000l * depth + 2999l * 1500)
    printf("large %d: wrong\n", depth);
}

/// Memory that its own task frees or keeps using.
static NOINLINE long recursive(int n) {
  if (n == 0)
    return 1;
  long local[n];
  for (int i = 0; i < n; ++i)
    local[i] = cilk_spawn recursive(n - 1 - i > 3 ? 3 : n - 1 - i);
  cilk_sync;
  return total(local, n) + 1;
}

static NOINLINE void risk(int x) {
  if (x == 7)
    throw x;
}

/// Memory of tasks that end by an exception: nothing is left of it.
static NOINLINE int thrown(int n) {
  try {
    cilk_spawn {
      long local[n];
      fill(local, n, n);
      risk(n);
      fill(local, n, total(local, n));
    }
    long beside;
    fill(&beside, 1, n);
    cilk_sync;
    return 0;
  } catch (int x) {
    return x;
  }
}

int main() {
  for (int n : {1, 7})
    dynamic(n);
  for (int n : {1, 7})
    printf("thrown %d\n", thrown(n));
  overAligned<32>(1);
  overAligned<64>(2);
  overAligned<256>(3);
  overAligned<4096>(4);
  large(5);
  printf("recursive %ld\n", recursive(7));
}
