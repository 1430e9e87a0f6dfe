/*===- elided_keywords.h - The keywords of a serial program -------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The keywords do nothing. A sync is an expression, so that nobody warns about
 * an empty body of an if. <cilk/cilk.h> includes this for compilers that do not
 * allow pragmas inside expressions, <cilk/cilk_stub.h> for all, also after the
 * former; so there is no guard.
 */

#undef cilk_spawn
#undef cilk_sync
#undef cilk_scope
#undef cilk_for
#undef _Cilk_spawn
#undef _Cilk_sync
#undef _Cilk_scope
#undef _Cilk_for
#undef cilk_reducer
#undef _Hyperobject

#define cilk_spawn
#define cilk_sync ((void)0)
#define cilk_scope
#define cilk_for for
#define _Cilk_spawn
#define _Cilk_sync ((void)0)
#define _Cilk_scope
#define _Cilk_for for
#define cilk_reducer(...)
#define _Hyperobject(...)

/* The address of a reducer. Compilers other than clang have it in C++ only. */
#if !defined(__cplusplus) && !defined(__clang__)
#undef __builtin_addressof
#define __builtin_addressof(object) (&(object))
#endif
