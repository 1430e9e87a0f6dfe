//===- calls.c - Calls of inlets with spawned arguments -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 500
// extra: sanitize thinlto debug
// standards: c11 c23
// As in Cilk-5: inlets, abort, and all of it at the same time as code of the
// function, which may use the same variables.

#include "../Inputs/support.h"

#include <alloca.h>
#include <tussah/inlet.h>

static void require(int condition, const char *what) {
  if (!condition)
    printf("wrong: %s\n", what);
}

#ifdef __tussah__
#define PARALLEL 1
#else
#define PARALLEL 0
#endif

// The Fibonacci numbers of Cilk-5's manual.
cilk_inlet void summer(long *x, long result) { *x += result; }

static NOINLINE long fib(int n) {
  long x = 0;
  if (n < 2)
    return n;
  meet();
  summer(&x, cilk_spawn fib(n - 1));
  summer(&x, cilk_spawn fib(n - 2));
  cilk_sync;
  return x;
}

// Queens: the first solution that is found ends the search for others. Nobody
// gets what a child returns that has been cancelled, so all are kept here.
static char solutions[400][9];
static int count;

static int fits(const char *row, int n) {
  for (int i = 0; i < n; ++i)
    if (row[i] == row[n] || abs(row[i] - row[n]) == n - i)
      return 0;
  return 1;
}

cilk_inlet void found(char **done, struct tussah_token *abort, char *result) {
  if (result) {
    if (!*done)
      *done = result;
    tussah_cancel(abort);
  }
}

static NOINLINE char *queens(int n, int j, const char *row) {
  char *done = NULL;
  struct tussah_token abort = TUSSAH_TOKEN;
  if (j == n) {
    char *solution =
        solutions[__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED) % 400];
    memcpy(solution, row, (size_t)n);
    return solution;
  }
  tussah_cancel_scope(&abort) {
    for (int i = 0; i < n && !done; ++i) {
      char *next = alloca((size_t)j + 1);
      memcpy(next, row, (size_t)j);
      next[j] = (char)i;
      if (fits(next, j))
        found(&done, &abort, cilk_spawn queens(n, j + 1, next));
    }
  }
  return done;
}

// The inlet, and the function between its calls, change what they share; and
// what the function has is given to the children.
struct pair {
  int index;
  double value;
};

static NOINLINE struct pair make(int index, double value) {
  return (struct pair){index, value};
}

struct shared {
  long inside, handled, both, indices, wrong;
};

cilk_inlet void take(struct pair found, struct shared *shared, int index,
                     const char *text) {
  if (shared->inside++)
    shared->wrong++;
  let_others_run();
  shared->wrong += found.index != index || found.value != index * 0.5 || *text;
  shared->indices += index;
  ++shared->handled;
  ++shared->both;
  --shared->inside;
}

static NOINLINE void share(int n) {
  struct shared shared = {0, 0, 0, 0, 0};
  long own = 0, most = 0;
  for (int i = 0; i < n; ++i) {
    take(cilk_spawn make(i, i * 0.5), &shared, i, "");
    if (shared.inside++)
      shared.wrong++;
    ++shared.both;
    most = shared.handled > most ? shared.handled : most;
    --shared.inside;
    ++own;
    if (i % 100 == 99) {
      cilk_sync;
      require(shared.handled == i + 1, "a sync before all are handled");
    }
  }
  cilk_sync;
  require(most <= n, "results of nobody");
  printf("%ld %ld %ld %ld %ld\n", own, shared.both, shared.handled,
         shared.indices, shared.wrong);
}

// A result that nobody waits for with a sync.
cilk_inlet void store(long *to, long value) { *to += value; }
static NOINLINE long value(long v) { return v; }
static NOINLINE void implicit(long *to) {
  for (int i = 0; i < 10; ++i)
    store(to, cilk_spawn value(i));
}

// In a scope, behind other tasks, and converted.
cilk_inlet void convert(double *to, float value) { *to += (double)value; }
static NOINLINE double scopes(int n) {
  double sum = 0;
  long other = cilk_spawn value(1);
  cilk_scope {
    for (int i = 0; i < n; ++i)
      convert(&sum, cilk_spawn value(i));
  }
  double early = sum;
  if (n > 3)
    convert(&sum, cilk_spawn value(100));
  cilk_sync;
  return early + 1000 * sum + (double)other;
}

int main(void) {
  printf("fib %ld\n", fib(14));
  for (int n = 4; n < 10; ++n) {
    char *solution = queens(n, 0, "");
    int right = solution != NULL;
    for (int i = 0; right && i < n; ++i)
      right = fits(solution, i);
    printf("%d queens %d\n", n, right);
  }
  for (long i = 0; i < repeats(2); ++i)
    share(1000);
  long sum = 0;
  implicit(&sum);
  printf("%ld %g\n", sum, scopes(50));
  return 0;
}
