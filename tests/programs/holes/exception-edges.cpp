//===- exception-edges.cpp - Unwinding from a task, what follows, both ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 40
// cells: all
// extra: sanitize thinlto debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <stdexcept>
#include <string>

static NOINLINE int throwInChild(int k, std::string &s) {
  Tracked local(k);
  if (k & 1)
    throw std::runtime_error("child " + s);
  return (int)s.size();
}

static NOINLINE int throwAfterwards(int k) {
  Tracked local(k);
  if (k & 2)
    throw std::logic_error("continuation");
  return k;
}

static int run(int k, bool print) {
  std::string s("abcdefghijklmnopqrstuvwxyz");
  Tracked local(9);
  int x = -1, y = -1;
  try {
    cilk_spawn {
      Tracked inTask(5);
      x = throwInChild(k, s);
    }
    y = throwAfterwards(k);
    cilk_sync;
  } catch (std::runtime_error &e) {
    if (print)
      printf("k=%d child: %s x=%d\n", k, e.what(), x);
    return 1;
  } catch (std::logic_error &e) {
    if (print)
      printf("k=%d %s x=%d y=%d\n", k, e.what(), x, y);
    return 2;
  }
  if (print)
    printf("k=%d ok x=%d y=%d\n", k, x, y);
  return 0;
}

int main() {
  for (long r = repeats(10); r > 0; --r)
    for (int k = 0; k < 4; ++k) {
      int result = run(k, r == 1);
      if (r == 1)
        printf("run=%d\n", result);
    }
  counters.printBalance("objects");
}
