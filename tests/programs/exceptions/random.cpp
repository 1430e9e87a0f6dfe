//===- random.cpp - Random trees of tasks with random exceptions ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 3000
// cells: all
// flags: -std=c++17
// extra: sanitize
//
// Each seed is a program: a tree of functions that spawn, call, loop, open
// scopes, sync, catch and throw. What arrives, and where, must be what the
// serial elision finds. Tasks only write what is theirs.

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

static NOINLINE uint64_t node(uint64_t seed, int depth, int danger);

/// One chance in \p n, decided by \p seed and a number for the question.
static bool chance(uint64_t seed, int question, int n) {
  return mix(seed ^ (uint64_t)question * 0x51ed270b) % n == 0;
}

static void danger(uint64_t seed, int question, int n) {
  if (chance(seed, question, n))
    throw Tracked((int)(mix(seed + question) & 0xffff));
}

static NOINLINE Tracked object(uint64_t seed, int depth, int n) {
  return Tracked((int)(node(seed, depth, n) & 0xffff));
}

static NOINLINE uint64_t spawns(uint64_t seed, int depth, int n) {
  Tracked local((int)depth);
  uint64_t results[4] = {0};
  int count = (int)(mix(seed) % 4) + 1;
  for (int i = 0; i < count; ++i) {
    results[i] = cilk_spawn node(mix(seed + i), depth - 1, n);
    danger(seed, i, 3 * n);
    if (chance(seed, 10 + i, 4)) {
      cilk_sync;
    }
  }
  Tracked between((int)count);
  Tracked made = cilk_spawn object(mix(seed + 20), depth - 1, n);
  danger(seed, 21, 3 * n);
  uint64_t own = node(mix(seed + 22), depth - 1, n);
  cilk_sync;
  danger(seed, 23, 3 * n);
  for (uint64_t r : results)
    own = mix(own ^ r);
  return own + made.value() + local.value() + between.value();
}

static NOINLINE uint64_t loops(uint64_t seed, int depth, int n) {
  uint64_t results[6] = {0};
  int count = (int)(mix(seed) % 6) + 1;
  cilk_for (int i = 0; i < count; ++i) {
    Tracked local(i);
    results[i] = node(mix(seed + i), depth - 1, n);
    danger(seed, i, 3 * n);
  }
  uint64_t own = 0;
  for (uint64_t r : results)
    own = mix(own ^ r);
  return own;
}

static NOINLINE uint64_t scopes(uint64_t seed, int depth, int n) {
  uint64_t a = 0, b = 0, c = 0;
  a = cilk_spawn node(mix(seed + 1), depth - 1, n);
  cilk_scope {
    Tracked local(1);
    b = cilk_spawn node(mix(seed + 2), depth - 1, n);
    danger(seed, 3, 3 * n);
    cilk_spawn {
      Tracked inTask(2);
      uint64_t x = cilk_spawn node(mix(seed + 4), depth - 2, n);
      uint64_t y = node(mix(seed + 5), depth - 2, n);
      cilk_sync;
      c = mix(x ^ y);
    }
  }
  danger(seed, 6, 3 * n);
  b = mix(b ^ c);
  cilk_sync;
  return mix(a ^ b);
}

static NOINLINE uint64_t catches(uint64_t seed, int depth, int n) {
  uint64_t a = 0, b = 0;
  try {
    Tracked local(3);
    a = cilk_spawn node(mix(seed + 1), depth - 1, n);
    b = cilk_spawn node(mix(seed + 2), depth - 1, n);
    danger(seed, 3, 2 * n);
  } catch (const Tracked &e) {
    if (chance(seed, 4, 3))
      throw;
    uint64_t c = cilk_spawn node(mix(seed + 5), depth - 1, n);
    uint64_t d = node(mix(seed + 6), depth - 1, n);
    cilk_sync;
    return mix(c ^ d) + e.value();
  }
  return mix(a ^ b);
}

static NOINLINE uint64_t node(uint64_t seed, int depth, int n) {
  meet();
  danger(seed, 0, 4 * n);
  if (depth <= 0)
    return mix(seed);
  switch (mix(seed + depth) % 5) {
  case 0:
  case 1:
    return spawns(seed, depth, n);
  case 2:
    return loops(seed, depth, n);
  case 3:
    return scopes(seed, depth, n);
  default:
    return catches(seed, depth, n);
  }
}

int main() {
  for (int seed = 0; seed < 150; ++seed) {
    // From trees that hardly ever fail to trees that always do.
    static const int rarity[] = {2, 5, 10, 30, 100};
    try {
      uint64_t result = node(mix(seed), 3, rarity[seed % 5]);
      printf("%d: %08x\n", seed, (unsigned)result);
    } catch (const Tracked &e) {
      printf("%d: thrown %d\n", seed, e.value());
    }
    if (counters.alive())
      counters.printBalance("left");
  }
  counters.printBalance("objects");
}
