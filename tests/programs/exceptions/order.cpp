//===- order.cpp - The serially first exception arrives -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 151
// cells: all
// flags: -std=c++17
// extra: sanitize debug thinlto

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <stdexcept>
#include <string>
#include <vector>

/// An exception object that is counted.
struct Error {
  Tracked tracked;
  explicit Error(int code) : tracked(code) {}
  virtual ~Error() {}
  int code() const { return tracked.value(); }
};
struct SpecialError : Error {
  std::string text;
  explicit SpecialError(int code) : Error(code), text(50, 'e') {}
};

static NOINLINE int work(int x, bool fails) {
  Tracked local(x);
  meet();
  if (fails)
    throw Error(x);
  return x;
}

static NOINLINE int special(int x, bool fails) {
  Tracked local(x);
  if (fails)
    throw SpecialError(x);
  return x;
}

/// The bits of \p mask say what fails: a task, another, what follows, what
/// follows the sync.
static NOINLINE int three(int mask) {
  Tracked local(100);
  int a = cilk_spawn work(1, mask & 1);
  int b = cilk_spawn special(2, mask & 2);
  int c = work(3, mask & 4);
  cilk_sync;
  int d = special(4, mask & 8);
  return a + b + c + d;
}

static NOINLINE std::vector<int> inVector(int mask) {
  std::vector<int> results(4, -1);
  std::string text(40, 't');
  for (int i = 0; i < 4; ++i)
    results[i] = cilk_spawn work(i + 10, mask >> i & 1);
  if (text.size() != 40)
    results.clear();
  // Implicit sync: throws before, or instead of, the destruction of `results`.
  return results;
}

template <class F> static void report(const char *what, F f) {
  try {
    printf("%s: %d\n", what, f());
  } catch (const SpecialError &e) {
    printf("%s: special %d %zu\n", what, e.code(), e.text.size());
  } catch (const Error &e) {
    printf("%s: error %d\n", what, e.code());
  }
}

/// The handler is in the spawning function itself.
static NOINLINE int caught(int mask) {
  Tracked outside(1);
  int a = 0, b = 0;
  try {
    Tracked inside(2);
    a = cilk_spawn work(21, mask & 1);
    Tracked between(3);
    b = cilk_spawn work(22, mask & 2);
    work(23, mask & 4);
  } catch (const Error &e) {
    return -e.code();
  }
  // The end of the try block is a sync.
  return a + b;
}

static NOINLINE int rethrown(int mask) {
  int a = 0;
  try {
    a = cilk_spawn work(31, mask & 1);
    special(32, mask & 2);
    cilk_sync;
  } catch (const SpecialError &) {
    throw;
  } catch (const Error &e) {
    int b = cilk_spawn work(33, false);
    int c = cilk_spawn work(34, mask & 4);
    cilk_sync;
    if (mask & 8)
      throw;
    throw SpecialError(e.code() + b + c);
  }
  return a;
}

static NOINLINE int nested(int mask) {
  try {
    try {
      int a = cilk_spawn three(mask & 3);
      int b = three(mask >> 2 & 3);
      cilk_sync;
      return a + b;
    } catch (const SpecialError &e) {
      int a = cilk_spawn work(e.code() + 40, mask & 16);
      cilk_sync;
      return a;
    }
  } catch (const Error &e) {
    return e.code() + 1000;
  }
}

static int functionTry(int mask) try {
  int a = cilk_spawn work(51, mask & 1);
  int b = cilk_spawn work(52, mask & 2);
  cilk_sync;
  return a + b;
} catch (const Error &e) {
  int a = cilk_spawn work(e.code() + 100, false);
  cilk_sync;
  return a;
}

int main() {
  for (int mask = 0; mask < 8; ++mask)
    report("three", [mask] { return three(mask); });
  for (int mask : {0, 1, 2, 4, 8, 5, 10, 12, 15})
    report("vector", [mask] { return inVector(mask)[3]; });
  for (int mask = 0; mask < 8; ++mask)
    report("caught", [mask] { return caught(mask); });
  for (int mask : {0, 1, 2, 3, 5, 9, 13})
    report("rethrown", [mask] { return rethrown(mask); });
  for (int mask : {0, 1, 2, 4, 8, 6, 9, 18, 24, 31})
    report("nested", [mask] { return nested(mask); });
  for (int mask = 0; mask < 4; ++mask)
    report("function", [mask] { return functionTry(mask); });
  counters.printBalance("objects");
}
