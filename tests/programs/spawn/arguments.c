//===- arguments.c - What is passed to, and returned from, spawned calls --===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 42
// extra: sanitize

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <complex.h>
#include <stdarg.h>
#include <string.h>

static NOINLINE int sum(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  int result = 0;
  for (int i = 0; i < count; ++i)
    result += i % 2 ? (int)va_arg(numbers, double) : va_arg(numbers, int);
  va_end(numbers);
  meet();
  return result;
}

static NOINLINE int sum_list(int count, va_list numbers) {
  int result = 0;
  while (count-- > 0)
    result += va_arg(numbers, int);
  return result;
}

static NOINLINE int sum_in_task(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  int result = cilk_spawn sum_list(count, numbers);
  cilk_sync;
  va_end(numbers);
  return result;
}

struct small {
  short a;
  char b;
};
struct pair {
  long a;
  double b;
};
struct large {
  int a[50];
};
struct empty {};
union either {
  long l;
  float f[3];
};
typedef float float4 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));

static NOINLINE struct small make_small(int a) {
  struct small s = {(short)a, (char)(a + 1)};
  return s;
}
static NOINLINE struct pair make_pair(long a) {
  struct pair p = {a, (double)a / 2};
  return p;
}
static NOINLINE struct large make_large(int a) {
  struct large l;
  for (int i = 0; i < 50; ++i)
    l.a[i] = a + i;
  return l;
}
static NOINLINE struct large shift(struct large l, int by) {
  for (int i = 0; i < 50; ++i)
    l.a[i] += by;
  return l;
}
static NOINLINE union either make_either(float f) {
  union either e;
  memset(&e, 0, sizeof e);
  e.f[0] = f;
  e.f[2] = 2 * f;
  return e;
}
static NOINLINE long mixed(struct small s, struct pair p, struct large l,
                           union either e, struct empty n) {
  (void)n;
  return s.a + s.b + p.a + (long)p.b + l.a[49] + (long)e.f[0] + (long)e.f[2];
}
static NOINLINE long double longer(long double x) { return x * 3; }
static NOINLINE __int128 wide(__int128 x) { return (x << 70) + x; }
static NOINLINE float4 vector(float4 x, int4 y) {
  return x * 2 + __builtin_convertvector(y, float4);
}
static NOINLINE double _Complex rotate(double _Complex x) { return x * I; }
static NOINLINE float _Complex scale(float _Complex x) { return x * 2; }
static NOINLINE const char *tail(const char *s) { return s + 1; }
static NOINLINE _Bool not(_Bool x) { return !x; }
static NOINLINE signed char narrow(int x) { return (signed char)x; }

static NOINLINE long many(char a, short b, int c, long d, float e, double f,
                          long g, long h, double i, float j, unsigned char k,
                          double l, double m, double n, double o, double p,
                          long double q, struct small r, const char *s, int t) {
  return a + 2 * b + 3 * c + 4 * d + (long)(5 * e) + (long)(6 * f) + 7 * g +
         8 * h + (long)(9 * i) + (long)(10 * j) + 11 * k + (long)(12 * l) +
         (long)(13 * m) + (long)(14 * n) + (long)(15 * o) + (long)(16 * p) +
         (long)(17 * q) + 18 * r.a + 19 * (long)strlen(s) + 20 * t;
}

static void returned(void) {
  struct small s = cilk_spawn make_small(5), s2;
  struct pair p = cilk_spawn make_pair(7), p2;
  struct large l = cilk_spawn make_large(9), l2, array[3];
  union either e = cilk_spawn make_either(1.5f);
  s2 = cilk_spawn make_small(15);
  p2 = cilk_spawn make_pair(17);
  l2 = cilk_spawn make_large(19);
  for (int i = 0; i < 3; ++i)
    array[i] = cilk_spawn make_large(100 * i);
  long double ld = cilk_spawn longer(1.25L);
  __int128 w = cilk_spawn wide(3);
  float4 v = cilk_spawn vector((float4){1, 2, 3, 4}, (int4){5, 6, 7, 8});
  double _Complex z = cilk_spawn rotate(1 + 2 * I);
  float _Complex z2 = cilk_spawn scale(1 + 2 * I);
  const char *t = cilk_spawn tail("xyz");
  _Bool b = cilk_spawn not(0);
  unsigned char c = cilk_spawn narrow(-2);
  long promoted = cilk_spawn narrow(130);
  cilk_sync;
  printf("small %d %d %d %d\n", s.a, s.b, s2.a, s2.b);
  printf("pair %ld %.1f %ld %.1f\n", p.a, p.b, p2.a, p2.b);
  printf("large %d %d %d %d\n", l.a[0], l.a[49], l2.a[0], l2.a[49]);
  printf("array %d %d %d\n", array[0].a[49], array[1].a[49], array[2].a[49]);
  printf("union %.1f %.1f\n", e.f[0], e.f[2]);
  printf("scalars %.2Lf %lx %lx %s %d %d %ld\n", ld, (long)(w >> 64), (long)w,
         t, b, c, promoted);
  printf("vector %.0f %.0f %.0f %.0f\n", v[0], v[1], v[2], v[3]);
  printf("complex %.0f %.0f %.0f %.0f\n", creal(z), cimag(z), crealf(z2),
         cimagf(z2));
  cilk_spawn make_large(1);
  cilk_spawn longer(1);
  cilk_spawn rotate(1);
}

static void passed(void) {
  struct small s = {1, 2};
  struct pair p = {3, 4.5};
  struct large l = make_large(5), moved[4];
  union either e = make_either(6);
  struct empty n = {};
  long a = cilk_spawn mixed(s, p, l, e, n);
  s.a = 100;
  p.a = 100;
  l.a[49] = 1000;
  e = make_either(100);
  long b = cilk_spawn mixed(s, p, l, e, n);
  s.a = -1;
  l.a[49] = -1;
  // Each task has its own copy of an argument that changes in between.
  for (int i = 0; i < 4; ++i) {
    moved[i] = cilk_spawn shift(l, i);
    l.a[0] += 1000;
  }
  cilk_sync;
  printf("passed %ld %ld |", a, b);
  for (int i = 0; i < 4; ++i)
    printf(" %d %d", moved[i].a[0], moved[i].a[49]);
  printf("\n");

  struct small r = {18, 0};
  long c = cilk_spawn many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                           16, 17, r, "nineteen", 20);
  r.a = 0;
  long d = cilk_spawn many(-1, 2, -3, 4, -5, 6, -7, 8, -9, 10, 11, -12, 13, -14,
                           15, -16, 17, r, "", -20);
  cilk_sync;
  printf("many %ld %ld\n", c, d);
}

static void variadic(void) {
  int a = cilk_spawn sum(0);
  int b = cilk_spawn sum(5, 1, 2.5, 3, 4.5, 5);
  float f = 7.5f;
  short h = 3;
  int c = cilk_spawn sum(3, h, f, h);
  f = 0;
  h = 0;
  int d = cilk_spawn sum_in_task(4, 1, 2, 3, 4);
  cilk_sync;
  printf("variadic %d %d %d %d\n", a, b, c, d);
}

/// Memory that lives as long as the function: used by its tasks until the
/// implicit sync at its end.
static NOINLINE long stack_memory(int n) {
  int array[n], *more = __builtin_alloca((size_t)n * sizeof *more);
  long total = 0;
  for (int i = 0; i < n; ++i) {
    array[i] = i;
    more[i] = cilk_spawn narrow(i * i);
  }
  cilk_sync;
  for (int i = 0; i < n; ++i)
    total += array[i] * more[i];
  return total;
}

int main(void) {
  returned();
  passed();
  variadic();
  printf("stack %ld\n", stack_memory(7));
}
