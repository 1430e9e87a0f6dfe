/*===- cilk.h - The Cilk keywords -------------------------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * cilk_spawn, cilk_sync, cilk_for, cilk_scope and cilk_reducer for C and C++.
 *
 * For clang the keywords are pragmas. With the plugin they make the program
 * parallel; without it, clang and every tool built on it skip them and see the
 * serial elision. They are pragmas even then, so that preprocessing in a step
 * of its own (-E, -save-temps, ccache) loses nothing. Other compilers do not
 * allow pragmas inside expressions; for them the keywords are empty.
 */

#ifndef TUSSAH_CILK_CILK_H
#define TUSSAH_CILK_CILK_H

#if defined(__clang__)
/* A pragma is reported where the keyword is used, so this must outlast the
 * header. */
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#define cilk_spawn _Pragma("cilk spawn")
/* An expression follows so that nobody takes `if (x) cilk_sync;` for an empty
 * statement by mistake. The plugin drops it. */
#define cilk_sync _Pragma("cilk sync")((void)0)
#define cilk_scope _Pragma("cilk scope")
#define cilk_for _Pragma("cilk for") for
#define _Cilk_spawn _Pragma("cilk spawn")
#define _Cilk_sync _Pragma("cilk sync")((void)0)
#define _Cilk_scope _Pragma("cilk scope")
#define _Cilk_for _Pragma("cilk for") for
/* A reducer: T cilk_reducer(identity, reduce) v. See
 * docs/guides/reducers.md. */
#define TUSSAH_PRAGMA(x) _Pragma(#x)
#define cilk_reducer(...) TUSSAH_PRAGMA(cilk reducer(__VA_ARGS__))
#define _Hyperobject(...) TUSSAH_PRAGMA(cilk reducer(__VA_ARGS__))
#else
#include <cilk/detail/elided_keywords.h>
#endif

#endif /* TUSSAH_CILK_CILK_H */
