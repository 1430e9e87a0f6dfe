//===- sync.cpp - Explicit and implicit syncs, and scopes -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 77
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <vector>

static NOINLINE void set(int *p, int x) {
  meet();
  *p = x;
}

static NOINLINE int implicitEnd(int *x) {
  cilk_spawn set(&x[0], 1);
  cilk_spawn set(&x[1], 2);
  return 5;
}

static NOINLINE void implicitReturns(int *x, int k) {
  cilk_spawn set(&x[0], k);
  if (k == 1)
    return;
  cilk_spawn set(&x[1], k);
  for (int i = 0; i < 5; ++i) {
    cilk_spawn set(&x[2 + i], k + i);
    if (k == i)
      return;
  }
}

static NOINLINE int manySyncs(int n) {
  int x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    cilk_spawn set(&x, x + 1);
    cilk_sync;
    if (i % 2) {
      cilk_spawn set(&y, y + 1);
      cilk_sync;
    }
    cilk_sync;
  }
  cilk_sync;
  return 100 * x + y;
}

/// A sync waits for the tasks of the function, wherever they were spawned.
static NOINLINE int syncInBranch(int k) {
  int x[3] = {0, 0, 0};
  {
    cilk_spawn set(&x[0], 1);
    {
      cilk_spawn set(&x[1], 2);
    }
  }
  if (k) {
    cilk_spawn set(&x[2], 3);
    cilk_sync;
    return 100 * x[0] + 10 * x[1] + x[2];
  }
  do {
    cilk_sync;
  } while (!x[0]);
  return x[0] + x[1];
}

static NOINLINE int scopes() {
  int a = 0, b = 0, c = 0, d[4] = {0};
  cilk_scope {
    cilk_spawn set(&a, 1);
    cilk_spawn set(&b, 2);
  }
  int sum = a + b;
  cilk_spawn set(&c, 3);
  cilk_scope {
    cilk_spawn set(&a, 4);
    cilk_sync;
    sum += a;
    cilk_scope { cilk_spawn set(&b, 5); }
    sum += b;
  }
  for (int i = 0; i < 6; ++i) {
    cilk_scope {
      cilk_spawn set(&d[i % 4], i + 10);
      if (i == 1)
        continue;
      if (i == 4)
        break;
    }
    sum += d[i % 4];
  }
  sum += d[1] + d[0];
  cilk_sync;
  return sum + c;
}

static NOINLINE int returnFromScope(int *x, int k) {
  cilk_spawn set(&x[0], k);
  cilk_scope {
    cilk_spawn set(&x[1], k);
    cilk_scope {
      cilk_spawn set(&x[2], k);
      if (k == 1)
        return 1;
      if (k == 2)
        goto end;
    }
    if (x[2] != k)
      return -1;
  }
  if (x[1] != k)
    return -2;
end:
  return x[1] == k && x[2] == k ? k : -3;
}

/// Objects of a scope are destroyed after its tasks.
static NOINLINE int scopeObjects() {
  int seen = 0;
  struct Late {
    const int *value;
    int *seen;
    ~Late() { *seen += *value; }
  };
  for (int i = 1; i < 4; ++i) {
    cilk_scope {
      int value = 0;
      Tracked used(i);
      Late late{&value, &seen};
      std::vector<int> v(i);
      cilk_spawn[&] {
        meet();
        v.back() = used.value();
        value = v.back();
      }
      ();
    }
  }
  return seen;
}

static NOINLINE int nestedTasks() {
  int x[3] = {0, 0, 0}, y = 0;
  cilk_spawn {
    cilk_spawn set(&x[0], 1);
    cilk_scope { cilk_spawn set(&x[1], 2); }
    x[2] = x[1] + 1;
    // Implicit sync of the block.
  }
  cilk_spawn {
    int local = 0;
    cilk_spawn set(&local, 4);
    cilk_sync;
    y = local;
  }
  cilk_sync;
  return x[0] + 10 * x[1] + 100 * x[2] + 1000 * y;
}

static NOINLINE int switches(int k) {
  int x = 0, y = 0;
  switch (k) {
  case 0:
    cilk_spawn set(&x, 1);
    break;
  case 1:
    cilk_spawn set(&x, 2);
    [[fallthrough]];
  case 2:
    cilk_spawn set(&y, 3);
    break;
  default:
    cilk_sync;
  }
  cilk_sync;
  return 10 * x + y;
}

int main() {
  int x[8] = {0};
  int r = implicitEnd(x);
  printf("implicit %d %d %d\n", r, x[0], x[1]);
  for (int k = 0; k < 6; ++k) {
    implicitReturns(x, k);
    printf("returns %d:", k);
    for (int y : x)
      printf(" %d", y);
    printf("\n");
  }
  printf("many %d\n", manySyncs(7));
  printf("branch %d %d\n", syncInBranch(0), syncInBranch(1));
  printf("scopes %d\n", scopes());
  for (int k = 1; k < 4; ++k) {
    int y[3] = {0};
    int result = returnFromScope(y, k);
    printf("return %d %d %d %d\n", result, y[0], y[1], y[2]);
  }
  printf("objects %d\n", scopeObjects());
  printf("nested %d\n", nestedTasks());
  for (int k = 0; k < 4; ++k)
    printf("switch %d\n", switches(k));
  counters.print("objects");
}
