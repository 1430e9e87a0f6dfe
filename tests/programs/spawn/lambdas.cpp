//===- lambdas.cpp - Spawns and loops in lambdas --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 80
// flags: -std=c++17
// extra: sanitize debug
// standards: c++20

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <functional>
#include <vector>

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

static auto global = [](int x) {
  int y = cilk_spawn twice(x);
  cilk_sync;
  return y;
};

static int inDefault = [] {
  int x = cilk_spawn twice(4);
  int y = twice(5);
  cilk_sync;
  return x + y;
}();

struct Member {
  int k = [] {
    int x = cilk_spawn twice(7);
    cilk_sync;
    return x;
  }();
  std::function<int()> function;
  Member() {
    function = [this] {
      int x = cilk_spawn twice(k);
      cilk_sync;
      return x;
    };
  }
  int run() {
    auto byCopy = [*this] {
      int x = cilk_spawn twice(k);
      cilk_sync;
      return x + 1;
    };
    int x = cilk_spawn function();
    int y = cilk_spawn byCopy();
    cilk_sync;
    return x + y;
  }
};

int main() {
  int x = 3, sum = 0;
  auto byReference = [&] {
    int a = cilk_spawn twice(x);
    int b = cilk_spawn twice(x + 1);
    cilk_sync;
    sum += a + b;
  };
  byReference();
  byReference();
  auto generic = [](auto a, auto... b) {
    auto c = cilk_spawn twice(a);
    auto d = cilk_spawn[=] { return (b + ... + 0); }
    ();
    cilk_sync;
    return c + d;
  };
  printf("%d %d %d %d\n", global(1), inDefault, sum, generic(1, 2, 3));
  auto recursive = [](auto self, int n) -> int {
    if (n < 2)
      return n;
    int a = cilk_spawn self(self, n - 1);
    int b = self(self, n - 2);
    cilk_sync;
    return a + b;
  };
  std::function<int(int)> fib = [&fib](int n) {
    if (n < 2)
      return n;
    int a = cilk_spawn fib(n - 1);
    int b = fib(n - 2);
    cilk_sync;
    return a + b;
  };
  printf("%d %d\n", recursive(recursive, 7), fib(7));

  Member member;
  printf("%d\n", member.run());

  long total = 0;
  std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8};
  auto loops = [&total, v](int factor) {
    cilk_for (int i = 0; i < (int)v.size(); ++i)
      add_to(&total, factor * v[i]);
    cilk_for (int y : v)
      [&, copy = Tracked(y)] { add_to(&total, copy.value() + factor); }();
  };
  loops(10);
  cilk_spawn loops(100);
  loops(1000);
  cilk_sync;
  printf("%ld\n", total);

  // A task of its own in each lambda of a loop, and a loop in a task.
  cilk_for (int i = 0; i < 4; ++i) {
    auto inner = [&total, i] {
      long mine[2];
      mine[0] = cilk_spawn twice(i);
      mine[1] = twice(-i);
      cilk_sync;
      add_to(&total, mine[0] + mine[1] + 1);
    };
    inner();
    cilk_spawn inner();
  }
  cilk_spawn[&total, t = Tracked(3)] {
    cilk_for (int i = 0; i < 6; ++i)
      add_to(&total, t.value());
  }
  ();
  cilk_sync;
  printf("%ld\n", total);
  counters.printBalance("objects");
}
