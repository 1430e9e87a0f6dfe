//===- objects.cpp - Objects that a spawn initializes or assigns ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 30
// flags: -std=c++17
// extra: sanitize debug
// standards: c++20 c++23

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

static NOINLINE Tracked make(int x) {
  meet();
  return Tracked(x);
}

static NOINLINE std::string text(int n) { return std::string(n, 'x'); }

static Tracked global(1);
static Tracked &global_reference() { return global; }

/// Not movable: works only if it is constructed in place.
struct Pinned {
  Tracked tracked;
  const Pinned *self;
  explicit Pinned(int x) : tracked(x), self(this) {}
  Pinned(const Pinned &) = delete;
  Pinned &operator=(const Pinned &) = delete;
};
static NOINLINE Pinned pinned(int x) { return Pinned(x); }

struct FromInt {
  Tracked tracked;
  FromInt(int x) : tracked(x + 1) {}
  FromInt(const std::string &s) : tracked((int)s.size()) {}
  FromInt &operator=(int x) {
    tracked.set(x + 2);
    return *this;
  }
  FromInt &operator+=(int x) {
    tracked.set(tracked.value() + x);
    return *this;
  }
};
static NOINLINE int number(int x) { return x; }

static void initializers() {
  Tracked a = cilk_spawn make(1);
  auto b = cilk_spawn make(2);
  const Tracked c = cilk_spawn make(3);
  Tracked d = cilk_spawn make(4), e(5), f = cilk_spawn make(6);
  auto g = cilk_spawn text(7);
  std::string h = cilk_spawn text(80);
  Tracked i = cilk_spawn global_reference();
  cilk_sync;
  printf("initializers %d %d %d %d %d %d %zu %zu %d\n", a.value(), b.value(),
         c.value(), d.value(), e.value(), f.value(), g.size(), h.size(),
         i.value());
}

static void conversions() {
  FromInt a = cilk_spawn number(1);
  FromInt b = cilk_spawn text(20);
  std::shared_ptr<const Tracked> c = cilk_spawn std::make_unique<Tracked>(3);
  cilk_sync;
  a = cilk_spawn number(4);
  b += cilk_spawn number(5);
  cilk_sync;
  printf("conversions %d %d %d\n", a.tracked.value(), b.tracked.value(),
         c->value());
}

static void assignments() {
  std::vector<Tracked> v;
  for (int i = 0; i < 4; ++i)
    v.emplace_back(-i);
  for (int i = 0; i < 4; ++i)
    v[i] = cilk_spawn make(10 * i);
  std::string s[3];
  for (int i = 0; i < 3; ++i)
    s[i] = cilk_spawn text(i + 40);
  (void)s[0].c_str();
  cilk_sync;
  s[2] += cilk_spawn text(5);
  global_reference() = cilk_spawn make(77);
  cilk_sync;
  printf("assignments");
  for (const Tracked &t : v)
    printf(" %d", t.value());
  printf(" | %zu %zu %zu | %d\n", s[0].size(), s[1].size(), s[2].size(),
         global.value());
}

/// The destructors run after the tasks that use the variables.
static int destructors() {
  int seen = 0;
  struct Late {
    int *value, *seen;
    ~Late() { *seen = *value; }
  };
  {
    auto nested = [&seen] {
      int x = 0;
      Tracked used(5);
      Late late{&x, &seen};
      std::vector<int> v(3);
      cilk_spawn[&] {
        meet();
        v[2] = used.value();
        x = v[2] + 1;
      }
      ();
      Tracked result = cilk_spawn make(9);
      // No cilk_sync: the end of the function is one.
    };
    nested();
  }
  return seen;
}

/// `return` evaluates its operand, then syncs, then destroys.
static Tracked returned(int x, long *done) {
  const Tracked local(x);
  cilk_spawn[&local, done] { add_to(done, local.value()); }
  ();
  cilk_spawn[&local, done] { add_to(done, local.value() + 1); }
  ();
  if (x > 3)
    return Tracked(x + 1);
  return local;
}

int main() {
  initializers();
  conversions();
  assignments();
  printf("destructors %d\n", destructors());
  long done = 0;
  Tracked a = returned(3, &done), b = returned(4, &done);
  printf("returned %d %d %ld\n", a.value(), b.value(), done);
  Pinned p = cilk_spawn pinned(5);
  Pinned q = cilk_spawn pinned(6);
  cilk_sync;
  printf("pinned %d %d %d\n", p.tracked.value() + q.tracked.value(),
         p.self == &p, q.self == &q);
  counters.print("objects");
}
