//===- objects.cpp - Objects and exceptions around spawns -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 40
// cells: all
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

static NOINLINE Tracked make(int x, bool fails) {
  meet();
  Tracked local(x);
  if (fails)
    throw x;
  return local;
}

static NOINLINE int follow(int x, bool fails) {
  if (fails)
    throw x;
  return x;
}

struct Throwing {
  Tracked tracked;
  explicit Throwing(int x, bool fails = false) : tracked(x) {
    if (fails)
      throw x;
  }
  Throwing(const Throwing &o) : tracked(o.tracked) {
    if (tracked.value() < 0)
      throw tracked.value();
  }
  Throwing(const Tracked &t) : tracked(t) {
    if (t.value() >= 1000)
      throw t.value();
  }
  Throwing &operator=(const Tracked &t) {
    if (t.value() >= 1000)
      throw t.value();
    tracked = t;
    return *this;
  }
};

static NOINLINE int use(Throwing a, const Throwing &b, bool fails) {
  if (fails)
    throw 5000 + a.tracked.value();
  return a.tracked.value() + b.tracked.value();
}

template <class F> static void report(const char *what, int mask, F f) {
  try {
    printf("%s %d: %d", what, mask, f());
  } catch (int e) {
    printf("%s %d: thrown %d", what, mask, e);
  }
  printf(", alive %ld\n", counters.alive());
}

/// A variable whose initialization failed has no destruction.
static NOINLINE int variables(int mask) {
  Tracked first = cilk_spawn make(1, mask & 1);
  Tracked second = cilk_spawn make(2, mask & 2);
  const Tracked third = cilk_spawn make(3, mask & 4);
  follow(4, mask & 8);
  Tracked fourth = cilk_spawn make(5, mask & 16);
  cilk_sync;
  return first.value() + second.value() + third.value() + fourth.value();
}

/// In a block that ends before the function does.
static NOINLINE int variablesInLoop(int n, int failing) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    cilk_scope {
      Tracked a = cilk_spawn make(i, i == failing);
      Tracked b = cilk_spawn make(i + 10, i == failing - 1 && failing == 3);
      Tracked other(i);
      cilk_sync;
      sum += a.value() + b.value() + other.value();
    }
  }
  return sum;
}

static NOINLINE int throughScope(int mask) {
  Tracked outside(1);
  int x = cilk_spawn follow(100, mask & 1);
  cilk_scope {
    Tracked inside(2);
    cilk_spawn make(3, mask & 2);
    cilk_scope {
      Tracked deep(4);
      cilk_spawn make(5, mask & 4);
      follow(6, mask & 8);
    }
    follow(7, mask & 16);
  }
  follow(8, mask & 32);
  cilk_sync;
  return x;
}

/// Failures before the task exists belong to the parent.
static NOINLINE int arguments(int mask) {
  int a = cilk_spawn use(Throwing(1), Throwing(2, mask & 1), false);
  int b = cilk_spawn use(Throwing(mask & 2 ? -3 : 3),
                         Throwing(follow(4, mask & 4)), false);
  Throwing negative(-5), positive(6);
  const Throwing &chosen = mask & 8 ? negative : positive;
  int c = cilk_spawn use(chosen, Throwing(7), mask & 16);
  cilk_sync;
  return a + b + c;
}

/// Conversion of the result is part of the task.
static NOINLINE int conversions(int mask) {
  Throwing a = cilk_spawn make(mask & 1 ? 1001 : 1, false);
  Throwing b = cilk_spawn make(2, mask & 2);
  Throwing c(3);
  c = cilk_spawn make(mask & 4 ? 1004 : 4, mask & 8);
  follow(5, mask & 16);
  cilk_sync;
  return a.tracked.value() + b.tracked.value() + c.tracked.value();
}

/// Spawned while the stack unwinds.
struct SpawnsInDestructor {
  int *result;
  bool fails;
  ~SpawnsInDestructor() {
    try {
      int a = cilk_spawn follow(1, fails);
      Tracked b = cilk_spawn make(2, false);
      cilk_sync;
      *result = a + b.value();
    } catch (int e) {
      *result = -e;
    }
  }
};

static NOINLINE int destructors(int mask) {
  int result = 0;
  try {
    SpawnsInDestructor object{&result, (mask & 1) != 0};
    cilk_spawn make(3, mask & 2);
    follow(4, mask & 4);
    cilk_sync;
  } catch (int e) {
    result += 100 * e;
  }
  return result;
}

/// Tasks own what was moved into them.
static NOINLINE int owners(int mask) {
  auto p = std::make_unique<Throwing>(1);
  std::vector<Tracked> v;
  v.emplace_back(2);
  v.emplace_back(3);
  int a = 0, b = 0;
  cilk_spawn[&a, mask, p = std::move(p)] {
    follow(10, mask & 1);
    a = p->tracked.value();
  }
  ();
  cilk_spawn[&b, mask](std::vector<Tracked> w) {
    follow(20, mask & 2);
    b = w[0].value() + w[1].value();
  }
  (std::move(v));
  follow(30, mask & 4);
  cilk_sync;
  return p || !v.empty() ? -1 : a + b;
}

int main() {
  for (int mask : {0, 1, 2, 3, 4, 6, 8, 9, 10, 12, 16, 24, 31})
    report("variables", mask, [mask] { return variables(mask); });
  for (int failing : {-1, 0, 2, 3})
    report("loop", failing, [=] { return variablesInLoop(4, failing); });
  for (int mask : {0, 1, 2, 4, 8, 12, 16, 18, 20, 32, 33, 36, 63})
    report("scope", mask, [mask] { return throughScope(mask); });
  for (int mask : {0, 1, 2, 4, 8, 16, 24, 31})
    report("arguments", mask, [mask] { return arguments(mask); });
  for (int mask : {0, 1, 2, 3, 4, 8, 16, 20, 31})
    report("conversions", mask, [mask] { return conversions(mask); });
  for (int mask = 0; mask < 8; ++mask)
    report("destructors", mask, [mask] { return destructors(mask); });
  for (int mask = 0; mask < 8; ++mask)
    report("owners", mask, [mask] { return owners(mask); });
  counters.printBalance("objects");
}
