//===- inlets.c - Inlets of C ---------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 500
// extra: sanitize thinlto debug
// standards: c11 c23

#include "../Inputs/support.h"

#include <tussah/inlet.h>

static void require(int condition, const char *what) {
  if (!condition)
    printf("wrong: %s\n", what);
}

/// Only the serial elision calls what is cancelled.
#ifdef __tussah__
#define PARALLEL 1
#else
#define PARALLEL 0
#endif

static void add(void *sum, const void *result) {
  *(long *)sum += *(const long *)result;
}

static long fib(int n);

TUSSAH_INLET_CHILD void fib_child(struct tussah_inlet *inlet, int n) {
  long result = fib(n);
  tussah_inlet_deliver(inlet, &result);
}

static NOINLINE long fib(int n) {
  if (n < 2)
    return n;
  meet();
  long sum = 0;
  struct tussah_inlet inlet;
  tussah_inlet_init(&inlet, add, &sum, sizeof(long));
  tussah_inlet_spawn(&inlet, fib_child(&inlet, n - 1));
  tussah_inlet_spawn(&inlet, fib_child(&inlet, n - 2));
  tussah_inlet_sync(&inlet);
  return sum;
}

/// The best of many, and when to stop: Cilk-5's speculative search.
struct search {
  struct tussah_token abort;
  int inside;
  struct {
    int index, value;
  } best;
  int handled;
};

struct found {
  int index, value;
};

static void take(void *context, const void *result) {
  struct search *search = context;
  const struct found *found = result;
  require(!search->inside, "two at the same time");
  search->inside = 1;
  let_others_run();
  ++search->handled;
  if (found->value > search->best.value) {
    search->best.index = found->index;
    search->best.value = found->value;
  }
  if (found->value >= 90)
    tussah_cancel(&search->abort);
  search->inside = 0;
}

static NOINLINE int evaluate(int index) { return (int)(mix(index) % 100); }

TUSSAH_INLET_CHILD void try_one(struct tussah_inlet *inlet, int index,
                                char *tried) {
  tried[index] = 1;
  struct found found = {index, evaluate(index)};
  tussah_inlet_deliver(inlet, &found);
}

static NOINLINE void search(void) {
  enum { MOST = 5000 };
  struct search search = {TUSSAH_TOKEN, 0, {-1, -1}, 0};
  char tried[MOST] = {0};
  int cancelled = MOST;
  struct tussah_inlet inlet;
  tussah_inlet_init(&inlet, take, &search, sizeof(struct found));
  tussah_cancel_scope(&search.abort) {
    for (int i = 0; i < MOST; ++i) {
      if (cancelled == MOST && tussah_cancelled())
        cancelled = i;
      tussah_inlet_spawn(&inlet, try_one(&inlet, i, tried));
      require(search.handled <= i + 1, "results of nobody");
    }
    tussah_inlet_sync(&inlet);
  }
  require(search.best.value >= 90, "nothing was found");
  require(evaluate(search.best.index) == search.best.value, "a result is torn");
  int children = 0, late = 0;
  for (int i = 0; i < MOST; ++i) {
    children += tried[i];
    late += tried[i] && i >= cancelled;
  }
  require(search.handled <= children, "more results than children");
  require(!PARALLEL || late == 0, "a child was called after the abort");
}

int main(void) {
  printf("fib %ld\n", fib(14));
  for (long i = 0; i < repeats(5); ++i)
    search();
  puts("done");
  return 0;
}
