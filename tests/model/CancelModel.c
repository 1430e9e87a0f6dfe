//===- CancelModel.c - Cancelled scopes -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"
#include "runtime/scheduler/cancel.h"

#include <string.h>

static atomic_word cancellations;
static struct token tokens[2]; ///< of the outer and of the inner scope
static struct scope outer, inner;
static atomic_word has_cancelled;

static void begin(void) {
  memset(tokens, 0, sizeof tokens);
  memset(&has_cancelled, 0, sizeof has_cancelled);
  memset(&cancellations, 0, sizeof cancellations);
  cancellations.value = 1;
  scope_begin(&outer, &tokens[0], NULL, 0);
  scope_begin(&inner, &tokens[1], &outer, 0);
}

/// Who knows that a token was cancelled finds the scopes in it cancelled,
/// whatever others find out, or note, at the same time.
static void cancel_outer(unsigned number) {
  if (number == 0) {
    token_cancel(&tokens[0], &cancellations);
    store_release(&has_cancelled, 1);
  } else {
    bool knows = load_acquire(&has_cancelled) != 0;
    bool cancelled = scope_is_cancelled(&inner, &cancellations);
    model_require(cancelled || !knows, "a cancellation is not seen");
    model_require(!cancelled || scope_is_cancelled(&inner, &cancellations),
                  "a cancelled scope is not cancelled any more");
  }
}

/// The cancellation of an inner scope leaves the outer one alone.
static void cancel_inner(unsigned number) {
  if (number == 0)
    token_cancel(&tokens[1], &cancellations);
  else
    model_require(!scope_is_cancelled(&outer, &cancellations),
                  "a scope around a cancelled one is cancelled");
}

/// Two cancellations at once.
static void cancel_both(unsigned number) {
  if (number < 2) {
    token_cancel(&tokens[number], &cancellations);
    model_require(scope_is_cancelled(&inner, &cancellations),
                  "the thread's own cancellation is not seen");
  } else {
    scope_is_cancelled(&inner, &cancellations);
  }
}

static void check_cancelled(void) {
  model_require(scope_is_cancelled(&inner, &cancellations),
                "a scope is not cancelled in the end");
}

const struct model cancel_models[] = {
    {"cancel-outer", 3, 0, begin, cancel_outer, check_cancelled, -1, -1},
    {"cancel-inner", 3, 0, begin, cancel_inner, check_cancelled, -1, -1},
    {"cancel-both", 3, 0, begin, cancel_both, check_cancelled, -1, -1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
