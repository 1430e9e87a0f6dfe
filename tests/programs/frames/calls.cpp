//===- calls.cpp - How spawning functions are called ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <cstdarg>
#include <cstdint>
#include <functional>

struct Large {
  long values[20];
  long sum() const {
    long s = 0;
    for (long v : values)
      s += v;
    return s;
  }
};

static NOINLINE long leaf(long x) {
  meet();
  return x;
}

/// Returned through memory of the caller's.
static NOINLINE Large makeLarge(int n) {
  Large result = {};
  if (n == 0) {
    result.values[3] = leaf(7);
    return result;
  }
  Large a = cilk_spawn makeLarge(n - 1);
  Large b = makeLarge(n - 1);
  cilk_sync;
  for (int i = 0; i < 20; ++i)
    result.values[i] = a.values[i] + b.values[i] + i;
  return result;
}

/// Passed in memory of the callee's.
static NOINLINE long byValue(Large x, int n) {
  if (n == 0)
    return leaf(x.sum());
  x.values[n] += n;
  long a = cilk_spawn byValue(x, n - 1);
  x.values[n] = 100;
  long b = byValue(x, n - 1);
  cilk_sync;
  return a * 3 + b + x.values[n];
}

/// What the callee does to its argument is not seen by the caller, nor by
/// another callee that is given the same.
static NOINLINE long changes(Large x, int n) {
  if (n == 0)
    return leaf(x.sum());
  for (long &v : x.values)
    v += n;
  Large before = x;
  long a = cilk_spawn changes(x, n - 1);
  long b = changes(x, n - 1);
  cilk_sync;
  for (int i = 0; i < 20; ++i)
    b += 1000000 * (x.values[i] != before.values[i]);
  return a + b;
}

/// The same in a task that has no copy of its own, and ends with the spawn.
static NOINLINE long changesInTask(const Large &x) {
  long a;
  long before = x.values[3];
  cilk_spawn { a = cilk_spawn changes(x, 3); }
  long b = leaf(2);
  cilk_sync;
  return a + b + 1000000 * (x.values[3] != before);
}

/// The same with an alignment that the stack does not have.
struct alignas(64) Aligned {
  long values[16];
};
static NOINLINE long changesAligned(int n, Aligned x, long double y,
                                    Aligned z) {
  long wrong = ((uintptr_t)&x | (uintptr_t)&z) % 64 != 0;
  if (n == 0)
    return leaf(x.values[1] + z.values[2] + (long)y + wrong);
  Aligned before = x;
  long a = cilk_spawn changesAligned(n - 1, x, y * 2, z);
  z.values[2] += n;
  long b = changesAligned(n - 1, z, y + 1, x);
  x.values[1] += n;
  b += changesAligned(n - 1, x, y, before);
  cilk_sync;
  return a + b + 1000000 * wrong;
}

/// More arguments than fit registers, floating point ones too.
static NOINLINE double many(int n, long a, long b, long c, long d, long e,
                            long f, long g, long h, long i, long j, long k,
                            long l, double m, double o, Large p, long q) {
  if (n == 0)
    return (double)leaf(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g +
                        8 * h + 9 * i + 10 * j + 11 * k + 12 * l + q) +
           m * o + (double)p.values[19];
  double x = cilk_spawn many(n - 1, b, c, d, e, f, g, h, i, j, k, l, a, o, m, p,
                             q + 1);
  p.values[19] = n;
  double y = many(n - 1, l, a, b, c, d, e, f, g, h, i, j, k, m, o, p, q);
  cilk_sync;
  return x + y / 2;
}

/// Each activation reads its arguments before, while and after it spawns.
static NOINLINE long variadic(int n, ...) {
  va_list list, again;
  va_start(list, n);
  long first = va_arg(list, int);
  long a = 1;
  if (n > 0)
    a = cilk_spawn variadic(n - 1, n, 0.5 * n, 3l, 4l, 5l, 6l, 7l, 8l);
  double second = va_arg(list, double);
  va_copy(again, list);
  long third = 0;
  for (int i = 0; i < 6; ++i)
    third = 2 * third + va_arg(list, long);
  long b = n > 0 ? variadic(n - 1, n + 1, 1.5 * n, 8l, 7l, 6l, 5l, 4l, 3l)
                 : leaf(2);
  cilk_sync;
  long last = va_arg(again, long);
  va_end(again);
  va_end(list);
  va_start(list, n);
  first += va_arg(list, int);
  va_end(list);
  return a + 3 * b + first + (long)(second * 2) + third + last;
}

static long odd(int n);
static NOINLINE long even(int n) {
  if (n <= 0)
    return 1;
  long a = cilk_spawn odd(n - 1);
  long b = even(n - 2);
  cilk_sync;
  return a + b;
}
static NOINLINE long odd(int n) {
  if (n <= 0)
    return leaf(2);
  long a = cilk_spawn even(n - 1);
  long b = cilk_spawn odd(n - 3);
  long c = even(n - 2);
  cilk_sync;
  return a + 2 * b + c;
}

struct Shape {
  virtual ~Shape() = default;
  virtual long area(int n) const = 0;
};
struct Square : Shape {
  long side;
  explicit Square(long side) : side(side) {}
  long area(int n) const override {
    if (n == 0)
      return leaf(side * side);
    long a = cilk_spawn area(n - 1);
    long b = Square(side + 1).area(n - 1);
    cilk_sync;
    return a + b;
  }
};
struct Pair : virtual Shape {
  Square first{2}, second{3};
  long area(int n) const override {
    const Shape *shapes[] = {&first, &second};
    long areas[2];
    for (int i = 0; i < 2; ++i)
      areas[i] = cilk_spawn shapes[i]->area(n);
    cilk_sync;
    return areas[0] * 10 + areas[1];
  }
};

/// The order is a function of a foreign function's caller.
static int compare(const void *a, const void *b) {
  long x = cilk_spawn leaf(*(const long *)a);
  long y = leaf(*(const long *)b);
  cilk_sync;
  return (x > y) - (x < y);
}

static NOINLINE long sorted(int n) {
  long values[40];
  for (int i = 0; i < 40; ++i)
    values[i] = (i * 17 + n) % 41;
  if (n > 0)
    cilk_spawn sorted(n - 1);
  qsort(values, 40, sizeof *values, compare);
  cilk_sync;
  long result = 0;
  for (long v : values)
    result = (result * 31 + v) % 1000003;
  return result;
}

int main() {
  printf("large %ld\n", makeLarge(6).sum());
  printf("by value %ld\n", byValue(makeLarge(1), 6));
  printf("changes %ld\n", changes(makeLarge(1), 6));
  printf("changes in task %ld\n", changesInTask(makeLarge(1)));
  printf("aligned %ld\n", changesAligned(5, {{1, 2, 3}}, 1.5L, {{4, 5, 6}}));
  printf("many %g\n", many(6, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1.5,
                                2.5, makeLarge(0), 1));
  printf("variadic %ld\n", variadic(5, 1, 2.5, 3l, 4l, 5l, 6l, 7l, 8l));
  printf("mutual %ld\n", even(9));
  const Shape &shape = Pair();
  printf("virtual %ld\n", shape.area(5));
  long (*pointer)(int) = even;
  std::function<long(int)> function = [pointer](int n) {
    long a = cilk_spawn pointer(n);
    long b = pointer(n - 1);
    cilk_sync;
    return a - b;
  };
  printf("pointers %ld\n", function(8));
  printf("foreign frames %ld\n", sorted(5));
}
