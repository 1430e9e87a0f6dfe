//===- cancel.h - Tokens and scopes of cancellation -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A scope is cancelled if its token is, or the token of a scope around it. A
/// check begins at the bottom of a chain of scopes, which may be as long as the
/// recursion is deep. So each scope notes when its last check found nothing
/// cancelled. cancel.md has the proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_CANCEL_H
#define TUSSAH_RUNTIME_SCHEDULER_CANCEL_H

#include "../atomic.h"
#include "attributes.h"

#include <stddef.h>

/// The program's struct tussah_token (include/tussah/cancel.h).
struct token {
  atomic_word cancelled;
};

/// The program's struct tussah_scope. Lies in the frame of the function that
/// has entered it; tasks below read it until they are synced with.
struct scope {
  struct token *token;
  struct scope *parent; ///< null: none is around it
  uintptr_t frame;      ///< frame pointer of the function that has entered it
  /// A number of cancellations: when so many had taken place, none of them had
  /// cancelled this scope. Or SCOPE_CANCELLED, if a check has found that.
  atomic_word clean;
};

#define SCOPE_CANCELLED UINTPTR_MAX

/// Cancels \p token. \p cancellations counts those of the process; it begins
/// with 1. Any thread.
static inline void token_cancel(struct token *token,
                                atomic_word *cancellations) {
  // Relaxed: a thread that reads the new number sees this store.
  store_relaxed(&token->cancelled, 1);
  // Release: pairs with the acquire in scope_is_cancelled.
  fetch_add_release(cancellations, 1);
}

/// Enters \p scope below \p parent; \p frame is the caller's frame pointer.
static inline void scope_begin(struct scope *scope, struct token *token,
                               struct scope *parent, uintptr_t frame) {
  scope->token = token;
  scope->parent = parent;
  scope->frame = frame;
  // Relaxed: other strands learn of the scope when they start. 0 is no number.
  store_relaxed(&scope->clean, 0);
}

/// Of \p scope and those around it, the innermost whose token is cancelled;
/// null if there is none.
static inline struct scope *scope_cancelled_around(struct scope *scope) {
  while (scope && !load_relaxed(&scope->token->cancelled))
    scope = scope->parent;
  return scope;
}

/// The beginning of scope_is_cancelled: returns the number of cancellations at
/// which \p scope was last found clean, and sets \p number to the current one.
static inline uintptr_t scope_look(const struct scope *scope,
                                   const atomic_word *cancellations,
                                   uintptr_t *number) {
  // Acquire: pairs with the release in token_cancel, for the tokens that were
  // cancelled before the number was reached.
  *number = load_acquire(cancellations);
  // Relaxed: nothing but the number is read.
  return load_relaxed(&scope->clean);
}

/// True if \p scope is cancelled. A thread that knows of an earlier true result
/// gets true, too. Called by strands in the scope only.
static inline bool scope_is_cancelled(struct scope *scope,
                                      const atomic_word *cancellations) {
  uintptr_t number;
  uintptr_t clean = scope_look(scope, cancellations, &number);
  if (clean == number)
    return false;
  if (clean == SCOPE_CANCELLED)
    return true;
  struct scope *cancelled = scope_cancelled_around(scope);
  if (!cancelled) {
    // Not a store: a scope that was found cancelled stays cancelled.
    cas_relaxed(&scope->clean, clean, number);
    return false;
  }
  // The number may not have been incremented yet.
  for (struct scope *s = scope;; s = s->parent) {
    store_relaxed(&s->clean, SCOPE_CANCELLED);
    if (s == cancelled)
      return true;
  }
}

/// Returns the scope that was current when the function with the frame pointer
/// \p child was spawned. \p scope is the current one of its strand.
struct scope *scope_before(struct scope *scope, uintptr_t child) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_CANCEL_H
