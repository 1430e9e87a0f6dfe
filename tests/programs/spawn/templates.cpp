//===- templates.cpp - Spawns in templates --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 152
// extra: sanitize debug
// standards: c++14 c++17 c++20 c++23

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <utility>

template <class T> static T fib(T n) {
  if (n < 2)
    return n;
  T x = cilk_spawn fib(n - 1);
  T y = fib<T>(n - 2);
  cilk_sync;
  return x + y;
}

template <class T> static T identity(T x) {
  meet();
  return x;
}
template <class T, class U> static T convert(U x) { return T(x); }

/// The callee depends on the arguments, or on a type, or is a parameter.
template <class T> static T dependent(T x) {
  T a[4], i = 0;
  a[(int)i] = cilk_spawn identity(x);
  i = i + 1;
  a[(int)i] = cilk_spawn convert<T>(1.75);
  a[2] = T(10);
  a[2] += cilk_spawn identity<T>(x);
  auto b = cilk_spawn identity(x);
  cilk_spawn { a[3] = identity(x); }
  cilk_sync;
  return a[0] + a[1] + a[2] + a[3] + b;
}

template <class F, class... A> static auto call(F &&f, A &&...a) {
  auto result = cilk_spawn std::forward<F>(f)(std::forward<A>(a)...);
  cilk_sync;
  return result;
}

template <class... A> static int total(A... a) {
  int sum = 0;
  (void)std::initializer_list<int>{(sum += a.value(), 0)...};
  return sum;
}
template <class... A> static int packs(A... a) {
  int sum = cilk_spawn total(a...);
  int doubled = cilk_spawn total(a..., A(a)...);
  int moved = cilk_spawn total(std::move(a)...);
  cilk_sync;
  return 100 * sum + 10 * moved + doubled;
}

template <class T> struct Box {
  T value;

  template <class U> U scaled(U factor) const { return U(value) * factor; }
  T get() const { return value; }
  void set(T x) { value = x; }
  static T fixed() { return T(3); }

  T own() {
    T a = cilk_spawn get();
    T b = cilk_spawn this->get();
    T c = cilk_spawn fixed();
    T d = cilk_spawn Box::fixed();
    auto e = cilk_spawn this->template scaled<T>(2);
    cilk_sync;
    cilk_spawn set(a + b + c + d + e);
    cilk_sync;
    return value;
  }
  friend T other(Box &box) {
    T a = cilk_spawn box.get();
    cilk_sync;
    return a;
  }
};

template <class T> struct Outer {
  struct Inner {
    template <class U> static U deep(U x) {
      U y = cilk_spawn identity(x);
      cilk_sync;
      return y + U(sizeof(T));
    }
  };
};

/// Static and dynamic polymorphism.
template <class D> struct Crtp {
  int go(int x) {
    int r = cilk_spawn static_cast<D *>(this)->implementation(x);
    cilk_sync;
    return r;
  }
};
struct Implementation : Crtp<Implementation> {
  int implementation(int x) { return 2 * x; }
};

template <int N> struct Tree {
  static int leaves() {
    int a = cilk_spawn Tree<N - 1>::leaves();
    int b = Tree<N - 1>::leaves();
    cilk_sync;
    return a + b;
  }
};
template <> struct Tree<0> {
  static int leaves() { return 1; }
};

template <int (*F)(int)> static int parameter(int x) {
  int r = cilk_spawn F(x);
  cilk_sync;
  return r;
}
static int next(int x) { return x + 1; }

template <class T> T variable = T(1);
template <class T> struct Specialized {
  static T f(T x) { return x; }
};
template <> struct Specialized<int> {
  static int f(int x) {
    int y = cilk_spawn identity(x);
    cilk_sync;
    return -y;
  }
};
template <class T> struct Specialized<T *> {
  static T f(T *x) {
    T y = cilk_spawn identity(*x);
    cilk_sync;
    return y;
  }
};

template <class T> static T loop(int n) {
  T sum = 0, results[16];
  for (int i = 0; i < n; ++i)
    results[i] = cilk_spawn convert<T>(i);
  cilk_sync;
  for (int i = 0; i < n; ++i)
    sum += results[i];
  return sum;
}

template int fib<int>(int);
template struct Box<short>;

int main() {
  printf("fib %d %ld %d\n", fib(8), fib(7L), fib((short)5));
  printf("dependent %d %ld %.2f\n", dependent(1), dependent(2L),
         dependent(2.5));
  printf("call %d %.1f %d\n", call(next, 4), call(identity<double>, 1.5),
         call([](const Tracked &t, int k) { return t.value() + k; }, Tracked(7),
              5));
  printf("packs %d %d\n", packs(Tracked(1)),
         packs(Tracked(1), Tracked(2), Tracked(3)));
  Box<int> i{5};
  Box<double> d{2.5};
  printf("box %d %.1f", i.own(), d.own());
  printf(" %d %.1f\n", other(i), other(d));
  printf("nested %d %.1f\n", Outer<char>::Inner::deep(3),
         Outer<double>::Inner::deep(0.5));
  printf("crtp %d tree %d parameter %d\n", Implementation().go(4),
         Tree<5>::leaves(), parameter<next>(9));
  int x = 6;
  variable<int> = cilk_spawn identity(12);
  variable<long> += cilk_spawn identity(5L);
  cilk_sync;
  printf("specialized %d %d %.1f variable %d %ld\n", Specialized<int>::f(3),
         Specialized<int *>::f(&x), Specialized<double>::f(1.5), variable<int>,
         variable<long>);
  printf("loop %d %.1f\n", loop<int>(10), loop<double>(5));
  counters.print("objects");
}
