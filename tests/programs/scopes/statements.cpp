//===- statements.cpp - Scopes of any statement ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 76
// flags: -std=c++17
// extra: sanitize debug
// standards: c++20 c++23

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

static NOINLINE void set(int *p, int x) {
  meet();
  *p = x;
}

static NOINLINE void fail(int x) {
  if (x)
    throw x;
}

/// What a scope has spawned is finished behind it: it may be used at once.
static void simple() {
  int a = 0, b[8] = {0}, sum = 0;
  cilk_scope a = cilk_spawn twice(1);
  sum += a;
  cilk_scope cilk_spawn set(&a, 3);
  sum += 10 * a;
  cilk_scope cilk_spawn { a = twice(4); }
  sum += 100 * a;
  cilk_scope {
    cilk_scope cilk_spawn { set(&a, 5); }
    sum += 1000 * a;
  }
  cilk_scope for (int i = 0; i < 8; ++i) cilk_spawn set(&b[i], i);
  for (int x : b)
    sum += x;
  cilk_scope for (int &x : b) x = cilk_spawn twice(x);
  for (int x : b)
    sum += x;
  cilk_scope cilk_for (int i = 0; i < 8; ++i) set(&b[i], -i);
  for (int x : b)
    sum += x;
  int i = 0;
  cilk_scope while (i < 4) cilk_spawn set(&b[i++], 100);
  cilk_scope do cilk_spawn set(&b[i++], 1000);
  while (i < 8);
  for (int x : b)
    sum += x;
  cilk_scope;
  cilk_scope cilk_sync;
  cilk_scope sum = sum + 1;
  printf("simple %d\n", sum);
}

static NOINLINE int branches(int k) {
  int a = 0, b = 0;
  if (k & 1)
    cilk_scope a = cilk_spawn twice(k);
  else
    cilk_scope b = cilk_spawn twice(k + 1);
  int sum = a + 10 * b;
  if (k & 2) {
    cilk_scope if (k & 1) a = cilk_spawn twice(7);
    else b = cilk_spawn twice(8);
  }
  if (k & 4)
    cilk_scope a += cilk_spawn twice(10);
  sum += 100 * (a + b);
  cilk_scope if (k == 3) {
    cilk_spawn set(&a, 0);
    return sum;
  }
  cilk_scope switch (k) {
  case 0:
    a = cilk_spawn twice(9);
    break;
  case 1:
    cilk_scope b = cilk_spawn twice(9);
    sum += b;
    [[fallthrough]];
  default:
    cilk_spawn set(&a, 4);
  }
  return sum + a;
}

static NOINLINE int jumps(int n) {
  int a[4] = {0}, sum = 0;
  for (int i = 0; i < n; ++i) {
    cilk_scope if (i == 1) {
      cilk_spawn set(&a[0], i);
      continue;
    }
    cilk_scope if (i == 3) {
      cilk_spawn set(&a[1], i);
      break;
    }
    cilk_scope a[2] += cilk_spawn twice(i);
    sum += a[0] + a[2];
  }
  if (sum > 1)
    cilk_scope {
      cilk_spawn set(&a[3], 50);
      goto out;
    }
  sum = -1;
out:
  return sum + a[1] + a[3];
}

static NOINLINE int exceptions(int k) {
  int a = 0, b = 0, c = 0;
  Tracked local(k);
  try {
    cilk_scope {
      cilk_spawn set(&a, 2);
      cilk_spawn fail(k);
    }
    a += 10;
    cilk_scope try {
      cilk_spawn set(&b, 20);
      cilk_spawn fail(k + 1);
    } catch (int x) {
      b += 100 * x;
      cilk_spawn set(&c, 3);
    }
    b += 1000 * c;
  } catch (int x) {
    return -x - local.value();
  }
  return a + b;
}

template <class T> static T inTemplate(T x) {
  T y = 0, z = 0;
  cilk_scope y = cilk_spawn twice(x);
  cilk_scope if (x > 2) z = cilk_spawn twice(y);
  return y + z;
}

#define IN_SCOPE(...) cilk_scope __VA_ARGS__

static int inMacro() {
  int a, b;
  IN_SCOPE(a = cilk_spawn twice(3));
  IN_SCOPE({
    b = cilk_spawn twice(4);
    a += 1;
  });
  return a + b;
}

/// Inside a task, and around a part of a function that has others.
static NOINLINE int parts(int n) {
  int outer = 0, inner[3] = {0}, sum = 0;
  cilk_spawn set(&outer, n);
  cilk_spawn {
    cilk_scope inner[0] = cilk_spawn twice(n);
    inner[1] = inner[0] + 1;
  }
  cilk_scope inner[2] = cilk_spawn twice(n + 1);
  sum += inner[2];
  auto lambda = [&](int k) {
    int x;
    cilk_scope x = cilk_spawn twice(k);
    return x;
  };
  sum += lambda(n);
  cilk_sync;
  return sum + outer + inner[1];
}

int main() {
  simple();
  for (int k = 0; k < 5; ++k)
    printf("branches %d: %d\n", k, branches(k));
  printf("jumps %d %d %d\n", jumps(1), jumps(3), jumps(6));
  printf("exceptions %d %d\n", exceptions(0), exceptions(7));
  printf("template %d %ld\n", inTemplate(1), inTemplate(3L));
  printf("macro %d\n", inMacro());
  printf("parts %d\n", parts(5));
  counters.print("objects");
}
