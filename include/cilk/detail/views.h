/*===- views.h - Views of reducers, and the serial elision --------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * What all reducers of the library stand on: the three functions of a reducer's
 * life, for parallel programs and for their serial elision. Programs include
 * the header of a reducer instead.
 */

#ifndef TUSSAH_CILK_DETAIL_VIEWS_H
#define TUSSAH_CILK_DETAIL_VIEWS_H

#include <cilk/cilk_api.h>

/* TUSSAH_PARALLEL(tokens): the tokens, if the program is compiled to be
 * parallel; otherwise nothing. A pragma decides it, as for the keywords: it
 * outlives preprocessing in a step of its own, and clang without the plugin and
 * other tools see the serial elision. */
#if defined(__clang__) && !defined(TUSSAH_CILK_CILK_STUB_H)
#define TUSSAH_PARALLEL_PRAGMA(text) _Pragma(#text)
#define TUSSAH_PARALLEL(...) TUSSAH_PARALLEL_PRAGMA(cilk parallel(__VA_ARGS__))
/* The pragma is reported where the macro is used, so this must outlast the
 * header. */
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#else
#define TUSSAH_PARALLEL(...)
#endif

/* Marks the classes of reducers, so that a file that was compiled to be serial
 * and one that was not do not link if they use the same reducer. */
#define TUSSAH_REDUCER TUSSAH_PARALLEL(__attribute__((abi_tag("parallel"))))

#ifdef __cplusplus
extern "C" {
#endif
/* Markers of the compiler (docs/internals/ir.md), so that it can move and
 * inline the access to a view, for every target. */
TUSSAH_PARALLEL(void *__tussah_view(void *reducer, unsigned long size,
                                    __cilk_identity_fn identity,
                                    __cilk_reduce_fn reduce);)
TUSSAH_PARALLEL(void __tussah_reducer_begin(void *first, unsigned long count,
                                            unsigned long stride,
                                            unsigned long size,
                                            __cilk_identity_fn identity,
                                            __cilk_reduce_fn reduce);)
TUSSAH_PARALLEL(void __tussah_reducer_end(void *first, unsigned long count,
                                          unsigned long stride);)
#ifdef __cplusplus
}
#endif

/* Functions that templates call are not TU-local in C++. */
#ifdef __cplusplus
#define TUSSAH_REDUCER_FUNCTION TUSSAH_REDUCER inline
#else
#define TUSSAH_REDUCER_FUNCTION static inline
#endif

/** The calling strand's view of \p reducer; its only one, the object itself, in
 * a serial program. See __cilkrts_reducer_lookup. */
TUSSAH_REDUCER_FUNCTION void *__tussah_view_of(void *reducer, size_t size,
                                               __cilk_identity_fn identity,
                                               __cilk_reduce_fn reduce) {
  TUSSAH_PARALLEL(return __tussah_view(reducer, size, identity, reduce);)
  (void)size, (void)identity, (void)reduce;
  return reducer;
}

/** The lifetime of \p reducer begins. See __cilkrts_reducer_register. */
TUSSAH_REDUCER_FUNCTION void __tussah_register(void *reducer, size_t size,
                                               __cilk_identity_fn identity,
                                               __cilk_reduce_fn reduce) {
  TUSSAH_PARALLEL(
      __tussah_reducer_begin(reducer, 1, size, size, identity, reduce);)
  (void)reducer, (void)size, (void)identity, (void)reduce;
}

/** The lifetime of \p reducer ends. See __cilkrts_reducer_unregister. */
TUSSAH_REDUCER_FUNCTION void __tussah_unregister(void *reducer) {
  TUSSAH_PARALLEL(__tussah_reducer_end(reducer, 1, 0);)
  (void)reducer;
}

#endif /* TUSSAH_CILK_DETAIL_VIEWS_H */
