/*===- reducer_c.h - Reducers of Cilk Plus for C ----------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The macros CILK_C_... for reducers in C, of <cilk/reducer.h>:
 *
 *     CILK_C_DECLARE_REDUCER(T) r =
 *         CILK_C_INIT_REDUCER(T, reduce, identity, destroy, initial);
 *     CILK_C_REGISTER_REDUCER(r);
 *     cilk_for (int i = 0; i < n; ++i)
 *       update(&REDUCER_VIEW(r), i);
 *     CILK_C_UNREGISTER_REDUCER(r);
 *     use(r.value);
 *
 * with `void reduce(void *reducer, void *left, void *right)`,
 * `void identity(void *reducer, void *view)`, and destroy of identity's type,
 * which ends a view behind its reduction, or 0. A reducer must be where it is
 * from its registration to the end; one of static storage duration need not be
 * registered. They work in C++ too.
 *
 * A view is a whole reducer: its header has the functions, which the runtime
 * does not keep.
 */

#ifndef TUSSAH_CILK_REDUCER_C_H
#define TUSSAH_CILK_REDUCER_C_H

#include <cilk/detail/views.h>
#include <limits.h>
#include <stddef.h>
#include <wchar.h>

typedef void (*cilk_c_reducer_reduce_fn_ptr)(void *reducer, void *left,
                                             void *right);
typedef void (*cilk_c_reducer_identity_fn_ptr)(void *reducer, void *view);
typedef void (*cilk_c_reducer_destroy_fn_ptr)(void *reducer, void *view);

/** What a C reducer begins with. */
typedef struct __cilkrts_hyperobject_base {
  cilk_c_reducer_reduce_fn_ptr __reduce;
  cilk_c_reducer_identity_fn_ptr __identity;
  cilk_c_reducer_destroy_fn_ptr __destroy;
  /** The reducer that this is a view of, since it has been used. */
  struct __cilkrts_hyperobject_base *__reducer;
  /** Whether the reducer is unregistered, and an object like others. */
  size_t __ended;
  /** Of the reducer, and the place of its value in it. */
  size_t __size, __value;
} __cilkrts_hyperobject_base;

static inline void __cilkrts_hyperobject_noop_destroy(void *reducer,
                                                      void *view) {
  (void)reducer, (void)view;
}

/** The reducer that the thread looks up, for __tussah_c_identity, which is
 * called with a view only. */
static inline __cilkrts_hyperobject_base **__tussah_c_looked_up(void) {
  static __thread __cilkrts_hyperobject_base *reducer;
  return &reducer;
}

static inline void *
__tussah_c_value(__cilkrts_hyperobject_base *view,
                 const __cilkrts_hyperobject_base *reducer) {
  return (char *)view + reducer->__value;
}

static inline void __tussah_c_identity(void *memory) {
  __cilkrts_hyperobject_base *view = (__cilkrts_hyperobject_base *)memory;
  __cilkrts_hyperobject_base *reducer = *__tussah_c_looked_up();
  *view = *reducer;
  view->__reducer = reducer;
  reducer->__identity(reducer, __tussah_c_value(view, reducer));
}

/** Ends the view \p right behind its reduction. */
static inline void __tussah_c_end(__cilkrts_hyperobject_base **right) {
  __cilkrts_hyperobject_base *view = *right;
  if (view->__destroy)
    view->__destroy(view->__reducer, __tussah_c_value(view, view));
}

static inline void __tussah_c_reduce(void *left, void *right) {
  __cilkrts_hyperobject_base *from __attribute__((cleanup(__tussah_c_end))) =
      (__cilkrts_hyperobject_base *)right;
  from->__reduce(from->__reducer,
                 __tussah_c_value((__cilkrts_hyperobject_base *)left, from),
                 __tussah_c_value(from, from));
}

/** The value of the calling strand's view. Not inlined: the thread may be
 * another one behind a spawn. */
static __attribute__((noinline, unused)) void *
__cilkrts_hyper_lookup(__cilkrts_hyperobject_base *reducer) {
  if (reducer->__ended)
    return __tussah_c_value(reducer, reducer);
  *__tussah_c_looked_up() = reducer;
  return __tussah_c_value(
      (__cilkrts_hyperobject_base *)__tussah_view_of(
          reducer, reducer->__size, __tussah_c_identity, __tussah_c_reduce),
      reducer);
}

static inline void __cilkrts_hyper_create(__cilkrts_hyperobject_base *reducer) {
  reducer->__reducer = reducer;
  reducer->__ended = 0;
  __tussah_register(reducer, reducer->__size, __tussah_c_identity,
                    __tussah_c_reduce);
}

static inline void
__cilkrts_hyper_destroy(__cilkrts_hyperobject_base *reducer) {
  __tussah_unregister(reducer);
  reducer->__ended = 1;
}

/** The type of a reducer whose views have the type T. */
#define CILK_C_DECLARE_REDUCER(T)                                              \
  struct {                                                                     \
    __cilkrts_hyperobject_base __cilkrts_hyperbase;                            \
    T value;                                                                   \
  }

#define TUSSAH_C_ROUND_UP(SIZE, ALIGN)                                         \
  (((SIZE) + (ALIGN) - 1) / (ALIGN) * (ALIGN))
#define TUSSAH_C_ALIGN(T)                                                      \
  (__alignof__(T) > __alignof__(__cilkrts_hyperobject_base)                    \
       ? __alignof__(T)                                                        \
       : __alignof__(__cilkrts_hyperobject_base))
#define TUSSAH_C_PLACE(T)                                                      \
  TUSSAH_C_ROUND_UP(sizeof(__cilkrts_hyperobject_base), __alignof__(T))

/** The initializer of a reducer. What follows \p DESTROY is the value's. */
#define CILK_C_INIT_REDUCER(T, REDUCE, IDENTITY, DESTROY, ...)                 \
  {{REDUCE, IDENTITY, DESTROY, 0, 0,                                           \
    TUSSAH_C_ROUND_UP(TUSSAH_C_PLACE(T) + sizeof(T), TUSSAH_C_ALIGN(T)),       \
    TUSSAH_C_PLACE(T)},                                                        \
   __VA_ARGS__}

#define CILK_C_REGISTER_REDUCER(R)                                             \
  __cilkrts_hyper_create(&(R).__cilkrts_hyperbase)
#define CILK_C_UNREGISTER_REDUCER(R)                                           \
  __cilkrts_hyper_destroy(&(R).__cilkrts_hyperbase)

/** The calling strand's view of \p R, an lvalue. Takes the time of a call, and
 * of an access to a hash table to the right of a steal. */
#define REDUCER_VIEW(R)                                                        \
  (*(__typeof__((R).value) *)__cilkrts_hyper_lookup(&(R).__cilkrts_hyperbase))

/** \name Predefined reducers
 * What the headers of single reducers make their macros of. \p OP is the part
 * of the names, \p T a type and \p TN its name in one word.
 * @{ */
#define TUSSAH_C_PASTE(A, B) A##B
#define TUSSAH_C_NAME(A, B) TUSSAH_C_PASTE(A, B)

#define TUSSAH_C_INSTANCE(OP, T, TN, IDENTITY, REDUCE)                         \
  typedef CILK_C_DECLARE_REDUCER(T) cilk_c_reducer_##OP##_##TN;                \
  static inline void cilk_c_reducer_##OP##_reduce_##TN(void *reducer, void *l, \
                                                       void *r) {              \
    T *left = (T *)l, *right = (T *)r;                                         \
    (void)reducer;                                                             \
    REDUCE;                                                                    \
  }                                                                            \
  static inline void cilk_c_reducer_##OP##_identity_##TN(void *reducer,        \
                                                         void *view) {         \
    const T identity = IDENTITY;                                               \
    (void)reducer;                                                             \
    *(T *)view = identity;                                                     \
  }

#define TUSSAH_C_REDUCER(OP, R, TN, ...)                                       \
  TUSSAH_C_NAME(cilk_c_reducer_##OP##_, TN)                                    \
  R = CILK_C_INIT_REDUCER(__typeof__(R.value),                                 \
                          TUSSAH_C_NAME(cilk_c_reducer_##OP##_reduce_, TN),    \
                          TUSSAH_C_NAME(cilk_c_reducer_##OP##_identity_, TN),  \
                          __cilkrts_hyperobject_noop_destroy, __VA_ARGS__)

/** X(type, name, smallest value, largest value) */
#define TUSSAH_C_INTEGERS(X)                                                   \
  X(char, char, CHAR_MIN, CHAR_MAX)                                            \
  X(unsigned char, uchar, 0, UCHAR_MAX)                                        \
  X(signed char, schar, SCHAR_MIN, SCHAR_MAX)                                  \
  X(wchar_t, wchar_t, WCHAR_MIN, WCHAR_MAX)                                    \
  X(short, short, SHRT_MIN, SHRT_MAX)                                          \
  X(unsigned short, ushort, 0, USHRT_MAX)                                      \
  X(int, int, INT_MIN, INT_MAX)                                                \
  X(unsigned, uint, 0, UINT_MAX)                                               \
  X(unsigned, unsigned, 0, UINT_MAX)                                           \
  X(long, long, LONG_MIN, LONG_MAX)                                            \
  X(unsigned long, ulong, 0, ULONG_MAX)                                        \
  X(long long, longlong, LLONG_MIN, LLONG_MAX)                                 \
  X(unsigned long long, ulonglong, 0, ULLONG_MAX)

#define TUSSAH_C_FLOATS(X)                                                     \
  X(float, float, -__builtin_huge_valf(), __builtin_huge_valf())               \
  X(double, double, -__builtin_huge_val(), __builtin_huge_val())               \
  X(long double, longdouble, -__builtin_huge_vall(), __builtin_huge_vall())
/** @} */

#endif /* TUSSAH_CILK_REDUCER_C_H */
