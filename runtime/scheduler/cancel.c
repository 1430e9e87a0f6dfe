//===- cancel.c - Cancellation -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What <tussah/cancel.h> declares, for all targets: the current scope is that
/// of the thread. The native runtime lets strands take it along (scope_before,
/// strand.c); with other targets tasks do
/// (compiler/targets/lowering/ClosureTarget.cpp).
///
//===----------------------------------------------------------------------===//

#include "cancel.h"

#include "../atomic.h"
#include "attributes.h"
#include "fiber.h"
#include "thread.h"

/// Read by compiled code too.
extern atomic_word __tussah_cancellations TUSSAH_EXPORT;
atomic_word __tussah_cancellations = {1};

struct scope *scope_before(struct scope *scope, uintptr_t child) {
  // What was entered by the spawned function, or by what that has called, lies
  // below it on the same stack; so do their frames.
  while (scope && on_same_fiber(scope->frame, child) && scope->frame <= child)
    scope = scope->parent;
  return scope;
}

/// Enters a scope that \p token cancels, for the function with the frame
/// pointer \p frame. Returns \p scope.
TUSSAH_EXPORT struct scope *
__tussah_scope_enter(struct scope *scope, struct token *token, void *frame) {
  struct tussah_thread *thread = &__tussah_thread;
  scope_begin(scope, token, thread->scope, (uintptr_t)frame);
  // A signal handler may look for the scopes of this thread.
  fence_signal();
  thread->scope = scope;
  return scope;
}

/// Leaves \p scope, in which nothing is outstanding.
TUSSAH_EXPORT void __tussah_scope_leave(struct scope *scope) {
  __tussah_thread.scope = scope->parent;
}

/// Makes \p scope the current one, and returns the one before. The thread
/// begins a task that was spawned there, or has ended it.
TUSSAH_EXPORT struct scope *__tussah_scope_swap(struct scope *scope) {
  struct tussah_thread *thread = &__tussah_thread;
  struct scope *before = thread->scope;
  thread->scope = scope;
  return before;
}

/// The current scope; null if there is none.
TUSSAH_EXPORT struct scope *__tussah_scope(void) {
  return __tussah_thread.scope;
}

/// 1 if the current scope is cancelled, else 0.
TUSSAH_EXPORT int tussah_cancelled(void) {
  struct scope *scope = __tussah_thread.scope;
  return scope && scope_is_cancelled(scope, &__tussah_cancellations);
}

/// Cancels all scopes of \p token, those entered later too.
TUSSAH_EXPORT void tussah_cancel(struct token *token) {
  token_cancel(token, &__tussah_cancellations);
}
