//===- bodies.cpp - What the body of a parallel loop may contain ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 150
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <vector>

static long sum;
static NOINLINE void add(long x) {
  meet();
  add_to(&sum, x);
}
static NOINLINE int twice(int x) { return 2 * x; }

static void report(const char *what) {
  printf("%s %ld\n", what, sum);
  sum = 0;
}

static void controlFlow() {
  cilk_for (int i = 0; i < 10; ++i) {
    if (i % 3 == 0)
      continue;
    add(i);
  }
  report("continue");
  cilk_for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) {
      if (j == i)
        break;
      if (j % 2)
        continue;
      add(10 * i + j);
    }
    int k = 0;
    while (true) {
      if (++k > i)
        break;
    }
    switch (i % 4) {
    case 0:
      add(1000);
      break;
    case 1:
      continue;
    default:
      add(2000);
    }
    if (i == 6)
      goto next;
    add(10000);
  next:;
  }
  report("loops and switches");
  cilk_for (int i = 0; i < 4; ++i)
    ;
  cilk_for (int i = 0; i < 4; ++i) {
  }
  cilk_for (int i = 0; i < 5; ++i)
    if (i & 1)
      add(i);
    else
      add(-10 * i);
  cilk_for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      add(100 * j + i);
  cilk_for (int i = 0; i < 3; ++i)
    switch (i)
    case 2:
      add(i);
  report("without braces");
  if (sum == 0)
    cilk_for (int i = 0; i < 3; ++i)
      add(i);
  else
    cilk_for (int i = 0; i < 3; ++i)
      add(10 * i);
  report("in an if");
  for (int k = 0; k < 3; ++k)
    cilk_for (int i = k; i < 3 * k; ++i)
      add(i * k);
  report("in a loop");
}

static void variables() {
  int i = 77, base = 5, array[4] = {1, 2, 3, 4};
  Tracked outer(3);
  long results[12];
  cilk_for (int i = 0; i < 12; ++i) {
    int k = i * base;
    Tracked local(k);
    static const int table[3] = {10, 20, 30};
    struct Local {
      int x;
      int get() const { return x + 1; }
    } object{k};
    auto lambda = [&, i](int y) {
      return y + i + object.get() + outer.value();
    };
    {
      int i = 100;
      k += i;
    }
    results[i] = lambda(k) + table[i % 3] + array[i % 4] + local.value();
  }
  printf("variables %d:", i);
  for (long r : results)
    printf(" %ld", r);
  printf("\n");

  // The bound and the stride are read once.
  int bound = 8, stride = 2;
  cilk_for (int i = 0; i < bound; i += stride) {
    __atomic_store_n(&bound, 8, __ATOMIC_RELAXED);
    add(i);
  }
  report("bound");
}

struct Grid {
  int rows, columns;
  std::vector<long> cells;
  void fill() {
    cells.assign((size_t)rows * columns, 0);
    cilk_for (int i = 0; i < rows; ++i)
      cilk_for (int j = 0; j < columns; ++j)
        cells[i * columns + j] = i * this->columns + j;
  }
  long triangle() const {
    long total = 0;
    cilk_for (int i = 0; i < rows; ++i) {
      cilk_for (int j = i; j < columns; j += 2) {
        if (j == 4)
          continue;
        add_to(&total, cells[i * columns + j]);
      }
      if (i == 3)
        continue;
      add_to(&total, 1000);
    }
    return total;
  }
  void three() {
    cilk_for (int i = 0; i < 3; ++i)
      cilk_for (int j = 0; j < 3; ++j)
        cilk_for (int k = j; k < 3; ++k)
          add(100 * i + 10 * j + k);
  }
};

static void spawns() {
  cilk_for (int i = 0; i < 6; ++i) {
    int a = cilk_spawn twice(i);
    int b = twice(i + 1);
    cilk_sync;
    add(a * b);
  }
  report("spawns in a loop");
  // The end of an iteration waits for its tasks.
  cilk_for (int i = 0; i < 6; ++i) {
    Tracked used(i);
    cilk_spawn[&used] { add(used.value()); }
    ();
    cilk_spawn add(100 * i);
  }
  report("implicit syncs in a loop");
  long before = 0;
  cilk_spawn add_to(&before, 5);
  cilk_for (int i = 0; i < 6; ++i)
    cilk_scope {
      cilk_spawn add(i);
      if (i == 2)
        continue;
      cilk_spawn add(1000);
    }
  cilk_sync;
  sum += before;
  report("scopes in a loop");
  cilk_spawn {
    cilk_for (int i = 0; i < 5; ++i)
      add(i);
  }
  cilk_scope {
    cilk_for (int i = 0; i < 5; ++i)
      add(10 * i);
  }
  cilk_sync;
  report("loops in tasks");
}

/// Recursion through loops.
static long walk(int depth, int width) {
  if (depth == 0)
    return 1;
  long leaves[4];
  cilk_for (int i = 0; i < width; ++i)
    leaves[i] = walk(depth - 1, width - (i & 1));
  long total = 0;
  for (int i = 0; i < width; ++i)
    total += leaves[i];
  return total;
}

static int returnsFrom(int n) {
  int found[20] = {0};
  cilk_for (int i = 0; i < n; ++i)
    found[i] = i * i == 49;
  for (int i = 0; i < n; ++i)
    if (found[i])
      return i;
  return -1;
}

int main() {
  controlFlow();
  variables();
  Grid grid{7, 9, {}};
  grid.fill();
  printf("grid %ld %ld\n", grid.cells[62], grid.triangle());
  grid.three();
  report("three loops");
  spawns();
  printf("recursion %ld, %d %d\n", walk(4, 3), returnsFrom(20), returnsFrom(5));
  counters.print("objects");
}
