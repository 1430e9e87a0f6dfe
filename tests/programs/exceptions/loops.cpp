//===- loops.cpp - Exceptions that leave iterations -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// cells: all
// tasks: 300
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <string>
#include <vector>

static NOINLINE int work(int i, bool fails) {
  Tracked local(i);
  meet();
  if (fails)
    throw Tracked(i);
  return i;
}

template <class F> static void report(const char *what, F f) {
  try {
    printf("%s: %d\n", what, f());
  } catch (const Tracked &e) {
    printf("%s: thrown %d\n", what, e.value());
  }
}

/// The exception of the lowest iteration arrives, and the caller's objects are
/// destroyed after all others have ended.
static NOINLINE int several(int n, int first, int every) {
  std::vector<int> results(n);
  Tracked local(1);
  cilk_for (int i = 0; i < n; ++i) {
    Tracked inside(i);
    results[i] = work(i, i >= first && (i - first) % every == 0);
  }
  int sum = local.value();
  for (int r : results)
    sum += r;
  return sum;
}

static NOINLINE int caughtInside(int n) {
  long caught = 0;
  cilk_for (int i = 0; i < n; ++i)
    try {
      work(i, i % 3 == 0);
    } catch (const Tracked &e) {
      if (i % 2)
        continue;
      add_to(&caught, e.value());
    }
  return (int)caught;
}

static NOINLINE int caughtOutside(int n, int failing) {
  long rounds = 0;
  for (int k = 0; k < 3; ++k)
    try {
      std::string text(40, 'x');
      cilk_for (int i = 0; i < n; ++i) {
        work(i, i == failing + k);
        add_to(&rounds, text.empty());
      }
      rounds += 100;
    } catch (const Tracked &e) {
      rounds += e.value();
    }
  return (int)rounds;
}

static NOINLINE int nested(int n, int row, int column) {
  std::vector<int> cells(n * n);
  cilk_for (int i = 0; i < n; ++i) {
    Tracked outer(i);
    cilk_for (int j = 0; j < n; ++j) {
      Tracked inner(j);
      cells[i * n + j] = work(10 * i + j, i >= row && j >= column);
    }
  }
  return cells[n * n - 1];
}

static NOINLINE int withTasks(int n, int mask) {
  std::vector<int> results(n);
  cilk_for (int i = 0; i < n; ++i) {
    Tracked used(i);
    int a = cilk_spawn work(100 + i, i == 3 && (mask & 1));
    Tracked b = cilk_spawn[&used, mask, i] {
      work(200 + i, i == 2 && (mask & 2));
      return Tracked(used.value());
    }
    ();
    work(300 + i, i == 2 && (mask & 4));
    cilk_sync;
    results[i] = a + b.value();
  }
  int sum = 0;
  for (int r : results)
    sum += r;
  return sum;
}

/// A task of the function failed before the loop did.
static NOINLINE int taskBefore(int n, int mask) {
  int a = cilk_spawn work(1000, mask & 1);
  cilk_for (int i = 0; i < n; ++i)
    work(i, i == 5 && (mask & 2));
  work(2000, mask & 4);
  cilk_sync;
  return a;
}

static NOINLINE int range(std::vector<Tracked> v, int failing) {
  long sum = 0;
  cilk_for (Tracked t : v) {
    work(t.value(), t.value() >= failing);
    add_to(&sum, t.value());
  }
  return (int)sum;
}

static std::vector<Tracked> numbers(int n) {
  std::vector<Tracked> v;
  for (int i = 0; i < n; ++i)
    v.emplace_back(i);
  return v;
}

int main() {
  for (int first : {0, 1, 7, 19, 20})
    report("several", [=] { return several(20, first, 3); });
  report("large", [] { return several(1000, 400, 1); });
  report("inside", [] { return caughtInside(30); });
  for (int failing : {0, 8, 12})
    report("outside", [=] { return caughtOutside(10, failing); });
  report("nested", [] { return nested(6, 2, 3); });
  report("nested", [] { return nested(6, 9, 9); });
  for (int mask = 0; mask < 8; ++mask)
    report("tasks", [=] { return withTasks(6, mask); });
  for (int mask = 0; mask < 8; ++mask)
    report("before", [=] { return taskBefore(8, mask); });
  for (int failing : {0, 3, 12})
    report("range", [=] { return range(numbers(12), failing); });
  counters.printBalance("objects");
}
