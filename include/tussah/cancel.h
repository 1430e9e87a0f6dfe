/*===- tussah/cancel.h - Tasks that are not needed any more -----*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Cancellation for C and C++:
 *
 *     struct tussah_token found = TUSSAH_TOKEN;
 *     tussah_cancel_scope(&found) {
 *       for (int i = 0; i < n; ++i)
 *         cilk_spawn search(i, &found); // one of them: tussah_cancel(&found)
 *     }                                 // waits for all that have begun
 *
 * In a source file that includes this header, cancelled code does not call
 * what it spawns, and does not begin iterations of cilk_for. Everything else
 * ends as it always does: nothing is unwound, so destructors, locks and memory
 * are safe. docs/guides/speculation.md has the rules.
 *
 * In the serial elision a spawn is always called.
 */

#ifndef TUSSAH_INCLUDE_TUSSAH_CANCEL_H
#define TUSSAH_INCLUDE_TUSSAH_CANCEL_H

#include <cilk/cilk.h>

#ifdef __cplusplus
#define TUSSAH_ZERO                                                            \
  {                                                                            \
  }
extern "C" {
#else
#define TUSSAH_ZERO {0}
#endif

/** Cancels scopes. Initialized with TUSSAH_TOKEN, and not accessed directly.
 * Must live longer than the scopes that are entered with it. */
struct tussah_token {
  unsigned long cancelled;
};

#define TUSSAH_TOKEN {0}

/** A scope that has been entered. Only tussah_cancel_scope makes these. */
struct tussah_scope {
  struct tussah_token *token;
  struct tussah_scope *parent;
  void *frame;
  unsigned long clean;
};

#ifdef __tussah__
/* This source file wants the checks that the compiler makes. No code is
 * generated for it. */
__attribute__((used)) static const char __tussah_cancellation = 1;

struct tussah_scope *__tussah_scope_enter(struct tussah_scope *scope,
                                          struct tussah_token *token,
                                          void *frame);
void __tussah_scope_leave(struct tussah_scope *scope);

/** Cancels every scope that was or will be entered with \p token, and all that
 * are entered within these, until tussah_token_reset. What a strand does that
 * knows of the call (that happens after it) is cancelled; others follow soon.
 * Any thread, any number of times; a few nanoseconds. */
void tussah_cancel(struct tussah_token *token);

/** 1 if the calling strand is in a cancelled scope, else 0. A nanosecond; after
 * each cancellation anywhere, once for each scope, one for each scope around
 * it. */
int tussah_cancelled(void);

#else /* the serial elision */
__attribute__((weak)) __thread struct tussah_scope *__tussah_innermost_scope;

static inline struct tussah_scope *
__tussah_scope_enter(struct tussah_scope *scope, struct tussah_token *token,
                     void *frame) {
  scope->token = token;
  scope->parent = __tussah_innermost_scope;
  scope->frame = frame;
  return __tussah_innermost_scope = scope;
}

static inline void __tussah_scope_leave(struct tussah_scope *scope) {
  __tussah_innermost_scope = scope->parent;
}

static inline void tussah_cancel(struct tussah_token *token) {
  __atomic_store_n(&token->cancelled, 1, __ATOMIC_RELEASE);
}

static inline int tussah_cancelled(void) {
  for (const struct tussah_scope *s = __tussah_innermost_scope; s;
       s = s->parent)
    if (__atomic_load_n(&s->token->cancelled, __ATOMIC_ACQUIRE))
      return 1;
  return 0;
}
#endif

/** 1 if \p token is cancelled, else 0. Any thread. */
static inline int tussah_token_cancelled(const struct tussah_token *token) {
  return __atomic_load_n(&token->cancelled, __ATOMIC_ACQUIRE) != 0;
}

/** Makes \p token as new. No scope may have been entered with it that has not
 * been left, and no other thread may use it. */
static inline void tussah_token_reset(struct tussah_token *token) {
  __atomic_store_n(&token->cancelled, 0, __ATOMIC_RELAXED);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

/** A cilk_scope that \p token, a pointer, cancels. The block that follows must
 * not be left by break or continue. C code that exceptions pass through needs
 * -fexceptions, as always. */
#define tussah_cancel_scope(token) TUSSAH_SCOPE_IN(token, __LINE__)
/* The names differ, so that nested scopes do not shadow one another. */
#define TUSSAH_SCOPE_IN(token, line) TUSSAH_SCOPE_AT(token, line)
#define TUSSAH_SCOPE_AT(token, line)                                           \
  TUSSAH_SCOPE(token, __tussah_entered_##line, __tussah_once_##line)
#define TUSSAH_SCOPE(token, entered, once)                                     \
  for (struct tussah_scope entered                                             \
       __attribute__((cleanup(__tussah_scope_leave))) = TUSSAH_ZERO,           \
       *once = __tussah_scope_enter(&entered, (token),                         \
                                    __builtin_frame_address(0));               \
       once; once = 0)                                                         \
  cilk_scope

#ifdef __cplusplus
namespace tussah {

/** A tussah_token as a class. */
class cancel_token {
  ::tussah_token Token = TUSSAH_TOKEN;

public:
  cancel_token() = default;
  cancel_token(const cancel_token &) = delete;
  cancel_token &operator=(const cancel_token &) = delete;

  void cancel() { tussah_cancel(&Token); }
  bool is_cancelled() const { return tussah_token_cancelled(&Token) != 0; }
  void reset() { tussah_token_reset(&Token); }

  /** For tussah_cancel_scope. */
  operator ::tussah_token *() { return &Token; }
};

} /* namespace tussah */
#endif

#endif /* TUSSAH_INCLUDE_TUSSAH_CANCEL_H */
