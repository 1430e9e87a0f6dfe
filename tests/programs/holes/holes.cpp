//===- holes.cpp - Optimizations that break tasks -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// with: Inputs/holes-in-c.c
// cells: all
// extra: sanitize thinlto debug
// run:
// tasks: = 1394
// run: inlining-into-loops
// tasks: 1200
// run: inlining-of-scopes
// tasks: 1504
// run: vectorization
// tasks: 40
// run: unreachable-after-task
// tasks: 0
// ends: 3
//
// Each hole is named as the transformation that breaks it where a compiler does
// not know tasks. holes.cpp NAME runs one, otherwise all but those that count
// no exact number of tasks; nothing is counted when the program ends in a task.

#include "../Inputs/leaf.h"
#include "../Inputs/tracked.h"
#include "Inputs/holes.h"

#include <algorithm>
#include <stdexcept>
#include <string.h>
#include <string>
#include <vector>

namespace {

//===----------------------------------------------------------------------===//
// Sync scopes of functions that are inlined
//===----------------------------------------------------------------------===//

long sumOf(const std::vector<long> &numbers) {
  long sum = 0;
  for (long x : numbers)
    sum += x;
  return sum;
}

void inliningOfSpawner(FILE *out) {
  long result = 0;
  for (int i = 0; i < 20; ++i)
    result = inner(3);
  fprintf(out, "%ld\n", result);
}

long outer(int n) {
  std::vector<long> results(n);
  for (int i = 0; i < n; ++i)
    cilk_spawn[&results, i] {
      long q = cilk_spawn inner(i);
      long w = inner(i + 5);
      cilk_sync;
      results[i] = q + w;
    }
  ();
  cilk_sync;
  return sumOf(results);
}

void inliningIntoTasks(FILE *out) { fprintf(out, "%ld\n", outer(50)); }

long mixed(int n, int m) {
  std::vector<long> results((long)n * m);
  cilk_for (long i = 0; i < n; ++i)
    cilk_for (long j = 0; j < m; ++j)
      results[i * m + j] = inner((int)(i ^ j));
  return sumOf(results);
}

void inliningIntoLoops(FILE *out) { fprintf(out, "%ld\n", mixed(20, 30)); }

long leafPlus(int i) { return leaf(i) + i; }

long unrolled() {
  long a[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; ++i)
    a[i] = cilk_spawn leafPlus(i);
  cilk_sync;
  return a[0] * 1 + a[1] * 2 + a[2] * 3 + a[3] * 4;
}

void unrolling(FILE *out) {
  long result = 0;
  for (int i = 0; i < 20; ++i)
    result = unrolled();
  fprintf(out, "%ld\n", result);
}

/// All in one function.
void inliningOfScopes(FILE *out) {
  leaves = 0;
  long result = outer(50) + mixed(20, 30) + unrolled();
  fprintf(out, "%ld %ld\n", result, leaves.load());
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

NOINLINE int throwInChild(int k, std::string &s) {
  Tracked local(k);
  if (k & 1)
    throw std::runtime_error("child " + s);
  return (int)s.size();
}

NOINLINE int throwAfterwards(int k) {
  Tracked local(k);
  if (k & 2)
    throw std::logic_error("continuation");
  return k;
}

int catchBoth(int k, FILE *out) {
  std::string s("abcdefghijklmnopqrstuvwxyz");
  Tracked local(9);
  int x = -1, y = -1;
  try {
    cilk_spawn {
      Tracked inTask(5);
      x = throwInChild(k, s);
    }
    y = throwAfterwards(k);
    cilk_sync;
  } catch (std::runtime_error &e) {
    fprintf(out, "k=%d child: %s x=%d\n", k, e.what(), x);
    return 1;
  } catch (std::logic_error &e) {
    fprintf(out, "k=%d %s x=%d y=%d\n", k, e.what(), x, y);
    return 2;
  }
  fprintf(out, "k=%d ok x=%d y=%d\n", k, x, y);
  return 0;
}

void exceptionEdges(FILE *out) {
  for (int k = 0; k < 4; ++k)
    fprintf(out, "run=%d\n", catchBoth(k, out));
  fprintf(out, "objects: alive %ld misused %ld\n", counters.alive(),
          counters.misused.load());
}

//===----------------------------------------------------------------------===//
// Vectorized loops
//===----------------------------------------------------------------------===//

void kernel(double *y, const double *x, long n, long stride, int add) {
  cilk_for (long i = 0; i < n; ++i) {
    if (add)
      y[i * stride] += x[i * stride];
    else
      y[i * stride] = x[i * stride] * 3;
  }
}

NOINLINE void axpy(double a, const double *x, double *y, long n) {
  cilk_for (long i = 0; i < n; ++i)
    y[i] += a * x[i];
}

NOINLINE void stencil(double *out, const double *u, long n) {
  cilk_for (long i = 1; i < n - 1; ++i)
    out[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1];
}

struct Vectors {
  std::vector<double> x, y, z, w;
  double k;
};

NOINLINE void members(Vectors &v, long n) {
  cilk_for (long i = 0; i < n; ++i)
    v.w[i] = v.k * v.x[i] + v.y[i] * v.z[i];
}

struct Particles {
  float *x, *y, *z;
  float dt;
  long n;
};

NOINLINE void pointers(Particles *p) {
  cilk_for (long i = 0; i < p->n; ++i)
    p->x[i] += p->dt * p->y[i] + p->z[i];
}

struct Bytes {
  unsigned char *x, *y;
  unsigned char add;
};

NOINLINE void bytes(Bytes *p, long n) {
  cilk_for (long i = 0; i < n; ++i)
    p->x[i] = p->y[i] + p->add;
}

NOINLINE void nested(double *a, const double *b, long n, long m) {
  cilk_for (long i = 0; i < n; ++i)
    cilk_for (long j = 0; j < m; ++j)
      a[i * m + j] = 2.0 * b[i * m + j] + 1.0;
}

template <class T> double total(const T &numbers) {
  double sum = 0;
  for (auto x : numbers)
    sum += (double)x;
  return sum;
}

void vectorize(FILE *text, long n) {
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
  fprintf(text, "n=%ld: %.10g %.10g %.10g %.10g %.10g", n, total(y), total(out),
          total(v.w), total(fx), total(bx));
  kernel(out.data(), x.data(), n, 1, 1);
  fprintf(text, " %.10g", total(out));
  kernel(out.data(), x.data(), n / 2, 2, 0);
  fprintf(text, " %.10g", total(out));
  long m = std::min(10L, n);
  if (m)
    nested(b.data(), x.data(), n / m, m);
  fprintf(text, " %.10g\n", total(b));
}

void vectorization(FILE *out) {
  for (long n : {0, 1, 2, 7, 64, 1000, 5003})
    vectorize(out, n);
}

const hole HolesInCxx[] = {
    {"inlining-of-spawner", 1, inliningOfSpawner, 0},
    {"inlining-into-tasks", 1, inliningIntoTasks, 0},
    {"inlining-into-loops", 1, inliningIntoLoops, 1},
    {"inlining-of-scopes", 1, inliningOfScopes, 1},
    {"unrolling", 1, unrolling, 0},
    {"exception-edges", 10, exceptionEdges, 0},
    {"vectorization", 1, vectorization, 1},
    {nullptr, 0, nullptr, 0},
};

std::string textOf(const hole &it) {
  char *memory;
  size_t size;
  FILE *out = open_memstream(&memory, &size);
  it.run(out);
  fclose(out);
  std::string text(memory, size);
  free(memory);
  return text;
}

void runOften(const hole &it) {
  std::string first = textOf(it);
  printf("%s:\n%s", it.name, first.c_str());
  for (long r = repeats(it.times); r > 1; --r)
    if (std::string text = textOf(it); text != first) {
      printf("otherwise:\n%s", text.c_str());
      return;
    }
}

} // namespace

int main(int argc, char **argv) {
  for (const hole *list : {holes_in_c, HolesInCxx})
    for (const hole *it = list; it->name; ++it)
      if (argc > 1 ? !strcmp(argv[1], it->name) : !it->is_apart)
        runOften(*it);
}
