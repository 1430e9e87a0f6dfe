//===- callees.cpp - Every kind of function that C++ can spawn ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 47
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <functional>
#include <memory>

static int plain(int x) {
  meet();
  return x + 1;
}

static int withDefault(int x, int y = 5, const int &z = 7) {
  return x * 100 + y * 10 + z;
}

static int overloaded(int x) { return x; }
static int overloaded(double x) { return (int)(x * 10); }

struct Base {
  int k;
  explicit Base(int k) : k(k) {}
  virtual ~Base() {}
  virtual int f(int x) const { return x + k; }
  int constant(int x) const { return x * k; }
  int change(int x) { return k += x; }
  static int fixed(int x) { return x + 1000; }
  template <class T> T generic(T x) const { return x * k; }
  int qualified() const & { return 1; }
  int qualified() && { return 2; }
  Base &self() { return *this; }

  int own(int x) {
    int a = cilk_spawn constant(x);
    int b = cilk_spawn this->f(x);
    int c = cilk_spawn Base::f(x);
    int d = cilk_spawn fixed(x);
    cilk_sync;
    return a + b + c + d;
  }
};

struct Derived : Base {
  using Base::Base;
  int f(int x) const override { return x - k; }
  int base(int x) const {
    int a = cilk_spawn Base::f(x);
    cilk_sync;
    return a;
  }
};

struct Other {
  long padding = 3;
  virtual ~Other() {}
};
struct Both : Other, Derived {
  explicit Both(int k) : Derived(k) {}
  int f(int x) const override { return (int)padding * x - k; }
};

struct Functor {
  int k;
  int operator()(int x) const { return k * x; }
  int operator[](int x) const { return k + x; }
  int operator+(const Functor &other) const { return k + other.k; }
  int operator()() { return ++k; }
  explicit operator bool() const { return k != 0; }
};
static int operator-(const Functor &a, const Functor &b) { return a.k - b.k; }

static void functions() {
  int (*pointer)(int) = plain;
  int (&reference)(int) = plain;
  int a = cilk_spawn plain(1);
  int b = cilk_spawn pointer(2);
  int c = cilk_spawn reference(3);
  int d = cilk_spawn(*pointer)(4);
  int e = cilk_spawn withDefault(1);
  int f = cilk_spawn withDefault(1, 2);
  int g = cilk_spawn overloaded(7);
  int h = cilk_spawn overloaded(0.5);
  int i = cilk_spawn Base::fixed(4);
  int j = cilk_spawn ::plain(5);
  pointer = nullptr;
  cilk_sync;
  printf("functions %d %d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, i,
         j);
}

static void members() {
  Derived derived(10), changed(15);
  Both both(20);
  Base *p = &derived;
  Base &r = both;
  int (Base::*member)(int) const = &Base::f;
  int x[12];
  x[0] = cilk_spawn derived.f(1);
  x[1] = cilk_spawn p->f(2);
  p = &both;
  x[2] = cilk_spawn p->f(3);
  x[3] = cilk_spawn r.f(4);
  x[4] = cilk_spawn(derived.*member)(5);
  x[5] = cilk_spawn(p->*member)(6);
  member = &Base::constant;
  x[6] = cilk_spawn(p->*member)(7);
  p = &derived;
  x[7] = cilk_spawn static_cast<const Base &>(both).constant(8);
  x[8] = cilk_spawn p->fixed(9);
  x[9] = cilk_spawn p->generic(2.5);
  x[10] = cilk_spawn p->generic<long>(11);
  p = &changed;
  x[11] = cilk_spawn p->self().self().change(12);
  p = nullptr;
  cilk_sync;
  printf("members");
  for (int y : x)
    printf(" %d", y);
  printf(" own %d base %d\n", both.own(3), both.base(3));

  auto unique = std::make_unique<Derived>(30);
  int a = cilk_spawn unique->f(1);
  cilk_sync;
  int b = cilk_spawn(*unique).change(2);
  cilk_sync;
  int c = cilk_spawn derived.qualified();
  int d = cilk_spawn Base(1).qualified();
  int e = cilk_spawn Derived(40).f(1);
  cilk_sync;
  printf("more members %d %d %d %d %d %d\n", a, b, unique->k, c, d, e);
}

/// Literals: by value, by text, and by characters.
static NOINLINE int operator""_value(unsigned long long x) {
  return plain((int)x);
}
static NOINLINE int operator""_text(const char *digits) { return digits[1]; }
template <char... Digits> static NOINLINE int operator""_digits() {
  return plain(sizeof...(Digits));
}

static void literals() {
  int a = cilk_spawn 12_value;
  int b = cilk_spawn 34_text;
  int c = cilk_spawn 567_digits;
  cilk_sync;
  printf("literals %d %d %d\n", a, b, c);
}

static void operators() {
  Functor a{3}, b{4};
  int c = cilk_spawn a(10);
  int d = cilk_spawn Functor{5}(10);
  int e = cilk_spawn a[10];
  int f = cilk_spawn a.operator+(b);
  int g = cilk_spawn operator-(a, b);
  cilk_sync;
  int h = cilk_spawn a();
  std::function<int(int)> function = b;
  int i = cilk_spawn function(100);
  cilk_sync;
  printf("operators %d %d %d %d %d %d %d %d\n", c, d, e, f, g, h, i, a.k);
}

static void lambdas() {
  int x = 1, y = 2;
  cilk_spawn[&] { x = plain(10); }
  ();
  cilk_spawn[=, &y](int z) mutable {
    z += 100;
    y = z;
  }
  (3);
  auto add = [](auto a, auto b) { return a + b; };
  int a = cilk_spawn add(1, 2);
  double b = cilk_spawn add(1.5, 2);
  int c = cilk_spawn[](int n)->int { return n * n; }
  (7);
  cilk_sync;
  printf("lambdas %d %d %d %.1f %d\n", x, y, a, b, c);
}

int main() {
  functions();
  members();
  operators();
  literals();
  lambdas();
}
