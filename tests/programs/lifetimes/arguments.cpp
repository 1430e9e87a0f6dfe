//===- arguments.cpp - Lifetimes of the arguments of spawned calls --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 64
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <memory>
#include <string>
#include <utility>

static long sum;

static NOINLINE void byValue(Tracked t) {
  meet();
  add_to(&sum, t.value());
}
static NOINLINE void byReference(const Tracked &t) {
  meet();
  add_to(&sum, t.value());
}
static NOINLINE void byRvalue(Tracked &&t) {
  meet();
  add_to(&sum, t.value());
  Tracked stolen(std::move(t));
  stolen.set(0);
}
static NOINLINE void withDefault(int x, const Tracked &t = Tracked(17),
                                 Tracked u = Tracked(18)) {
  add_to(&sum, x + t.value() + u.value());
}
static NOINLINE void byText(const std::string &s) {
  add_to(&sum, (long)s.size());
}
static NOINLINE void byPointer(std::unique_ptr<Tracked> p) {
  add_to(&sum, p->value());
}
static NOINLINE Tracked &&forward(Tracked &&t) { return std::move(t); }
static NOINLINE Tracked make(int x) { return Tracked(x); }
static NOINLINE int number(const Tracked &t) { return t.value(); }

template <class... T> static void forwardAll(T &&...t) {
  (void)std::initializer_list<int>{
      (add_to(&sum, number(std::forward<T>(t))), 0)...};
}

struct Object {
  Tracked tracked;
  explicit Object(int x) : tracked(x) {}
  void method(Tracked t) const { add_to(&sum, tracked.value() * t.value()); }
  Object operator+(const Object &o) const {
    return Object(tracked.value() + o.tracked.value());
  }
};

struct FromTracked {
  Tracked tracked;
  FromTracked(Tracked t) : tracked(std::move(t)) {}
};
static NOINLINE void byConversion(const FromTracked &f) {
  add_to(&sum, f.tracked.value());
}

/// Copied without constructors, but before the task is spawned all the same.
struct Plain {
  long a;
  int b[40];
};
struct Small {
  short a, b;
};
static NOINLINE void byBytes(Plain p, const Plain &q, Small s) {
  add_to(&sum, p.a + p.b[39] + q.a + s.a);
}

static void plain() {
  Plain p{1, {2}};
  Small s{3, 4};
  for (int i = 0; i < 5; ++i) {
    cilk_spawn byBytes(p, Plain(p), s);
    p.a += 10;
    p.b[39] += 100;
    s.a += 1000;
  }
  cilk_sync;
}

static void each() {
  Tracked t(1);
  cilk_spawn byValue(t);
  t.set(2);
  cilk_spawn byValue(std::move(t));
  t.set(3);
  cilk_spawn byValue(Tracked(4));
  cilk_spawn byValue(make(5));
  cilk_spawn byReference(Tracked(6));
  cilk_spawn byReference(make(7));
  cilk_spawn byRvalue(Tracked(8));
  cilk_spawn byRvalue(forward(Tracked(9)));
  cilk_spawn withDefault(10);
  cilk_spawn byText("a literal that does not fit the small buffer of a string");
  cilk_spawn byText(std::string("short") + "er");
  cilk_spawn byPointer(std::make_unique<Tracked>(11));
  cilk_spawn forwardAll(Tracked(12), make(13), t);
  cilk_spawn byConversion(Tracked(14));
  cilk_spawn byConversion(make(number(Tracked(15))));
  Object object(16);
  cilk_spawn object.method(Tracked(17));
  cilk_spawn Object(18).method(make(19));
  cilk_spawn(object + Object(20)).method(t);
  cilk_spawn[](Tracked a, const Tracked &b) {
    add_to(&sum, a.value() - b.value());
  }
  (Tracked(30), Tracked(21));
  cilk_spawn[captured = Tracked(22)]() mutable {
    add_to(&sum, captured.value());
    captured.set(0);
  }
  ();
  cilk_sync;
}

static void loops() {
  for (int i = 0; i < 10; ++i) {
    Tracked perIteration(i);
    cilk_spawn byValue(perIteration);
    cilk_spawn byValue(std::move(perIteration));
    cilk_spawn byReference(Tracked(i));
    if (i % 3 == 0)
      continue;
    if (i == 8)
      break;
    cilk_spawn[copy = perIteration, i](const Tracked &t) {
      add_to(&sum, copy.value() < 0 ? t.value() : -1000 * i);
    }
    (make(i));
  }
  cilk_sync;
}

/// The results of calls that nobody uses are destroyed by the tasks.
static void unused() {
  cilk_spawn make(1);
  for (int i = 0; i < 4; ++i)
    cilk_spawn make(i);
  cilk_sync;
  printf("alive %ld\n", counters.alive());
}

int main() {
  each();
  printf("each %ld\n", sum);
  plain();
  printf("plain %ld\n", sum);
  loops();
  printf("loops %ld\n", sum);
  unused();
  cilk_spawn byValue(Tracked(1));
  cilk_spawn byValue(Tracked(2));
  cilk_sync;
  printf("main %ld\n", sum);
  counters.print("objects");
}
