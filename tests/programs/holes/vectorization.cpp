//===- vectorization.cpp - Leaf loops that the vectorizer knows -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 40
// cells: all
// extra: sanitize thinlto

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <algorithm>
#include <vector>

static void kernel(double *y, const double *x, long n, long stride, int add) {
  cilk_for (long i = 0; i < n; ++i) {
    if (add)
      y[i * stride] += x[i * stride];
    else
      y[i * stride] = x[i * stride] * 3;
  }
}

static NOINLINE void axpy(double a, const double *x, double *y, long n) {
  cilk_for (long i = 0; i < n; ++i)
    y[i] += a * x[i];
}

static NOINLINE void stencil(double *out, const double *u, long n) {
  cilk_for (long i = 1; i < n - 1; ++i)
    out[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1];
}

struct Vectors {
  std::vector<double> x, y, z, w;
  double k;
};

static NOINLINE void members(Vectors &v, long n) {
  cilk_for (long i = 0; i < n; ++i)
    v.w[i] = v.k * v.x[i] + v.y[i] * v.z[i];
}

struct Particles {
  float *x, *y, *z;
  float dt;
  long n;
};

static NOINLINE void pointers(Particles *p) {
  cilk_for (long i = 0; i < p->n; ++i)
    p->x[i] += p->dt * p->y[i] + p->z[i];
}

struct Bytes {
  unsigned char *x, *y;
  unsigned char add;
};

static NOINLINE void bytes(Bytes *p, long n) {
  cilk_for (long i = 0; i < n; ++i)
    p->x[i] = p->y[i] + p->add;
}

static NOINLINE void nested(double *a, const double *b, long n, long m) {
  cilk_for (long i = 0; i < n; ++i)
    cilk_for (long j = 0; j < m; ++j)
      a[i * m + j] = 2.0 * b[i * m + j] + 1.0;
}

template <class T> static double sumOf(const T &numbers) {
  double sum = 0;
  for (auto x : numbers)
    sum += (double)x;
  return sum;
}

static void run(long n, bool print) {
  std::vector<double> x(n, 1.5), y(n, 2.5), out(n), b(n, 3.0);
  for (long i = 0; i < n; ++i) {
    x[i] = i % 17;
    y[i] = i % 5;
  }
  Vectors v{x, y, x, out, 1.25};
  std::vector<float> fx(n, 1), fy(n, 2), fz(n, 3);
  Particles p{fx.data(), fy.data(), fz.data(), 0.5f, n};
  std::vector<unsigned char> bx(n, 1), by(n, 254);
  Bytes q{bx.data(), by.data(), 3};

  axpy(0.5, x.data(), y.data(), n);
  stencil(out.data(), x.data(), n);
  members(v, n);
  pointers(&p);
  bytes(&q, n);
  double sums[] = {sumOf(y), sumOf(out), sumOf(v.w), sumOf(fx), sumOf(bx)};
  kernel(out.data(), x.data(), n, 1, 1);
  double added = sumOf(out);
  kernel(out.data(), x.data(), n / 2, 2, 0);
  double strided = sumOf(out);
  long m = std::min(10L, n);
  if (m)
    nested(b.data(), x.data(), n / m, m);
  if (!print)
    return;
  printf("n=%ld:", n);
  for (double sum : sums)
    printf(" %.10g", sum);
  printf(" %.10g %.10g %.10g\n", added, strided, sumOf(b));
}

int main() {
  for (long n : {0, 1, 2, 7, 64, 1000, 5003})
    for (long r = repeats(1); r > 0; --r)
      run(n, r == 1);
}
