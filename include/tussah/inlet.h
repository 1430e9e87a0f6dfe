/*===- tussah/inlet.h - Results that are handled as they come ---*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Inlets as in Cilk-5: a function that spawns gets each child's result in a
 * handler of its own, when the child returns.
 *
 *     long sum = 0;
 *     tussah::inlet add([&](long x) { sum += x; });        // C++17
 *     for (int i = 0; i < n; ++i)
 *       tussah_inlet_call(add, f, i);                      // sum += spawn f(i)
 *     tussah_inlet_sync(&add);
 *
 * Of the handler and of the code of the function that has the inlet, between
 * two of these macros, one at a time is executed. So the handler may use the
 * function's variables without locks, and the function may read them at any
 * time. An inlet must not spawn, sync or wait. docs/guides/speculation.md has
 * the rules, and how to write it in C.
 */

#ifndef TUSSAH_INCLUDE_TUSSAH_INLET_H
#define TUSSAH_INCLUDE_TUSSAH_INLET_H

#include <tussah/cancel.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#include <exception>
extern "C" {
#endif

/** Base of a result that waits for the inlet. */
struct tussah_result {
  struct tussah_result *next;
};

/** Who holds it executes the function's code, or a handler. */
struct tussah_inlet_lock {
  unsigned long state;
};

#ifdef __cilksan__
void __tussah_race_inlet_result(const void *result, uint64_t size);
#endif

#ifdef __tussah__
int __tussah_inlet_try(struct tussah_inlet_lock *lock);
void __tussah_inlet_enter(struct tussah_inlet_lock *lock);
int __tussah_inlet_leave(struct tussah_inlet_lock *lock,
                         struct tussah_result *result);
struct tussah_result *__tussah_inlet_release(struct tussah_inlet_lock *lock);
#else /* the serial elision: a child finds the lock free */
static inline int __tussah_inlet_try(struct tussah_inlet_lock *lock) {
  lock->state = 1;
  return 1;
}
static inline void __tussah_inlet_enter(struct tussah_inlet_lock *lock) {
  lock->state = 1;
}
static inline int __tussah_inlet_leave(struct tussah_inlet_lock *lock,
                                       struct tussah_result *result) {
  (void)lock, (void)result;
  return 0;
}
static inline struct tussah_result *
__tussah_inlet_release(struct tussah_inlet_lock *lock) {
  lock->state = 0;
  return NULL;
}
#endif

/** An inlet of C. A variable of the function that spawns; the children must be
 * synced with before its lifetime ends. */
struct tussah_inlet {
  struct tussah_inlet_lock lock;
  int held; /**< by the function's own code, which alone uses this */
  void (*handler)(void *context, const void *result);
  void *context;
  size_t size;
};

/** Begins the use of \p inlet: \p handler(context, &result) is called for each
 * result, an object of \p size bytes. */
static inline void tussah_inlet_init(struct tussah_inlet *inlet,
                                     void (*handler)(void *context,
                                                     const void *result),
                                     void *context, size_t size) {
  inlet->lock.state = 1;
  inlet->held = 1;
  inlet->handler = handler;
  inlet->context = context;
  inlet->size = size;
}

/* Handles what was left, and gives up the lock. */
static inline void __tussah_inlet_finish(struct tussah_inlet *inlet) {
  struct tussah_result *next;
  while ((next = __tussah_inlet_release(&inlet->lock)))
    while (next) {
      struct tussah_result *result = next;
      next = result->next;
      inlet->handler(inlet->context, result + 1);
      free(result);
    }
}

/** Delivers a copy of \p *result, unless the caller, a child, is cancelled. */
static inline void tussah_inlet_deliver(struct tussah_inlet *inlet,
                                        const void *result) {
  struct tussah_result *left = NULL;
  if (tussah_cancelled())
    return;
  while (!__tussah_inlet_try(&inlet->lock)) {
    if (!left) {
      left = (struct tussah_result *)malloc(sizeof *left + inlet->size);
      if (!left)
        abort();
      memcpy(left + 1, result, inlet->size);
    }
    if (__tussah_inlet_leave(&inlet->lock, left))
      return;
  }
  free(left);
  inlet->handler(inlet->context, result);
  __tussah_inlet_finish(inlet);
}

/* The function's own code pauses, or goes on. */
static inline void __tussah_inlet_pause(struct tussah_inlet *inlet) {
  if (!inlet->held)
    return;
  inlet->held = 0;
  __tussah_inlet_finish(inlet);
}
static inline void __tussah_inlet_resume(struct tussah_inlet *inlet) {
  __tussah_inlet_enter(&inlet->lock);
  inlet->held = 1;
}

/* For functions that call inlets with spawned arguments. */
struct __tussah_inlets {
  struct tussah_inlet_lock lock;
  int paused; /**< for the function itself, which begins with the lock */
};

/* Of an inlet that is called later. They follow. */
struct __tussah_arguments {
  struct tussah_result left;
  void (*handler)(void *);
};

static inline struct __tussah_inlets __tussah_inlets_begin(void) {
  struct __tussah_inlets inlets = {{1}, 0};
  return inlets;
}

#if defined(__cplusplus) && defined(__EXCEPTIONS)
#define __TUSSAH_ATTEMPT(call)                                                 \
  try {                                                                        \
    call;                                                                      \
  } catch (...) {                                                              \
    if (!failure)                                                              \
      failure = std::current_exception();                                      \
  }
#else
#define __TUSSAH_ATTEMPT(call) call
#endif

/* Calls the handler, if any, and those of what was left, and gives up the lock.
 * The first exception of a handler goes on when all is done. */
static inline void __tussah_inlets_run(struct __tussah_inlets *inlets,
                                       void (*handler)(void *),
                                       void *arguments) {
  struct tussah_result *next;
#if defined(__cplusplus) && defined(__EXCEPTIONS)
  std::exception_ptr failure;
#endif
  if (handler)
    __TUSSAH_ATTEMPT(handler(arguments));
  while ((next = __tussah_inlet_release(&inlets->lock)))
    while (next) {
      struct __tussah_arguments *left = (struct __tussah_arguments *)next;
      next = next->next;
      __TUSSAH_ATTEMPT(left->handler(left + 1));
      free(left);
    }
#if defined(__cplusplus) && defined(__EXCEPTIONS)
  if (failure)
    std::rethrow_exception(failure);
#endif
}
#undef __TUSSAH_ATTEMPT

static inline void __tussah_inlets_pause(struct __tussah_inlets *inlets) {
  if (inlets->paused)
    return;
  inlets->paused = 1;
  __tussah_inlets_run(inlets, NULL, NULL);
}

static inline void __tussah_inlets_resume(struct __tussah_inlets *inlets) {
  __tussah_inlet_enter(&inlets->lock);
  inlets->paused = 0;
}

static inline void __tussah_inlets_end(struct __tussah_inlets *inlets) {
#if defined(__cplusplus) && defined(__EXCEPTIONS)
  try {
    __tussah_inlets_run(inlets, NULL, NULL);
  } catch (...) {
    // Else the function's own exception wins.
#if __cplusplus >= 201703L
    if (!std::uncaught_exceptions())
#else
    if (!std::uncaught_exception())
#endif
      throw;
  }
#else
  __tussah_inlets_run(inlets, NULL, NULL);
#endif
}

static inline void __tussah_inlets_deliver(struct __tussah_inlets *inlets,
                                           void (*handler)(void *),
                                           void *arguments,
                                           unsigned long size) {
  struct __tussah_arguments *left = NULL;
  if (tussah_cancelled())
    return;
  while (!__tussah_inlet_try(&inlets->lock)) {
    if (!left) {
      left = (struct __tussah_arguments *)malloc(sizeof *left + size);
      if (!left)
        abort();
      left->handler = handler;
      memcpy(left + 1, arguments, size);
    }
    if (__tussah_inlet_leave(&inlets->lock, &left->left))
      return;
  }
  free(left);
  __tussah_inlets_run(inlets, handler, arguments);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

/** Declares an inlet, a function of its file: `cilk_inlet void add(long *sum,
 * long x) { *sum += x; }`. In `add(&sum, cilk_spawn fib(n - 1));` the function
 * evaluates the arguments of both calls, and the inlet is called when fib
 * returns. */
#ifdef __clang__
#define cilk_inlet static __attribute__((annotate("tussah.inlet")))
#else
#define cilk_inlet static
#endif

/** Spawns \p call, which delivers its result to \p inlet, a pointer. Results
 * that were left are handled before and after. In C, \p call is one of a
 * function that is declared with TUSSAH_INLET_CHILD. */
#define tussah_inlet_spawn(inlet, call)                                        \
  do {                                                                         \
    __tussah_inlet_pause(inlet);                                               \
    cilk_spawn call;                                                           \
    __tussah_inlet_resume(inlet);                                              \
  } while (0)

/** A sync during which results for \p inlet, a pointer, are handled as they
 * come. Afterwards all are. */
#define tussah_inlet_sync(inlet)                                               \
  do {                                                                         \
    __tussah_inlet_pause(inlet);                                               \
    cilk_sync;                                                                 \
    __tussah_inlet_resume(inlet);                                              \
  } while (0)

/** For a function that calls the one whose result it delivers. Inlined, it does
 * not hide the spawns below it from other workers. */
#define TUSSAH_INLET_CHILD static inline __attribute__((always_inline))

#ifdef __cplusplus
#include <memory>
#include <type_traits>
#include <utility>

namespace tussah {

/** An inlet of C++, which handles results by handler(result). If a handler
 * throws, the others are called nevertheless; the exception is then the
 * child's, or the function's where it was in its code. */
template <class Handler> class inlet {
  struct left : ::tussah_result {
    virtual ~left() = default;
    virtual void handle(Handler &) = 0;
    virtual size_t size() const = 0;
  };
  template <class T> struct left_value final : left {
    T Value;
    explicit left_value(T &&From) : Value(std::move(From)) {}
    void handle(Handler &H) override { H(std::move(Value)); }
    size_t size() const override { return sizeof *this; }
  };

  ::tussah_inlet_lock Lock = {1};
  bool Held = true;
  Handler Handle;

  /** Calls \p F. Keeps what it throws if it is the first. */
  template <class Function>
  static void attempt(std::exception_ptr &Failure, const Function &F) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
    try {
      F();
    } catch (...) {
      if (!Failure)
        Failure = std::current_exception();
    }
#else
    (void)Failure;
    F();
#endif
  }

  /** Calls \p F for each result that was left, deletes it, and gives up the
   * lock. */
  template <class Function> void takeLeft(const Function &F) {
    while (::tussah_result *Next = __tussah_inlet_release(&Lock))
      while (Next) {
        std::unique_ptr<left> Result(static_cast<left *>(Next));
#ifdef __cilksan__
        // The child that has left it is in parallel, but done with it; with
        // what tells the size, too.
        __tussah_race_inlet_result(Result.get(), sizeof(left));
        __tussah_race_inlet_result(Result.get(), Result->size());
#endif
        Next = Next->next;
        F(*Result);
      }
  }

  /** Handles what was left, gives up the lock, and throws \p Failure. */
  void finish(std::exception_ptr Failure) {
    takeLeft([&](left &Result) {
      attempt(Failure, [&] { Result.handle(Handle); });
    });
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
    if (Failure)
      std::rethrow_exception(std::move(Failure));
#endif
  }

  template <class T> void deliver(T Value) {
    std::exception_ptr Failure;
    if (__tussah_inlet_try(&Lock)) {
      attempt(Failure, [&] { Handle(std::move(Value)); });
      finish(std::move(Failure));
      return;
    }
    std::unique_ptr<left> Result(new left_value<T>(std::move(Value)));
    while (!__tussah_inlet_leave(&Lock, Result.get()))
      if (__tussah_inlet_try(&Lock)) {
        attempt(Failure, [&] { Result->handle(Handle); });
        finish(std::move(Failure));
        return;
      }
    Result.release();
  }

public:
  explicit inlet(Handler H) : Handle(std::move(H)) {}
  inlet(const inlet &) = delete;
  inlet &operator=(const inlet &) = delete;

  /** Drops the results that nobody has waited for: the function has thrown. */
  ~inlet() {
    takeLeft([](left &) {});
  }

  /** What tussah_inlet_call spawns: delivers what \p F(Args...) returns, unless
   * it is cancelled. The arguments are copied by the function that spawns. */
  template <class Function, class... Arguments>
  __attribute__((always_inline)) void call(Function F, Arguments... Args) {
    auto Result = F(std::move(Args)...);
    if (!tussah_cancelled())
      deliver(std::move(Result));
  }

  /** The function's own code pauses, or goes on. */
  void pause() {
    if (!Held)
      return;
    Held = false;
    finish(nullptr);
  }
  void resume() {
    __tussah_inlet_enter(&Lock);
    Held = true;
  }
};

} /* namespace tussah */

template <class Handler>
void __tussah_inlet_pause(tussah::inlet<Handler> *Inlet) {
  Inlet->pause();
}
template <class Handler>
void __tussah_inlet_resume(tussah::inlet<Handler> *Inlet) {
  Inlet->resume();
}

/** Spawns function(arguments...), tussah_inlet_call(inlet, function,
 * arguments...), whose result goes to \p inlet, a tussah::inlet. */
#define tussah_inlet_call(inlet, ...)                                          \
  tussah_inlet_spawn(&(inlet), (inlet).call(__VA_ARGS__))
#endif

#endif /* TUSSAH_INCLUDE_TUSSAH_INLET_H */
