//===- scopes.c - Cancelled scopes in C -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 60
// extra: sanitize thinlto debug
// standards: c11 c23

#define _GNU_SOURCE // nanosleep
#include "../Inputs/support.h"

#include <tussah/cancel.h>

#include <pthread.h>

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
#define require_parallel(condition, what)                                      \
  require(!PARALLEL || (condition), what)

static NOINLINE long work(long *ran, long result) {
  meet();
  add_to(ran, 1);
  return result;
}

static NOINLINE void cancelling(struct tussah_token *token) {
  tussah_cancel(token);
}

//===----------------------------------------------------------------------===//
// One scope
//===----------------------------------------------------------------------===//

static void not_cancelled(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long ran = 0, results[8];
  tussah_cancel_scope(&token) {
    for (int i = 0; i < 8; ++i)
      results[i] = cilk_spawn work(&ran, i);
    require(!tussah_cancelled(), "cancelled without a cause");
  }
  long sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += results[i];
  printf("not cancelled: %ld ran, sum %ld\n", ran, sum);
}

static void before_the_start(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long ran = 0, result = 5, iterations = 0;
  tussah_cancel(&token);
  tussah_cancel_scope(&token) {
    require(tussah_cancelled(), "not cancelled before the start");
    result = cilk_spawn work(&ran, 7);
    cilk_spawn { work(&ran, 8); }
    cilk_for (int i = 0; i < 1000; ++i)
      add_to(&iterations, 1);
    cilk_for (int i = 0; i < 1; ++i)
      add_to(&iterations, 1);
    cilk_for (int i = 0; i < 10; ++i)
      work(&iterations, i);
  }
  require_parallel(ran == 0, "a cancelled task has run");
  require_parallel(result == 0, "the result of a cancelled task is not zero");
  require_parallel(iterations == 0, "a cancelled iteration has run");
  require(!tussah_cancelled(), "cancelled outside of the scope");
}

static void by_continuation(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long before = 0, after = 0;
  tussah_cancel_scope(&token) {
    cilk_spawn work(&before, 0);
    cilk_sync;
    tussah_cancel(&token);
    tussah_cancel(&token); // twice
    for (int i = 0; i < 8; ++i)
      cilk_spawn work(&after, i);
  }
  require(before == 1, "a task was cancelled before its time");
  require_parallel(after == 0, "a task was spawned after the cancellation");
}

static void by_child(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long after = 0;
  tussah_cancel_scope(&token) {
    cilk_spawn cancelling(&token);
    cilk_sync; // now the child's cancellation is known
    require(tussah_cancelled(), "a child's cancellation is not seen");
    cilk_spawn work(&after, 1);
  }
  require_parallel(after == 0, "a child's cancellation has no effect");
  require(tussah_token_cancelled(&token), "the token was not cancelled");
}

/// A tree that would have 2^40 leaves. One of the first cancels it.
static NOINLINE void tree(struct tussah_token *token, int depth, long *nodes) {
  add_to(nodes, 1);
  if (depth == 0 || (!PARALLEL && *nodes > 100)) {
    tussah_cancel(token);
    return;
  }
  cilk_spawn tree(token, depth - 1, nodes);
  cilk_spawn tree(token, depth - 1, nodes);
  cilk_sync;
}

static void by_leaf(void) {
  for (long i = 0; i < repeats(3); ++i) {
    struct tussah_token token = TUSSAH_TOKEN;
    long nodes = 0;
    tussah_cancel_scope(&token) { tree(&token, 40, &nodes); }
    require(nodes > 40 && nodes < 10000000, "a tree was not cut");
  }
}

static void loop(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long n = 50000000, iterations = 0;
  tussah_cancel_scope(&token) {
    cilk_for (long i = 0; i < n; ++i) {
      long count = __atomic_add_fetch(&iterations, 1, __ATOMIC_RELAXED);
      if (count == 100)
        tussah_cancel(&token);
    }
  }
  require(iterations >= 100, "a loop ended before it was cancelled");
  require_parallel(iterations < n / 2, "a loop went on");
}

//===----------------------------------------------------------------------===//
// Other threads
//===----------------------------------------------------------------------===//

static void *cancel_later(void *token) {
  struct timespec moment = {0, 3000000};
  nanosleep(&moment, NULL);
  tussah_cancel((struct tussah_token *)token);
  return NULL;
}

/// Ends only if it is cancelled; returns what is left.
static NOINLINE void wait_for_end(void) {
  while (!tussah_cancelled())
    sched_yield();
}

static void by_thread(void) {
  for (int blocks = 0; blocks < 2; ++blocks) {
    struct tussah_token token = TUSSAH_TOKEN;
    pthread_t thread;
    pthread_create(&thread, NULL, cancel_later, &token);
    tussah_cancel_scope(&token) {
      for (int i = 0; i < 4; ++i)
        if (blocks)
          cilk_spawn { wait_for_end(); }
        else
          cilk_spawn wait_for_end();
      wait_for_end();
    }
    pthread_join(thread, NULL);
  }
}

//===----------------------------------------------------------------------===//
// Several scopes
//===----------------------------------------------------------------------===//

static NOINLINE void inner(struct tussah_token *token, long *ran) {
  struct tussah_token own = TUSSAH_TOKEN;
  tussah_cancel_scope(token ? token : &own) {
    for (int i = 0; i < 4; ++i)
      cilk_spawn work(ran, i);
  }
}

static void nested(void) {
  // The inner scope only.
  struct tussah_token first = TUSSAH_TOKEN, second = TUSSAH_TOKEN;
  long in_inner = 0, in_outer = 0;
  tussah_cancel(&second);
  tussah_cancel_scope(&first) {
    cilk_spawn inner(&second, &in_inner);
    cilk_spawn work(&in_outer, 0);
    tussah_cancel_scope(&second) { cilk_spawn work(&in_inner, 0); }
    require(!tussah_cancelled(), "the outer scope is cancelled too");
    cilk_spawn work(&in_outer, 0);
  }
  require_parallel(in_inner == 0, "a cancelled inner scope runs");
  require(in_outer == 2, "an outer scope does not run");

  // The outer one, while inner ones are open.
  struct tussah_token third = TUSSAH_TOKEN;
  in_inner = 0;
  tussah_cancel_scope(&third) {
    struct tussah_token fourth = TUSSAH_TOKEN;
    tussah_cancel_scope(&fourth) {
      tussah_cancel(&third);
      require(tussah_cancelled(), "an inner scope is not cancelled");
      cilk_spawn work(&in_inner, 0);
      inner(NULL, &in_inner);
    }
    require(!tussah_token_cancelled(&fourth), "the token is not concerned");
  }
  require_parallel(in_inner == 0, "an inner scope runs in a cancelled one");
}

/// A scope in each activation.
static NOINLINE void deep(int depth, struct tussah_token *outermost,
                          long *leaves) {
  struct tussah_token own = TUSSAH_TOKEN;
  if (depth == 0) {
    add_to(leaves, 1);
    require_parallel(!tussah_cancelled(), "cancelled by another scope");
    return;
  }
  tussah_cancel_scope(outermost ? outermost : &own) {
    cilk_spawn deep(depth - 1, NULL, leaves);
    deep(depth - 1, NULL, leaves);
    cilk_sync;
    if (!outermost)
      tussah_cancel(&own);
    cilk_spawn deep(depth - 1, NULL, leaves + !outermost);
  }
}

static void chains(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long leaves[9] = {0};
  deep(7, &token, leaves);
  require_parallel(leaves[0] == 3 * 64, "tasks are missing");
  require_parallel(leaves[1] == 0, "a cancelled scope spawns");
}

/// Beside a cancelled scope, and in a function that is not in one.
static void beside(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long ran = 0;
  cilk_spawn work(&ran, 1);
  tussah_cancel_scope(&token) {
    tussah_cancel(&token);
    cilk_spawn work(&ran, 1);
  }
  cilk_spawn work(&ran, 1);
  cilk_for (int i = 0; i < 10; ++i)
    work(&ran, i);
  cilk_sync;
  require_parallel(ran == 12, "code beside a cancelled scope is cancelled");
}

static void again(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  for (int i = 0; i < 3; ++i) {
    long before = 0, after = 0;
    tussah_cancel_scope(&token) {
      cilk_spawn work(&before, 0);
      cilk_sync;
      cilk_spawn cancelling(&token);
      cilk_sync;
      cilk_spawn work(&after, 0);
    }
    require(before == 1, "a token that was reset is cancelled");
    require_parallel(after == 0, "a token cannot be used again");
    tussah_token_reset(&token);
    require(!tussah_token_cancelled(&token), "a token was not reset");
  }
}

/// Leaves a cancelled scope by a return.
static NOINLINE int returns(struct tussah_token *token, long *ran) {
  tussah_cancel_scope(token) {
    cilk_spawn work(ran, 1);
    if (tussah_cancelled())
      return 1;
    cilk_spawn work(ran, 1);
  }
  return 0;
}

static void left_by_return(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  long ran = 0;
  require(returns(&token, &ran) == 0 && ran == 2, "returned too early");
  tussah_cancel(&token);
  require(returns(&token, &ran) == 1, "did not return");
  require_parallel(ran == 2, "ran before the return");
  cilk_spawn work(&ran, 1);
  cilk_sync;
  require_parallel(ran == 3, "the scope was not left");
}

int main(void) {
  not_cancelled();
  before_the_start();
  by_continuation();
  by_child();
  by_leaf();
  loop();
  if (PARALLEL)
    by_thread();
  nested();
  for (long i = 0; i < repeats(1); ++i)
    chains();
  beside();
  again();
  left_by_return();
  puts("done");
  return 0;
}
